import { DEXES } from '../../../chain/solana/dexes/index.ts'
import { SECOND_MS } from '../../../config/durations.ts'
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
  const isFromLaunch = curves.some(({ fromLaunch }) => fromLaunch) || (await hadNoMarketBefore(ctx, mint, read.value))
  return ok({
    trades: [...curves.flatMap(({ trades }) => trades), ...own].sort((a, b) => a.tMs - b.tMs),
    isWhole: isFromLaunch && curves.every(({ isWhole }) => isWhole),
    pool: read.value,
  })
}

/** Whether nothing that the token's mint was named in, before the pool came to be, traded it or launched it: curves of
 *  some launchpads, and those in other money than SOL, have no address that follows from the mint. False where the node
 *  does not show all of it, or where it is much. */
async function hadNoMarketBefore(ctx: Context, mint: string, { createdAtMs }: PoolTrades): Promise<boolean> {
  const { pastReads } = ctx.parts
  if (createdAtMs === null) return false
  const listed = await pastReads.signatures(mint, { limit: PAST.rowsPerPage })
  if (!listed.ok || listed.value.length >= PAST.rowsPerPage) return false
  const before = listed.value.filter(
    ({ err, blockTime }) => err === null && (blockTime === null || blockTime * SECOND_MS < createdAtMs),
  )
  if (before.length > PAST.rowsAtOnce) return false
  const read = await pastReads.transactions(before)
  return read.every((one) => one !== null && one.trades.length === 0 && one.launched.length === 0)
}
