import type { Context } from '../../context.ts'
import { counted } from '../../contract/counted.ts'
import { fail, ok } from '../../contract/outcome.ts'
import { getBubbleMap } from '../bubble-map/get-bubble-map.ts'
import { getDeepScan } from '../deep-scan/get-deep-scan.ts'
import { getTokenCandles } from '../first-party/token-candles.ts'
import { getTokenTraders } from '../first-party/token-traders.ts'
import { getRecentLaunches } from '../launches/recent.ts'
import { getPoolCandles } from '../market/pool-candles.ts'
import { loadPairs } from '../pricing/load-pairs.ts'
import { getSolPrice } from '../pricing/sol-price.ts'
import { buildSwap } from '../swap/build.ts'
import { quoteSwap } from '../swap/quote.ts'
import { getTokenIntel } from '../tokens/intel.ts'
import { getMetadata } from '../tokens/metadata.ts'
import { getPairsBatch } from '../tokens/pairs-batch.ts'
import { getPricesWithWindows } from '../tokens/prices-with-windows.ts'
import { searchTokens } from '../tokens/search.ts'
import { getTokenTrades } from '../tokens/trades.ts'
import { getTrending } from '../tokens/trending.ts'
import { getPortfolio } from '../wallet-books/get-portfolio.ts'
import { listActivity } from '../wallet-books/list-activity.ts'
import { pairsByVolume } from './pair-rows.ts'
import { readFees } from './solana-fees.ts'
import { tapePoolTrades } from './solana-pool-trades.ts'
import { builtAt, type Surface } from './surface.ts'

const MOST_PAIRS = 8
const TOP = 10
/** Without an exponent, which small numbers have otherwise. */
const PLAIN_DECIMAL = { useGrouping: false, maximumFractionDigits: 20 } as const

