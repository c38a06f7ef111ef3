import type { TradablePool } from '../../chain/solana/dexes/trading.ts'
import { uiMultiplierAt } from '../../chain/solana/ui-multiplier.ts'
import type { Context } from '../../context.ts'
import { DOLLAR_MINTS } from '../../contract/mints.ts'
import { fail, ok } from '../../contract/outcome.ts'
import { exactInteger } from '../../contract/trading.ts'
import { rawToNumber, SOL_DECIMALS } from '../../contract/units.ts'
import type { MarketPair } from '../../upstreams/capabilities.ts'
import { withWindows } from '../market/past/pool-windows.ts'
import { readChainPairs } from '../pricing/chain-pairs.ts'
import { readChainTokens } from '../pricing/chain-tokens.ts'
import { loadPairs } from '../pricing/load-pairs.ts'
import { knownSolPriceUsd } from '../pricing/sol-price.ts'
import { badMint, readFailure } from '../trade-plan/read-failure.ts'
import { findPoolOf, quoteOfPool } from './pool-params.ts'

const DOLLAR_DECIMALS = 6

/** A token as a trader sees it: priced by the pool it would be traded in, with volumes of the market. What no source
 *  knows is null. Fails as `findTradePool`. */
export async function readTokenInfo(ctx: Context, mint: string, signal: AbortSignal) {
  const bad = badMint(mint)
  if (bad !== null) return bad
  const [found, tokens] = await Promise.all([
    findPoolOf(ctx, { mint, dex: null, poolAddress: null }, signal),
    readChainTokens(ctx, [mint]),
  ])
  if (!found.ok) return readFailure(found)
  if (!tokens.ok) return readFailure(tokens)
  const token = tokens.value.get(mint)
  if (!token) return readFailure(fail('invalid_mint', 'no mint at this address'))
  const { pool } = found.value
  const [solPriceUsd, pairs] = await Promise.all([knownSolPriceUsd(ctx), loadPairs(ctx, [mint])])
  const price = priceOf(pool, token.decimals, solPriceUsd)
  const known = pairs.ok ? (pairs.value.get(mint) ?? []) : []
  return ok({
    mint,
    name: token.name,
    symbol: token.symbol,
    decimals: token.decimals,
    supply: exactInteger(token.supplyRaw),
    price_usd: price.usd,
    price_sol: price.sol,
    market_cap: price.usd === null ? null : price.usd * rawToNumber(token.supplyRaw, token.decimals),
    liquidity: await liquidityUsd(ctx, mint, pool, known),
    volume_24h: volumeUsd24h(await withWindows(ctx, known), mint),
    dex: {
      dex_type: pool.dex,
      pair_address: pool.address,
      program_id: pool.programId,
      quote_mint: quoteOfPool(pool).quote_mint,
    },
    is_bonding_curve: pool.isCurve,
    bonding_curve_percent: pool.curveProgressPct,
    is_renounced: token.mintAuthority === null,
    is_freezable: token.freezeAuthority !== null,
    ui_multiplier: token.uiScale ? uiMultiplierAt(token.uiScale, ctx.clock.nowMs() / 1_000) : null,
  })
}

/** Of one whole token, from the pool's own price before fees. */
function priceOf(pool: TradablePool, decimals: number, solPriceUsd: number | null) {
  const [numerator, denominator] = pool.spotPrice
  if (denominator === 0n) return { sol: null, usd: null }
  const isDollar = DOLLAR_MINTS.has(pool.quoteMint)
  const quoteDecimals = isDollar ? DOLLAR_DECIMALS : SOL_DECIMALS
  const inQuote = (Number(numerator) / Number(denominator)) * 10 ** (decimals - quoteDecimals)
  if (isDollar) return { usd: inQuote, sol: solPriceUsd === null ? null : inQuote / solPriceUsd }
  return { sol: inQuote, usd: solPriceUsd === null ? null : inQuote * solPriceUsd }
}

/** What the market says of this very pool, else what lies in it: a curve stands for more than it holds. */
async function liquidityUsd(
  ctx: Context,
  mint: string,
  pool: TradablePool,
  known: readonly MarketPair[],
): Promise<number | null> {
  const reportedIn = (pairs: readonly MarketPair[]): number | null =>
    pairs.find(({ pairAddress }) => pairAddress === pool.address)?.liquidityUsd ?? null
  const reported = reportedIn(known)
  if (reported !== null) return reported
  const chain = await readChainPairs(ctx, [mint])
  return chain.ok ? reportedIn(chain.value.get(mint) ?? []) : null
}

/** Null unless some pool's volume is known. */
function volumeUsd24h(known: readonly (MarketPair | null)[], mint: string): number | null {
  const reported = known.flatMap((pair) => (pair?.base.address === mint ? (pair.volumeUsd.h24 ?? []) : []))
  return reported.length === 0 ? null : reported.reduce((sum, usd) => sum + usd, 0)
}
