import type { Pool } from '../../chain/solana/dexes/dex.ts'
import { DEXES } from '../../chain/solana/dexes/index.ts'
import { NATIVE_MINT } from '../../chain/solana/program-ids.ts'
import type { Context } from '../../context.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { rawToNumber } from '../../contract/units.ts'
import type { MarketPair, TokenRef, Windows } from '../../upstreams/capabilities.ts'
import { DOLLAR_MINTS } from '../market/dollar-mints.ts'
import { knownSolPriceUsd } from '../market/sol-price.ts'
import { type ChainToken, readChainTokens } from './chain-tokens.ts'
import { readTapeWindows } from './tape-windows.ts'

const UNKNOWN: Windows<null> = { m5: null, h1: null, h6: null, h24: null }

/** Pools of mints read from the chain's own accounts, priced from their reserves: what a node alone can answer. Volumes
 *  and trades are those of the tape, where it holds them; changes are unknown here. A pool is left out when its reserves or mints cannot be read. With `quoteMints` only
 *  pools in those quotes count and nothing is converted to USD (the SOL price itself is read this way). */
export async function readChainPairs(
  ctx: Context,
  mints: readonly string[],
  options: { quoteMints?: ReadonlySet<string> } = {},
): Promise<Outcome<ReadonlyMap<string, readonly MarketPair[]>>> {
  const { rpc } = ctx.chain
  if (rpc === null) return ok(new Map())
  const pools: Pool[] = []
  for (const answers of await Promise.all(
    mints.map((mint) => Promise.all(DEXES.map((dex) => dex.findPools(rpc, mint)))),
  )) {
    for (const answer of answers) {
      if (!answer.ok) return answer
      pools.push(...answer.value)
    }
  }
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
    const quoteUsd = pool.quoteMint === NATIVE_MINT ? solPriceUsd : DOLLAR_MINTS.has(pool.quoteMint) ? 1 : null
    const list = pairs.get(pool.baseMint) ?? []
    const isCounted = options.quoteMints === undefined && quoteUsd !== null
    const windows = isCounted ? readTapeWindows(ctx, { pool: pool.address, mint: pool.baseMint }) : null
    list.push({ ...toMarketPair(pool, base, quote, quoteUsd), ...windows })
    pairs.set(pool.baseMint, list)
  }
  return ok(pairs)
}

function toMarketPair(pool: Pool, base: ChainToken, quote: ChainToken, quoteUsd: number | null): MarketPair {
  const baseReserve = rawToNumber(pool.baseReserveRaw, base.decimals)
  const quoteReserve = rawToNumber(pool.quoteReserveRaw, quote.decimals)
  const priceNative = quoteReserve / baseReserve
  const priceUsd = quoteUsd === null ? null : priceNative * quoteUsd
  const realQuote = rawToNumber(pool.realQuoteReserveRaw, quote.decimals)
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
    // Both sides of a balanced pool are worth the same: twice what the quote side really holds.
    liquidityUsd: quoteUsd === null ? null : 2 * realQuote * quoteUsd,
    liquidityBase: rawToNumber(pool.realBaseReserveRaw, base.decimals),
    liquidityQuote: realQuote,
    marketCapUsd: valueUsd,
    fdvUsd: valueUsd,
    pairCreatedAtMs: null,
    boostsActive: null,
    info: null,
  }
}

function tokenRef(token: ChainToken): TokenRef {
  return { address: token.mint, name: token.name ?? '', symbol: token.symbol ?? '' }
}
