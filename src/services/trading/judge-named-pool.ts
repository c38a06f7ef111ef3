import { isSolLike } from '../../chain/solana/dexes/quote-mints.ts'
import type { TradablePool } from '../../chain/solana/dexes/trading.ts'
import type { Context } from '../../context.ts'
import { counted } from '../../contract/counted.ts'
import { DOLLAR_MINTS } from '../../contract/mints.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { TradeParams } from '../trade-plan/trade-params.ts'
import type { DollarRate } from '../trade-pools/dollar-rate.ts'
import { findTradePool, readDollarRate } from '../trade-pools/hot-pools.ts'
import type { Rate } from './bound-loss.ts'

/** Of a pool that the caller chose for a wallet of the server: whether it holds enough, and what the token costs in the
 *  pool that the server would have chosen, in quote units of this one for one base unit. Null where that is the same
 *  pool, or none is found. Anyone can open a pool at a price of their own, so its own price says nothing. Fails
 *  `policy_blocked` for a pool with too little. */
export async function judgeNamedPool(
  ctx: Context,
  { mint, dex, poolAddress }: Pick<TradeParams, 'mint' | 'dex' | 'poolAddress'>,
  pool: TradablePool,
  signal?: AbortSignal,
): Promise<Outcome<Rate | null>> {
  if (dex === null && poolAddress === null) return ok(null)
  const market = await findTradePool(ctx, { mint }, signal)
  if (market.ok && market.value.pool.address === pool.address) return ok(null)
  const other = market.ok ? market.value.pool : null
  const needsRate = !isSolLike(pool.quoteMint) || (other !== null && !isSolLike(other.quoteMint))
  const rate = needsRate ? await readDollarRate(ctx) : null
  const least = ctx.config.trading.minPoolLamports
  const depth = inLamports(pool.quoteMint, pool.quoteDepthRaw, rate)
  if (depth < least) return tooThin(depth, least)
  return ok(other === null ? null : asQuotedIn(pool.quoteMint, other, rate))
}

function inLamports(quoteMint: string, raw: bigint, rate: DollarRate | null): bigint {
  if (isSolLike(quoteMint)) return raw
  if (!DOLLAR_MINTS.has(quoteMint) || rate === null || rate[0] === 0n) return 0n
  return (raw * rate[1]) / rate[0]
}

/** Another pool's price in this money; null where the two cannot be compared. */
function asQuotedIn(quoteMint: string, { quoteMint: other, spotPrice }: TradablePool, rate: DollarRate | null) {
  const [numerator, denominator] = spotPrice
  if (isSolLike(quoteMint) === isSolLike(other)) return spotPrice
  if (rate === null) return null
  const [dollarRaw, lamports] = rate
  return isSolLike(quoteMint)
    ? ([numerator * lamports, denominator * dollarRaw] as const)
    : ([numerator * dollarRaw, denominator * lamports] as const)
}

function tooThin(depth: bigint, least: bigint) {
  const message = `the pool that was named holds the worth of ${counted(depth, 'lamport')}, a wallet of the server trades in those of ${least} or more`
  const rule = { rule: 'pool_liquidity', pool_lamports: String(depth), min_pool_lamports: String(least) }
  return { ...fail('policy_blocked', message), details: { details: rule } }
}
