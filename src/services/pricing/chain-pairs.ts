import type { Pool } from '../../chain/solana/dexes/dex.ts'
import { dollarMints } from '../../chain/solana/dexes/quote-mints.ts'
import { NATIVE_MINT } from '../../chain/solana/program-ids.ts'
import type { Context } from '../../context.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { rawToNumber } from '../../contract/units.ts'
import type { MarketPair, TokenRef, Windows } from '../../upstreams/capabilities.ts'
import { degradedNow } from '../degraded-now.ts'
import { findPools } from '../pools/find-pools.ts'
import { type ChainToken, readChainTokens } from './chain-tokens.ts'
import { knownSolPriceUsd } from './sol-price.ts'
import { readTapeWindows } from './tape-windows.ts'

const UNKNOWN: Windows<null> = { m5: null, h1: null, h6: null, h24: null }

/** Pools of mints on every DEX read from the chain's own accounts, priced from their reserves: what a node alone can
 *  answer. Volumes and trades are those of the tape, where it holds them; changes are unknown here. A pool is left out
 *  when its reserves or mints cannot be read; where a search for them failed, the answer is degraded.
 *  With `quoteMints` only pools in those quotes count and nothing is converted to USD (the SOL price itself is read this
 *  way). */
export async function readChainPairs(
  ctx: Context,
  mints: readonly string[],
  options: { quoteMints?: ReadonlySet<string> } = {},
): Promise<Outcome<ReadonlyMap<string, readonly MarketPair[]>>> {
  if (ctx.chain.rpc === null) return ok(new Map())
  const found = await findPools(ctx, mints)
  if (!found.ok) return found
  const pools = [...found.value.values()].flatMap((one) => one.pools)
  const isWhole = [...found.value.values()].every(({ isLasting }) => isLasting)
  const asked = new Set(mints)
  const usable = pools.filter(
    (pool) =>
      asked.has(pool.baseMint) &&
      pool.tradeable &&
      pool.baseReserveRaw > 0n &&
      pool.quoteReserveRaw > 0n &&
      (options.quoteMints === undefined || options.quoteMints.has(pool.quoteMint)),
  )
  const tokens = await readChainTokens(ctx, [...new Set(usable.flatMap((pool) => [pool.baseMint, pool.quoteMint]))])
  if (!tokens.ok) return tokens
  const needsSol = options.quoteMints === undefined && usable.some((pool) => pool.quoteMint === NATIVE_MINT)
  const solPriceUsd = needsSol ? await knownSolPriceUsd(ctx) : null

  const pairs = new Map<string, MarketPair[]>()
  for (const pool of usable) {
    const base = tokens.value.get(pool.baseMint)
    const quote = tokens.value.get(pool.quoteMint)
    if (!base || !quote) continue
    const quoteUsd = pool.quoteMint === NATIVE_MINT ? solPriceUsd : dollarMints.has(pool.quoteMint) ? 1 : null
    const list = pairs.get(pool.baseMint) ?? []
    const isCounted = options.quoteMints === undefined && quoteUsd !== null
    const windows = isCounted ? readTapeWindows(ctx, { pool: pool.address, mint: pool.baseMint }) : null
    list.push({ ...toMarketPair(pool, base, quote, quoteUsd), ...windows })
    pairs.set(pool.baseMint, list)
  }
  return isWhole ? ok(pairs) : ok(pairs, degradedNow(ctx))
}

function toMarketPair(pool: Pool, base: ChainToken, quote: ChainToken, quoteUsd: number | null): MarketPair {
  const baseReserve = rawToNumber(pool.baseReserveRaw, base.decimals)
  const quoteReserve = rawToNumber(pool.quoteReserveRaw, quote.decimals)
  const priceNative = quoteReserve / baseReserve
  const priceUsd = quoteUsd === null ? null : priceNative * quoteUsd
  const realBase = rawToNumber(pool.realBaseReserveRaw, base.decimals)
  const realQuote = rawToNumber(pool.realQuoteReserveRaw, quote.decimals)
  const worthQuote = realQuote + (isBalanced(pool) ? realQuote : realBase * priceNative)
  // The mint of wrapped SOL counts no supply.
  const hasSupply = base.mint !== NATIVE_MINT
  const valueUsd = priceUsd === null || !hasSupply ? null : priceUsd * rawToNumber(base.supplyRaw, base.decimals)
  return {
    dexId: pool.dex,
    pairAddress: pool.address,
    url: null,
    labels: [],
    base: tokenRef(base),
    quote: tokenRef(quote),
    priceUsd,
    priceNative,
    priceChangePct: UNKNOWN,
    volumeUsd: UNKNOWN,
    txns: UNKNOWN,
    liquidityUsd: quoteUsd === null ? null : worthQuote * quoteUsd,
    liquidityBase: realBase,
    liquidityQuote: realQuote,
    marketCapUsd: valueUsd,
    fdvUsd: valueUsd,
    pairCreatedAtMs: null,
    boostsActive: null,
    info: null,
  }
}

/** Whether the base side counts for as much as the quote side: where what it holds is worth that or more, for coins that
 *  nobody has put money beside are no liquidity, and anybody can mint some. And on curves, whose virtual reserves balance
 *  by themselves. */
function isBalanced(pool: Pool): boolean {
  if (pool.curveProgressPct !== null) return true
  return pool.realBaseReserveRaw * pool.quoteReserveRaw >= pool.realQuoteReserveRaw * pool.baseReserveRaw
}

function tokenRef(token: ChainToken): TokenRef {
  return { address: token.mint, name: token.name ?? '', symbol: token.symbol ?? '' }
}
