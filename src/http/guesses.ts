import { type Failure, fail } from '../contract/outcome.ts'
import { addressBucket } from '../runtime/client-address.ts'
import type { Front } from './front.ts'
import { resetSecs, type Window } from './rate-limit.ts'

/** Whoever makes up a credential has a new window with each: what they make up counts on their address, too. Gives the
 *  window of the address when it is used up, null while it is not. Requests and upgrades count on the same one. */
export function takeGuess({ ctx, limiter, tuning }: Front, clientIp: string): Window | null {
  const window = limiter.windowOf(`guesses:${addressBucket(clientIp)}`, tuning.publicPerWindow, 'address')
  return limiter.take(window, ctx.clock.nowMs()) ? null : window
}

/** The same for those who answer by themselves. */
export function limitGuess(front: Front, clientIp: string): Failure | null {
  const window = takeGuess(front, clientIp)
  if (window === null) return null
  return fail('rate_limited', 'rate limit exceeded', resetSecs(window, front.ctx.clock.nowMs()))
}
