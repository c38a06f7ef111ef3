import { AsyncLocalStorage } from 'node:async_hooks'

/** Whose request the current asynchronous work belongs to, so that upstream calls are charged to the key that caused
 *  them (spec 2.7). Work shared by single flight is charged to the caller who started it. */
export type RequestScope = {
  readonly requestId: string
  readonly route: string
  readonly keyId: number | null
  /** Upstream calls made so far and their price, in USD. Read by the usage recorder when the answer leaves. */
  upstreamCalls: number
  upstreamCostUsd: number
}

const storage = new AsyncLocalStorage<RequestScope>()

export function runInScope<T>(scope: RequestScope, work: () => T): T {
  return storage.run(scope, work)
}

export function currentScope(): RequestScope | undefined {
  return storage.getStore()
}
