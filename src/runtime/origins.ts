import { type Dispatcher, Pool } from 'undici'
import { UPSTREAM_TUNING } from '../config/upstream-limits.ts'
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts'
import type { Clock } from './clock.ts'

/** What a client of one origin works with: connections shared by everyone there, and what is known of the health of
 *  one provider there. */
export type Origin = { readonly dispatcher: Dispatcher; readonly breaker: CircuitBreaker }

export type Origins = {
  /** Several providers may live at one address (a gateway, the sandbox): they share connections, and one that is down
   *  does not take the others with it. */
  get(origin: string, provider: string): Origin
  /** Drops all connections; calls in flight fail. */
  close(): Promise<void>
}

/** One undici pool per origin and one breaker per provider there, made when first asked for. How many requests a pool
 *  carries at once is bounded by the gates of its clients. `dispatcher` replaces the pools (tests: a MockAgent). */
export function createOrigins(options: { readonly clock: Clock; readonly dispatcher?: Dispatcher }): Origins {
  const { clock, dispatcher } = options
  const pools = new Map<string, Dispatcher>()
  const breakers = new Map<string, CircuitBreaker>()

  return {
    get(address, provider) {
      const pool = dispatcher ?? pools.get(address) ?? openPool(address)
      pools.set(address, pool)
      const name = `${provider} ${address}`
      const breaker =
        breakers.get(name) ??
        createCircuitBreaker({
          failures: UPSTREAM_TUNING.breakerFailures,
          restMs: UPSTREAM_TUNING.breakerRestMs,
          restCapMs: UPSTREAM_TUNING.breakerRestCapMs,
          nowMs: () => clock.monotonicMs(),
        })
      breakers.set(name, breaker)
      return { dispatcher: pool, breaker }
    },
    async close() {
      const open = [...pools.values()]
      pools.clear()
      breakers.clear()
      if (dispatcher === undefined) await Promise.all(open.map((pool) => pool.destroy()))
    },
  }
}

function openPool(address: string): Pool {
  return new Pool(address, {
    connect: { timeout: UPSTREAM_TUNING.connectMs },
    keepAliveTimeout: UPSTREAM_TUNING.keepAliveMs,
    // One request at a time per connection: a slow reply must not delay later ones.
    pipelining: 1,
    allowH2: false,
    // The deadline of each call covers both; undici's own timers are coarse (half a second).
    headersTimeout: 0,
    bodyTimeout: 0,
  })
}