/** Solana by this server's own services: what the Solana routes answer, in the generic envelope. */
export const SOLANA: Surface = {
  async nativePrice({ ctx, chain }) {
    const price = await getSolPrice(ctx)
    if (!price.ok) return price
    const { price: priceUSD, source, recordedAt } = price.value
    if (source === 'fallback') return fail('upstream_failed', 'no source of the SOL price answered')
    return ok({
      payload: { symbol: 'SOL', priceUSD, priceChange24h: null, wrapped: chain.wrappedNative },
      source,
      sourceAtMs: recordedAt,
      ...builtAt(price.cache, ctx.clock.nowMs()),
    })
  },
  fees: ({ ctx, signal }) => readFees(ctx, signal),
  async trendingTokens({ ctx, question: { limit, minLiquidityUsd } }) {
    const trending = await getTrending(ctx, { dexes: [], minLiquidityUsd, limit })
    if (!trending.ok) return trending
    const tokens = [...trending.value.tokens]
    return ok({ payload: { period: null, count: tokens.length, tokens }, ...fetched(ctx, trending, marketSource(ctx)) })
  },
  async newTokens({ ctx, question: { limit, dex, minLiquidityUsd } }) {
    const found = await newestLaunches(ctx, { limit, dex, minLiquidityUsd })
    if (!found.ok) return found
    const nowMs = ctx.clock.nowMs()
    const tokens = found.value.map(({ launch, pair }) => ({
      mint: launch.mint,
      pool: launch.poolAddress,
      dex: launch.dexType,
      name: launch.name,
      symbol: launch.symbol,
      priceUsd: pair?.priceUsd ?? null,
      liquidityUsd: pair?.liquidity.usd ?? null,
      volume24h: pair?.volume.h24 ?? null,
      createdAt: launch.blockTime === null ? null : launch.blockTime * 1_000,
      ageSecs: launch.blockTime === null ? null : Math.max(0, Math.round(nowMs / 1_000 - launch.blockTime)),
    }))
    return ok({ payload: { count: tokens.length, tokens }, ...ofTape(nowMs, newestOf(tokens.map((t) => t.createdAt))) })
  },
  async searchTokens({ ctx, question: { text } }) {
    const found = await searchTokens(ctx, text)
    return found.ok ? ok({ payload: { results: [...found.value] }, ...fetched(ctx, found, marketSource(ctx)) }) : found
  },
  async prices({ ctx, question: { addresses } }) {
    const prices = await getPricesWithWindows(ctx, addresses)
    if (!prices.ok) return prices
    const payload = { count: Object.keys(prices.value).length, prices: prices.value }
    return ok({ payload, ...fetched(ctx, prices, marketSource(ctx)) })
  },
  async metadata({ ctx, question: { addresses } }) {
    const tokens = await getMetadata(ctx, addresses)
    if (!tokens.ok) return tokens
    const payload = { count: Object.keys(tokens.value).length, tokens: tokens.value }
    return ok({ payload, ...fetched(ctx, tokens, ctx.upstreams.assets?.provider ?? 'node') })
  },
  async token({ ctx, question: { address } }) {
    const [metadata, prices, pairs] = await Promise.all([
      getMetadata(ctx, [address]),
      getPricesWithWindows(ctx, [address]),
      loadPairs(ctx, [address]),
    ])
    if (!pairs.ok) return pairs
    const rows = pairsByVolume(ctx, 'solana', pairs.value.get(address) ?? [])
    const payload = {
      address,
      metadata: (metadata.ok ? metadata.value[address] : null) ?? null,
      price: (prices.ok ? prices.value[address] : null) ?? null,
      pairs: rows.slice(0, MOST_PAIRS),
    }
    if (payload.metadata === null && payload.price === null && rows.length === 0)
      return fail('not_found', `no token of solana is known at this address`)
    return ok({ payload, ...fetched(ctx, pairs, marketSource(ctx)) })
  },
  async tokenPools({ ctx, question: { address, limit } }) {
    const pairs = await loadPairs(ctx, [address])
    if (!pairs.ok) return pairs
    const pools = pairsByVolume(ctx, 'solana', pairs.value.get(address) ?? []).slice(0, limit)
    return ok({ payload: { address, count: pools.length, pools }, ...fetched(ctx, pairs, marketSource(ctx)) })
  },
  async tokenTrades({ ctx, question: { address, limit, cursor } }) {
    const found = await getTokenTrades(ctx, address, { limit, cursor })
    if (!found.ok) return found
    const { trades, count, nextCursor, missing } = found.value
    const sourceAtMs = newestOf(trades.map(({ date }) => (date === 0 ? null : date)))
    const payload = { address, count, trades, cursor: nextCursor, ...(missing === undefined ? {} : { missing }) }
    const source = nextCursor === null ? (ctx.upstreams.trades?.provider ?? 'tape') : 'tape'
    return ok({ payload, source, sourceAtMs, ...builtAt(found.cache, ctx.clock.nowMs()) })
  },
  async tokenOhlcv({ ctx, question: { address, period, amount, fromMs, toMs }, signal }) {
    const subject = { chain: 'solana', by: 'mint', address } as const
    const found = await getTokenCandles(ctx, subject, { period, fromMs, toMs, amount }, signal)
    if (!found.ok) return found
    const candles = found.value.candles.map(({ open: _, ...candle }) => candle)
    const missing = found.value.window.complete ? {} : { missing: ['the tape does not hold the whole range'] }
    const payload = { address, period, count: candles.length, candles, ...missing }
    return ok({ payload, ...ofTape(ctx.clock.nowMs(), candles.at(-1)?.t ?? null) })
  },
  async holders({ ctx, question: { address, limit }, signal }) {
    const intel = await getTokenIntel(ctx, address, { flagsTaxonomy: 'normalized', explain: false }, signal)
    if (!intel.ok) return intel
    const { top_holders: rows, holders: total, distribution } = intel.value
    if (rows.length === 0) return fail('upstream_failed', 'the holders of the token could not be read')
    const holders = rows.slice(0, limit).map(({ owner, amount, pct, entity, entityType, is_contract }) => ({
      address: owner,
      balance: amount.toLocaleString('en-US', PLAIN_DECIMAL),
      pct,
      name: entity,
      // Without a type the owner's account could not be read.
      isContract: entityType === undefined ? null : is_contract,
      isLocked: entityType === undefined ? null : entityType === 'locker',
    }))
    const top10Pct = distribution?.top10_pct ?? null
    const payload = { address, holders, total, top10Pct: rows.length < TOP && total !== rows.length ? null : top10Pct }
    return ok({ payload, ...fetched(ctx, intel, 'node') })
  },
  async security({ ctx, question: { address }, signal }) {
    const scan = await getDeepScan(ctx, address, { explain: false }, signal)
    if (!scan.ok) return scan
    const { score, grade, layers, weights } = scan.value
    const checks = Object.values(layers).flatMap((layer) => layer.checks)
    const shown = checks.map(({ id, ok: isFine, severity, label }) => ({ id, ok: isFine, severity, label }))
    const isProven = checks.some(({ id, ok: isFine }) => id === 'sell_proven' && isFine)
    const verdict = weights.honeypotConfirmed ? 'honeypot' : isProven ? 'sellable' : 'unknown'
    const payload = {
      address,
      score,
      grade,
      checks: shown,
      taxes: { buyPct: null, sellPct: null },
      honeypot: { verdict, method: 'execution', provider: null },
    } as const
    return ok({ payload: { ...payload, checks: shown }, ...fetched(ctx, scan, 'deepscan') })
  },
  async bubblemap({ ctx, question: { address }, signal }) {
    const map = await getBubbleMap(ctx, address, signal)
    return map.ok ? ok({ payload: { address, report: map.value }, ...fetched(ctx, map, 'node') }) : map
  },
  async traders({ ctx, question: { address, sort, limit }, signal }) {
    const subject = { chain: 'solana', by: 'mint', address } as const
    const found = await getTokenTraders(ctx, subject, { sort, window: '24h', limit }, signal)
    if (!found.ok) return found
    const { traders } = found.value
    const newestMs = newestOf(traders.map(({ lastTs }) => (lastTs === null ? null : lastTs * 1_000)))
    return ok({ payload: { address, sort, count: traders.length, traders }, ...ofTape(ctx.clock.nowMs(), newestMs) })
  },
  async trendingPools({ ctx, question: { limit, minLiquidityUsd } }) {
    const trending = await getTrending(ctx, { dexes: [], minLiquidityUsd, limit })
    if (!trending.ok) return trending
    const mints = trending.value.tokens.map(({ mint }) => mint)
    const pairs = await getPairsBatch(ctx, mints)
    if (!pairs.ok) return pairs
    const pools = mints.flatMap((mint) => pairs.value[mint] ?? [])
    return ok({ payload: { count: pools.length, pools }, ...fetched(ctx, pairs, marketSource(ctx)) })
  },
  async newPools({ ctx, question: { limit, dex, minLiquidityUsd } }) {
    const found = await newestLaunches(ctx, { limit, dex, minLiquidityUsd })
    if (!found.ok) return found
    const pools = found.value.flatMap(({ launch, pair }) =>
      pair !== null && pair.pairAddress === launch.poolAddress ? [pair] : [],
    )
    const left = found.value.length - pools.length
    const missing = left === 0 ? {} : { missing: [`${counted(left, 'new pool')} whose market is not known yet`] }
    const times = found.value.map(({ launch }) => (launch.blockTime === null ? null : launch.blockTime * 1_000))
    return ok({ payload: { count: pools.length, pools, ...missing }, ...ofTape(ctx.clock.nowMs(), newestOf(times)) })
  },
  poolTrades: ({ ctx, question: { address, limit, cursor } }) => tapePoolTrades(ctx, address, { limit, cursor }),
  async poolOhlcv({ ctx, question: { address, period, amount, fromMs, toMs } }) {
    if (period === '15m' || period === '4h')
      return fail('invalid_request', `pools of solana have candles of 1m, 5m, 1h and 1d, not ${period}`)
    const found = await getPoolCandles(ctx, { pool: address, period, amount, from: fromMs, to: toMs })
    if (!found.ok) return found
    const { candles, missing } = found.value
    const payload = { pool: address, period, count: candles.length, candles, ...(missing ? { missing } : {}) }
    const source = ctx.upstreams.market?.provider ?? ctx.upstreams.pools?.provider ?? 'tape'
    return ok({ payload, source, sourceAtMs: candles.at(-1)?.t ?? null, ...builtAt(found.cache, ctx.clock.nowMs()) })
  },
  async portfolio({ ctx, question: { address, fresh }, signal }) {
    const found = await getPortfolio(ctx, address, fresh, signal)
    if (!found.ok) return found
    const { wallet, totalValueUSD, tokenCount, tokens, source, missing } = found.value
    const payload = { wallet, totalValueUSD, tokenCount, tokens, ...(missing === undefined ? {} : { missing }) }
    return ok({ payload, ...fetched(ctx, found, source) })
  },
  async activity({ ctx, question: { address, limit }, signal }) {
    const found = await listActivity(ctx, address, { limit, order: 'desc' }, signal)
    if (!found.ok) return found
    const { wallet, count, activity, source, missing } = found.value
    const payload = { wallet, count, activity, ...(missing === undefined ? {} : { missing }) }
    const [newest] = activity
    return ok({
      payload,
      source,
      sourceAtMs: newest?.txDateMs ?? null,
      block: newest?.txBlockNumber ?? null,
      ...builtAt(found.cache, ctx.clock.nowMs()),
    })
  },
  async quote({ ctx, question: { swap }, signal }) {
    const { inputToken, outputToken, amountRaw, slippageBps } = swap!
    const order = { inputMint: inputToken, outputMint: outputToken, amountRaw, slippageBps, platformFeeBps: 0 }
    const quote = await quoteSwap(ctx, order, signal)
    if (!quote.ok) return quote
    return ok({ payload: { quote: quote.value as never }, ...fetched(ctx, quote, ctx.upstreams.swap!.provider) })
  },
  async build({ ctx, question: { quote, taker }, signal }) {
    const order = { quote, wallet: taker, feeAccount: null, computeUnitPrice: null, wantsManifest: true }
    const built = await buildSwap(ctx, order, signal)
    if (!built.ok) return built
    const { wire, lastValidBlockHeight } = built.value
    const payload = { swapTransaction: Buffer.from(wire).toString('base64'), lastValidBlockHeight }
    return ok({ payload, ...fetched(ctx, built, ctx.upstreams.swap!.provider) })
  },
}

