import { type Failure, fail } from '../contract/outcome.ts'
import { addressBucket } from '../runtime/client-address.ts'
import { resetSecs, type Window } from './rate-limit.ts'
import type { HttpServerState } from './server-state.ts'

/** Whoever makes up a credential has a new window with each: what they make up counts on their address, too. Gives the
 *  window of the address when it is used up, null while it is not. Requests and upgrades count on the same one. */
export function takeFailedAuth({ ctx, limiter, tuning }: HttpServerState, clientIp: string): Window | null {
  const window = limiter.windowOf(`guesses:${addressBucket(clientIp)}`, tuning.publicPerWindow, 'address')
  return limiter.take(window, ctx.clock.nowMs()) ? null : window
}

/** The same for those who answer on their own. */
export function limitFailedAuth(http: HttpServerState, clientIp: string): Failure | null {
  const window = takeFailedAuth(http, clientIp)
  if (window === null) return null
  return fail('rate_limited', 'rate limit exceeded', resetSecs(window, http.ctx.clock.nowMs()))
}
