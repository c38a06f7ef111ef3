import { isMoney } from '../../chain/solana/dexes/quote-mints.ts'
import { NATIVE_MINT } from '../../chain/solana/program-ids.ts'
import { PAST } from '../../config/past.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { rawToNumber } from '../../contract/units.ts'
import type { MarketPair, Windows } from '../../upstreams/capabilities.ts'
import { degradedNow } from '../degraded-now.ts'
import { withWindows } from '../market/past/pool-windows.ts'
import type { PastTrade } from '../market/past/price-past.ts'
import { readSeenTrades } from '../market/past/seen-trades.ts'
import { priceOfTrade } from '../market/pool-trades.ts'
import { type ChainToken, readChainTokens } from '../pricing/chain-tokens.ts'
import { readTapeWindows } from '../pricing/tape-windows.ts'

const UNKNOWN: Windows<null> = { m5: null, h1: null, h6: null, h24: null }

/** Tokens that were traded just now, one pool each, the most traded first (30 s): what a node alone can say of the
 *  market. Figures are those of the newest trade of the pool; volumes those of the tape, where it holds the window. */
export function loadSeenPairs(ctx: Context): Promise<Outcome<readonly MarketPair[]>> {
  return ctx.store.memo<readonly MarketPair[]>('seenPairs', '', async () => {
    const byMint = new Map<string, { newest: PastTrade; volumeUsd: number }>()
    for (const trade of await readSeenTrades(ctx)) {
      if (trade.amountUsd === null || isMoney(trade.baseMint)) continue
      const known = byMint.get(trade.baseMint)
      if (known === undefined) byMint.set(trade.baseMint, { newest: trade, volumeUsd: trade.amountUsd })
      else known.volumeUsd += trade.amountUsd
    }
    const best = [...byMint.values()].sort((a, b) => b.volumeUsd - a.volumeUsd).slice(0, PAST.seenTokensShown)
    const mints = best.flatMap(({ newest }) => [newest.baseMint, newest.quoteMint])
    const tokens = await readChainTokens(ctx, [...new Set(mints)])
    if (!tokens.ok) return tokens
    const pairs = best.flatMap(({ newest }) => {
      const token = tokens.value.get(newest.baseMint)
      return token ? [toPair(ctx, newest, token, tokens.value.get(newest.quoteMint) ?? null)] : []
    })
    // No market stands still: the node has not answered.
    return pairs.length > 0 ? ok(pairs) : ok(pairs, degradedNow(ctx))
  })
}

/** The same for a ranking: the first of them with what their pools' own past says of the last 24 hours. Fails
 *  `unconfigured` without a node. */
export async function loadTradedNow(ctx: Context): Promise<Outcome<readonly MarketPair[]>> {
  if (ctx.chain.rpc === null) return fail('unconfigured', 'market provider not configured')
  const seen = await loadSeenPairs(ctx)
  if (!seen.ok) return seen
  const pairs = await withWindows(ctx, seen.value)
  return ok(
    pairs.filter((pair) => pair !== null),
    seen.cache,
  )
}

function toPair(ctx: Context, trade: PastTrade, token: ChainToken, quote: ChainToken | null): MarketPair {
  const { baseMint, quoteMint, pool } = trade
  const priceUsd = priceOfTrade(trade)?.priceUsd ?? null
  const quoteUnits = rawToNumber(trade.quoteAmountRaw, trade.quoteDecimals)
  const quoteUsd = trade.amountUsd === null || quoteUnits === 0 ? null : trade.amountUsd / quoteUnits
  const hasReserves = trade.baseReserveRaw !== null && trade.quoteReserveRaw !== null
  const quoteReserve = hasReserves ? rawToNumber(trade.quoteReserveRaw!, trade.quoteDecimals) : null
  const valueUsd =
    priceUsd === null || baseMint === NATIVE_MINT ? null : priceUsd * rawToNumber(token.supplyRaw, token.decimals)
  return {
    dexId: trade.dex,
    pairAddress: pool,
    url: null,
    labels: [],
    base: { address: baseMint, name: token.name ?? '', symbol: token.symbol ?? '' },
    quote: { address: quoteMint, name: quote?.name ?? '', symbol: quote?.symbol ?? '' },
    priceUsd,
    priceNative: priceUsd === null || quoteUsd === null ? null : priceUsd / quoteUsd,
    priceChangePct: UNKNOWN,
    volumeUsd: UNKNOWN,
    txns: UNKNOWN,
    liquidityUsd: quoteReserve === null || quoteUsd === null ? null : 2 * quoteReserve * quoteUsd,
    liquidityBase: hasReserves ? rawToNumber(trade.baseReserveRaw!, trade.decimals) : null,
    liquidityQuote: quoteReserve,
    marketCapUsd: valueUsd,
    fdvUsd: valueUsd,
    pairCreatedAtMs: null,
    boostsActive: null,
    info: null,
    ...readTapeWindows(ctx, { pool, mint: baseMint }),
  }
}
