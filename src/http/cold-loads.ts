import { TIMEOUTS } from '../config/timeouts.ts'
import type { Context } from '../context.ts'
import type { Caller } from '../contract/api-key.ts'
import { type Failure, fail, type Outcome, ok } from '../contract/outcome.ts'
import type { AskRoute } from '../routes/define-route.ts'
import { inBackground } from '../runtime/background.ts'
import { type Deadline, hasExpired, startDeadline } from '../runtime/deadline.ts'
import { type RequestScope, runInScope } from '../runtime/request-scope.ts'
import { encodeSuccess } from './encode.ts'
import type { MountedRoute } from './mounted-route.ts'
import type { CachedBody, ResponseCache } from './response-cache.ts'

export type HandlerCall = {
  readonly mounted: MountedRoute
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly caller: Caller
  readonly clientIp: string
  /** Those that the route declares; none on routes whose answers are shared. */
  readonly headers?: Readonly<Record<string, string>>
  readonly ask?: AskRoute | undefined
  /** Filled with what the call cost, while it runs. */
  readonly scope: RequestScope
}

/** One run of a handler, with its deadline. */
export type Run = {
  readonly outcome: Promise<Outcome<unknown>>
  /** Resolves when the handler has come to its end, which may be after the outcome. */
  readonly ended: Promise<void>
  /** No one waits any more: aborts the work's signal. */
  abandon(): void
}

/** Runs the handler of a route in the scope of its request. The outcome is `upstream_timeout` when the deadline of the
 *  route passes first, `internal` (logged) when the handler throws, and in both cases `pending` where the request has
 *  signed something by then. `onLate` gets what the handler still returns after its deadline. */
export function runHandler(ctx: Context, call: HandlerCall, onLate?: (outcome: Outcome<unknown>) => void): Run {
  const { route } = call.mounted
  const deadline = startDeadline(ctx.clock, route.deadlineMs ?? TIMEOUTS.routeMs)
  const { clientIp, headers = {} } = call
  const asking = call.ask === undefined ? {} : { ask: call.ask }
  const request = { id: call.scope.requestId, clientIp, headers, signal: deadline.signal, ...asking }
  const { params, query, body, caller } = call
  const work = runInScope(call.scope, async () =>
    route.handle(ctx, { params, query, body, caller, request } as unknown as Parameters<typeof route.handle>[1]),
  ).catch((error: unknown) => failureOfThrow(ctx, call, deadline, error))
  const timeout = deadline.expired.then(() => {
    if (onLate !== undefined) inBackground('late answer', work.then(onLate))
    return endEarly(call.scope)
  })
  // Work that fails because the deadline stopped it may be faster than the deadline itself.
  const inTime = work.then((done) => {
    if (done.ok) return done
    if (hasExpired(deadline)) return endEarly(call.scope)
    return done.details?.['stage'] === undefined ? (call.scope.openEnd?.('fault') ?? done) : done
  })
  const outcome = Promise.race([inTime, timeout])
  inBackground(
    'deadline',
    outcome.then(() => deadline.clear()),
  )
  const ended = work.then(() => {})
  return { outcome, ended, abandon: () => deadline.abort(new Error('the client closed the connection')) }
}

/** The answer of a request whose work has not come to its end. Nothing is signed for it afterwards, so that the answer
 *  stays true. */
function endEarly(scope: RequestScope): Failure {
  scope.isOver = true
  return scope.openEnd?.('deadline') ?? { ...fail('upstream_timeout', 'upstream timeout'), details: NOTHING_SIGNED }
}

const NOTHING_SIGNED = { stage: 'build', fee_lamports: 0, retry_safe: true }

function failureOfThrow(ctx: Context, call: HandlerCall, deadline: Deadline, error: unknown): Outcome<never> {
  const where = { requestId: call.scope.requestId, route: call.mounted.name, err: error }
  if (deadline.signal.aborted) {
    // Work that throws because it was aborted is no fault.
    ctx.log.debug(where, 'handler stopped')
    return fail('cancelled', 'request cancelled')
  }
  ctx.log.error(where, 'handler threw')
  return call.scope.openEnd?.('fault') ?? fail('internal', 'internal error')
}

type Flight = {
  readonly loaded: Promise<Outcome<CachedBody>>
  readonly run: Run
  /** The world it began in. */
  readonly world: number
  /** Of one who pays nothing: it may be waiting for its share. */
  readonly isFree: boolean
  waiters: number
}

/** Loads of bodies that are kept: one per key at a time, and later callers wait for the same one; only paid plans do
 *  not wait for a load that a free plan began. A load that began in another world is answered to those who wait for it,
 *  but no one joins it and it is not kept. */
export type ColdLoads = {
  /** `leave` is called by a waiter whose client went away; when all have left, the work is aborted. `ended` is that of
   *  the run. */
  load(
    key: string,
    call: HandlerCall,
  ): { readonly loaded: Promise<Outcome<CachedBody>>; readonly ended: Promise<void>; leave(): void }
  size(): number
}

export function createColdLoads(ctx: Context, cache: ResponseCache): ColdLoads {
  const flights = new Map<string, Flight>()

  const { worldVersion } = ctx.store

  const start = (key: string, call: HandlerCall): Flight => {
    const world = worldVersion()
    const keep = (outcome: Outcome<unknown>): Outcome<CachedBody> =>
      outcome.ok
        ? ok(cache.keep(key, call.mounted, encodeSuccess(outcome.value), outcome.cache, ctx.clock.nowMs(), world))
        : outcome
    const keepLate = (outcome: Outcome<unknown>): void => {
      try {
        keep(outcome)
      } catch (error) {
        ctx.log.error({ requestId: call.scope.requestId, route: call.mounted.name, err: error }, 'late answer')
      }
    }
    const run = runHandler(ctx, call, keepLate)
    const loaded = run.outcome.then(keep)
    const flight: Flight = { loaded, run, world, isFree: call.scope.isFree === true, waiters: 0 }
    flights.set(key, flight)
    const land = (): void => {
      if (flights.get(key) === flight) flights.delete(key)
    }
    loaded.then(land, land)
    return flight
  }

  return {
    size: () => flights.size,
    load(key, call) {
      const known = flights.get(key)
      const isFit = known?.world === worldVersion() && (!known.isFree || call.scope.isFree === true)
      const joined = isFit ? known : start(key, call)
      joined.waiters++
      let isWaiting = true
      return {
        loaded: joined.loaded,
        ended: joined.run.ended,
        leave() {
          if (!isWaiting) return
          isWaiting = false
          joined.waiters--
          if (joined.waiters > 0) return
          // The next caller starts afresh instead of joining aborted work.
          if (flights.get(key) === joined) flights.delete(key)
          joined.run.abandon()
        },
      }
    },
  }
}
