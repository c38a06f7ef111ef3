import { type Failure, fail } from '../contract/outcome.ts'
import { addressBucket } from '../runtime/client-address.ts'
import { resetSecs, type Window } from './rate-limit.ts'
import type { HttpServerState } from './server-state.ts'

/** Each unknown key would get a fresh window, so failed authentication also counts against the client address, over
 *  requests and upgrades together. Returns the window of the address when it is used up, null while it is not. */
export function takeFailedAuth({ ctx, limiter, tuning }: HttpServerState, clientIp: string): Window | null {
  const window = limiter.windowOf(`failed-auth:${addressBucket(clientIp)}`, tuning.publicPerWindow, 'address')
  return limiter.take(window, ctx.clock.nowMs()) ? null : window
}

/** The same as a failure to answer with. */
export function limitFailedAuth(http: HttpServerState, clientIp: string): Failure | null {
  const window = takeFailedAuth(http, clientIp)
  if (window === null) return null
  return fail('rate_limited', 'rate limit exceeded', resetSecs(window, http.ctx.clock.nowMs()))
}