function marketSource(ctx: Context): string {
  return ctx.upstreams.pairs?.provider ?? 'node'
}

/** Sources that do not date what they say. */
function fetched(ctx: Context, { cache }: { readonly cache?: Parameters<typeof builtAt>[0] }, source: string) {
  return { source, sourceAtMs: null, ...builtAt(cache, ctx.clock.nowMs()) }
}

function ofTape(nowMs: number, sourceAtMs: number | null) {
  return { source: 'tape', sourceAtMs, fetchedAtMs: nowMs }
}

function newestOf(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null)
  return known.length === 0 ? null : Math.max(...known)
}

async function newestLaunches(
  ctx: Context,
  { limit, dex, minLiquidityUsd }: { readonly limit: number; readonly dex: string; readonly minLiquidityUsd: number },
) {
  const recent = await getRecentLaunches(ctx, { limit: 2 * limit, dex: null, cursor: '' })
  if (!recent.ok) return recent
  const launches = recent.value.launches.filter(({ dexType }) => dex === '' || dexType === dex).slice(0, limit)
  const pairs = await getPairsBatch(ctx, [...new Set(launches.map(({ mint }) => mint))])
  const rows = launches.map((launch) => ({ launch, pair: (pairs.ok ? pairs.value[launch.mint] : null) ?? null }))
  return ok(rows.filter(({ pair }) => minLiquidityUsd === 0 || (pair?.liquidity.usd ?? 0) >= minLiquidityUsd))
}
