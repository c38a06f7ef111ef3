import { type Dispatcher, Pool } from 'undici'
import { UPSTREAM_TUNING } from '../config/upstream-limits.ts'
import { type Breaker, createBreaker } from './breaker.ts'
import type { Clock } from './clock.ts'

/** What all clients of one origin share: its connections and what is known of its health. */
export type Origin = { readonly dispatcher: Dispatcher; readonly breaker: Breaker }

export type Origins = {
  get(origin: string): Origin
  /** Drops all connections; calls in flight fail. */
  close(): Promise<void>
}

/** One undici pool and one breaker per origin, made when first asked for. How many requests a pool carries at once is
 *  bounded by the gates of its clients. `dispatcher` replaces the pools (tests: a MockAgent). */
export function createOrigins(options: { readonly clock: Clock; readonly dispatcher?: Dispatcher }): Origins {
  const { clock, dispatcher } = options
  const origins = new Map<string, Origin>()

  return {
    get(address) {
      let origin = origins.get(address)
      if (origin === undefined) {
        origin = {
          dispatcher: dispatcher ?? openPool(address),
          breaker: createBreaker({
            failures: UPSTREAM_TUNING.breakerFailures,
            restMs: UPSTREAM_TUNING.breakerRestMs,
            restCapMs: UPSTREAM_TUNING.breakerRestCapMs,
            nowMs: () => clock.monotonicMs(),
          }),
        }
        origins.set(address, origin)
      }
      return origin
    },
    async close() {
      const open = [...origins.values()]
      origins.clear()
      if (dispatcher === undefined) await Promise.all(open.map((origin) => origin.dispatcher.destroy()))
    },
  }
}

function openPool(address: string): Pool {
  return new Pool(address, {
    connect: { timeout: UPSTREAM_TUNING.connectMs },
    keepAliveTimeout: UPSTREAM_TUNING.keepAliveMs,
    // One request at a time per connection: a slow reply must not hold up the ones behind it.
    pipelining: 1,
    allowH2: false,
    // The deadline of each call covers both; undici's own timers are coarse (half a second).
    headersTimeout: 0,
    bodyTimeout: 0,
  })
}
