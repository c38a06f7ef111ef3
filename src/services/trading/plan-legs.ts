import type { TradablePool, TradeClock } from '../../chain/solana/dexes/trading.ts'
import { TRADE_LIMITS } from '../../config/trade-limits.ts'
import { counted } from '../../contract/counted.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { Leg } from '../trade-plan/trade-plan.ts'
import { minOutOf } from './platform-fee.ts'

export type Route = {
  /** In the order they are swapped in; the first takes `inputMint`. */
  readonly pools: readonly TradablePool[]
  readonly inputMint: string
  readonly amountInRaw: bigint
  readonly slippageBps: number
}

/** Quotes a swap, or two of which the second takes a fixed amount: what the first yields at least, its own slippage
 *  being small and at most that of the trade. Fails `no_route` when a pool cannot take or pay that much. */
export function planLegs(
  { pools, inputMint, amountInRaw, slippageBps }: Route,
  clock: TradeClock,
): Outcome<readonly Leg[]> {
  const legs: Leg[] = []
  let mint = inputMint
  let raw = amountInRaw
  for (const [at, pool] of pools.entries()) {
    const quote = pool.quote(mint, raw, clock)
    if (quote === null || quote.amountOutRaw <= 0n)
      return fail('no_route', `${pool.dex} pool ${pool.address} cannot trade ${counted(raw, 'unit')} of ${mint}`)
    const isLast = at === pools.length - 1
    const bps = isLast ? slippageBps : Math.min(slippageBps, TRADE_LIMITS.bridgeSlippageBps)
    const minOutRaw = minOutOf(quote.amountOutRaw, bps)
    const outputMint = mint === pool.baseMint ? pool.quoteMint : pool.baseMint
    legs.push({ pool, inputMint: mint, outputMint, amountInRaw: raw, minOutRaw, quote })
    mint = outputMint
    raw = minOutRaw
  }
  return ok(legs)
}
