import { AsyncLocalStorage } from 'node:async_hooks'
import type { Failure } from '../contract/outcome.ts'
import type { WorkLane } from '../contract/work-lane.ts'

/** Whose request the current asynchronous work belongs to, so that upstream calls are charged to the key that caused
 *  them (spec 2.7). Work shared by single flight is charged to the caller who started it. */
export type RequestScope = {
  readonly requestId: string
  readonly route: string
  readonly keyId: number | null
  /** As limits see the client. */
  readonly clientIp?: string
  /** Who shares the room of a lane with others: a key, or the address of a caller without one. */
  readonly party?: string
  /** Pays nothing: a free or preview key, or no key. Takes what others leave where there is not enough for all. */
  readonly isFree?: boolean
  /** `reads` when absent. */
  readonly lane?: WorkLane
  /** Upstream calls made so far and their price, in USD. Read by the usage recorder when the answer leaves. */
  upstreamCalls: number
  upstreamCostUsd: number
  /** The request was answered because its time was over: nothing may be signed for it any more. */
  isOver?: boolean
  /** What is known of the money that the request moves: the answer in place of a failure that says nothing of it. Null
   *  when nothing was signed, and nothing will be. */
  openEnd?: (after: 'deadline' | 'fault') => Failure | null
}

/** Work that takes no request's place in a queue: timers, jobs, what many requests share. */
export const SERVER_PARTY = 'server'

const storage = new AsyncLocalStorage<RequestScope | undefined>()
const lanes = new AsyncLocalStorage<{ readonly lane: WorkLane; readonly party: string } | undefined>()

export function runInScope<T>(scope: RequestScope, work: () => T): T {
  return lanes.run(undefined, () => storage.run(scope, work))
}

export function currentScope(): RequestScope | undefined {
  return storage.getStore()
}

/** Work in this lane, whatever lane its request has: the landing of what a request signed. */
export function inLane<T>(lane: WorkLane, work: () => T): T {
  return lanes.run({ lane, party: currentParty() }, work)
}

/** Work shared by everyone in this lane: the newest blockhash, a look at all signatures. Its calls queue as the
 *  server's own, so that no request's crowd holds them up. */
export function asServer<T>(lane: WorkLane, work: () => T): T {
  return lanes.run({ lane, party: SERVER_PARTY }, work)
}

/** Work that a request only happened to start, and that no request is charged for. */
export function outsideRequest<T>(work: () => T): T {
  return lanes.run(undefined, () => storage.run(undefined, work))
}

export function currentLane(): WorkLane {
  return lanes.getStore()?.lane ?? storage.getStore()?.lane ?? 'reads'
}

export function currentParty(): string {
  return lanes.getStore()?.party ?? storage.getStore()?.party ?? SERVER_PARTY
}

/** Whether the work is for a caller on a free plan; the server's own is not. */
export function isForFree(): boolean {
  return lanes.getStore()?.party !== SERVER_PARTY && storage.getStore()?.isFree === true
}
