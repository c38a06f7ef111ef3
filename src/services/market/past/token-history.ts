import { DEXES } from '../../../chain/solana/dexes/index.ts'
import { PAST } from '../../../config/past.ts'
import type { Context } from '../../../context.ts'
import { type Outcome, ok } from '../../../contract/outcome.ts'
import { type PoolTrades, type PricedTrade, readPoolTrades } from '../pool-trades.ts'
import { lifeBudget } from './past-budget.ts'

/** All prices that a token ever had in its best pool and on the curve it was launched on. */
export type TokenHistory = {
  readonly trades: readonly PricedTrade[]
  /** It begins where these begin: nothing earlier is missing. */
  readonly isWhole: boolean
  readonly pool: PoolTrades
}

/** Reads the pool and, where the token was not launched in it, the curves of the launchpads. Fails as the node
 *  fails. */
export async function readTokenHistory(ctx: Context, mint: string, pool: string): Promise<Outcome<TokenHistory>> {
  const read = await readPoolTrades(ctx, pool, lifeBudget(ctx))
  if (!read.ok) return read
  const own = read.value.baseMint === null || read.value.baseMint === mint ? read.value.trades : []
  if (!read.value.isWhole || read.value.fromLaunch)
    return ok({ trades: own, isWhole: read.value.isWhole, pool: read.value })
  const curves: PoolTrades[] = []
  for (const dex of DEXES.filter(({ isLaunchpad }) => isLaunchpad)) {
    const address = dex.launchAddress(mint)
    if (address === null || address === pool) continue
    const listed = await ctx.parts.pastReads.signatures(address, { limit: PAST.rowsPerPage })
    if (!listed.ok) return listed
    if (listed.value.length === 0) continue
    const curve = await readPoolTrades(ctx, address, lifeBudget(ctx))
    if (!curve.ok) return curve
    curves.push(curve.value)
  }
  return ok({
    trades: [...curves.flatMap(({ trades }) => trades), ...own].sort((a, b) => a.tMs - b.tMs),
    isWhole: curves.every(({ isWhole }) => isWhole),
    pool: read.value,
  })
}
