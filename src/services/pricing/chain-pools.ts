import type { Pool } from '../../chain/solana/dexes/dex.ts'
import { NATIVE_MINT } from '../../chain/solana/program-ids.ts'
import { POOLS } from '../../config/pools.ts'
import type { Context } from '../../context.ts'
import { DOLLAR_MINTS } from '../../contract/mints.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { rawToNumber } from '../../contract/units.ts'
import type { MarketPair, TokenRef, Windows } from '../../upstreams/capabilities.ts'
import { type FoundPools, findPools } from '../pools/find-pools.ts'
import { loadPools } from '../pools/load-pools.ts'
import { type ChainToken, readChainTokens } from './chain-tokens.ts'

const UNKNOWN: Windows<null> = { m5: null, h1: null, h6: null, h24: null }

/** A pool that can be traded in, with both of its tokens. */
export type ChainPool = { readonly pool: Pool; readonly base: ChainToken; readonly quote: ChainToken }

/** Pools of mints on every DEX, read from the chain's own accounts; with `quoteMints` only those in these quotes. A
 *  pool is left out when its reserves or mints cannot be read. `isWhole` is false where a search for pools failed. */
export async function readChainPools(
  ctx: Context,
  mints: readonly string[],
  quoteMints?: ReadonlySet<string>,
): Promise<Outcome<{ readonly pools: readonly ChainPool[]; readonly isWhole: boolean }>> {
  const found = await poolsOf(ctx, mints)
  if (!found.ok) return found
  const isWhole = [...found.value.values()].every(({ isLasting }) => isLasting)
  const usable = [...found.value]
    .flatMap(([mint, one]) => one.pools.flatMap((pool) => seenFrom(mint, pool) ?? []))
    .filter(
      (pool) =>
        pool.tradeable &&
        pool.baseReserveRaw > 0n &&
        pool.quoteReserveRaw > 0n &&
        (quoteMints === undefined || quoteMints.has(pool.quoteMint)),
    )
  const tokens = await readChainTokens(ctx, [...new Set(usable.flatMap((pool) => [pool.baseMint, pool.quoteMint]))])
  if (!tokens.ok) return tokens
  const pools = usable.flatMap((pool) => {
    const base = tokens.value.get(pool.baseMint)
    const quote = tokens.value.get(pool.quoteMint)
    return base && quote ? [{ pool, base, quote }] : []
  })
  return ok({ pools, isWhole })
}

/** A pool from the side of a mint that has it: dollars are the quote of all their pools and have a price of their own.
 *  Null where the mint is what others are paid with. */
function seenFrom(mint: string, pool: Pool): Pool | null {
  if (pool.baseMint === mint) return pool
  if (pool.quoteMint !== mint || !DOLLAR_MINTS.has(mint)) return null
  return {
    ...pool,
    baseMint: mint,
    quoteMint: pool.baseMint,
    baseReserveRaw: pool.quoteReserveRaw,
    quoteReserveRaw: pool.baseReserveRaw,
    realBaseReserveRaw: pool.realQuoteReserveRaw,
    realQuoteReserveRaw: pool.realBaseReserveRaw,
  }
}

/** Of a single token those that another reader found a moment ago: intel and the map read them for the same question. */
async function poolsOf(
  ctx: Context,
  mints: readonly string[],
): Promise<Outcome<ReadonlyMap<string, Pick<FoundPools, 'pools' | 'isLasting'>>>> {
  const [mint] = mints
  if (mint === undefined || mints.length > 1) return findPools(ctx, mints)
  const loaded = await loadPools(ctx, mint, { maxAgeMs: POOLS.sharedMs })
  return loaded.ok ? ok(new Map([[mint, loaded.value]])) : loaded
}

/** A pool as a market pair; `quoteUsd` is the price of its quote in dollars, null where that is unknown. */
export function toMarketPair({ pool, base, quote }: ChainPool, quoteUsd: number | null): MarketPair {
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

/** Whether the base side counts for as much as the quote side: where what it holds is worth that or more, for tokens
 *  that no one has put money beside are no liquidity, and anyone can mint some. And on curves, whose virtual reserves
 *  balance on their own. */
function isBalanced(pool: Pool): boolean {
  if (pool.curveProgressPct !== null) return true
  return pool.realBaseReserveRaw * pool.quoteReserveRaw >= pool.realQuoteReserveRaw * pool.baseReserveRaw
}

function tokenRef(token: ChainToken): TokenRef {
  return { address: token.mint, name: token.name ?? '', symbol: token.symbol ?? '' }
}
