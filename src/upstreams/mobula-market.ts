import { CANDLE_STEP_MS, type CandleStep } from '../config/candle-steps.ts'
import { PROVIDERS } from '../config/providers.ts'
import { UPSTREAM_BATCHES } from '../config/upstream-limits.ts'
import { fail, type Outcome, ok } from '../contract/outcome.ts'
import type { HttpClient } from '../runtime/http-client.ts'
import { orderCandles, toPricePoints } from './candle-rows.ts'
import type { Candle, CandleList, CandleQuery, MarketHistory } from './market-capabilities.ts'
import {
  HistoryReply,
  isCandleRow,
  isExtremesRow,
  isMetadataRow,
  isSpotRow,
  isTokenRow,
  ListReply,
  OneReply,
  readMobulaCandle,
  type TokenRow,
  toExtremes,
  toMarketSpot,
  toMobulaProfile,
  toScreenedToken,
} from './mobula-replies.ts'
import { readRows } from './read-rows.ts'
import { isSolanaAddress } from './solana-address.ts'

const CHAIN = 'solana'
/** An unknown period silently becomes `1h`, and of the sizes between only these are sure: the rest is asked for finer,
 *  and the caller folds. */
const OFFERED: Readonly<Record<CandleStep, CandleStep>> = {
  '1m': '1m',
  '5m': '5m',
  '15m': '5m',
  '1h': '1h',
  '4h': '1h',
  '12h': '1h',
  '1d': '1d',
}

/** Market data, histories and search of Mobula. Assets are asked for by address and chain: a name may mean another
 *  token. Source: the provider's published schemas. */
export function createMobulaMarket(http: HttpClient): MarketHistory {
  return {
    provider: http.provider,
    tokenCandles: (mint, query) => readCandles(http, '/2/token/ohlcv-history', mint, query),
    poolCandles: (pool, query) => readCandles(http, '/2/market/ohlcv-history', pool, query),
    async priceHistory(mint, { step, fromMs, toMs }) {
      const reply = await http.getJson({
        path: '/1/market/history',
        query: {
          asset: mint,
          blockchain: CHAIN,
          period: OFFERED[step],
          from: fromMs ?? undefined,
          to: toMs ?? undefined,
        },
        timeoutMs: PROVIDERS.mobula.timeoutMs,
        schema: HistoryReply,
        whenMissing: { data: { price_history: [] } },
      })
      if (!reply.ok) return reply
      const points = toPricePoints(reply.value.data.price_history)
      return ok(points.filter(({ tMs }) => (fromMs === null || tMs >= fromMs) && (toMs === null || tMs <= toMs)))
    },
    async priceExtremes(mint) {
      const row = await readOne(http, '/2/token/ath', { address: mint, blockchain: CHAIN }, isExtremesRow)
      return row.ok ? ok(row.value && toExtremes(row.value)) : row
    },
    async marketSpot(mint) {
      const row = await readOne(http, '/1/market/data', { asset: mint, blockchain: CHAIN }, isSpotRow)
      return row.ok ? ok(row.value && toMarketSpot(row.value)) : row
    },
    async tokenProfile(mint) {
      const row = await readOne(http, '/1/metadata', { asset: mint, blockchain: CHAIN }, isMetadataRow)
      return row.ok ? ok(row.value && toMobulaProfile(row.value, mint)) : row
    },
    async screenTokens({ text, sortBy, limit }) {
      const reply = await http.getJson({
        path: '/2/fast-search',
        query: { input: text, sortBy, limit, type: 'tokens', filters: JSON.stringify({ blockchains: CHAIN }) },
        timeoutMs: PROVIDERS.mobula.timeoutMs,
        schema: ListReply,
        whenMissing: { data: [] },
      })
      if (!reply.ok) return reply
      const rows = readRows(http.provider, reply.value.data, isReadableToken, (row) => row)
      if (!rows.ok) return rows
      const here = rows.value.filter(({ chainId }) => isHere(chainId))
      return ok(here.map(toScreenedToken).slice(0, limit))
    },
  }
}

/** Addresses of other chains are theirs to judge. */
function isReadableToken(row: unknown): row is TokenRow {
  return isTokenRow(row) && (!isHere(row.chainId) || isSolanaAddress(row.address))
}

/** The provider writes the chain as `solana` or `solana:solana`. */
function isHere(chainId: string | null | undefined): boolean {
  return chainId === null || chainId === undefined || /^solana(:|$)/.test(chainId)
}

/** Null when the provider does not know the token. */
async function readOne<R>(
  http: HttpClient,
  path: string,
  query: Readonly<Record<string, string>>,
  isRow: (row: unknown) => row is R,
): Promise<Outcome<R | null>> {
  const reply = await http.getJson({
    path,
    query,
    timeoutMs: PROVIDERS.mobula.timeoutMs,
    schema: OneReply,
    whenMissing: { data: null },
  })
  if (!reply.ok) return reply
  const row = reply.value.data
  if (row === null) return ok(null)
  return isRow(row) ? ok(row) : fail('upstream_failed', `${http.provider} answered in an unexpected shape`)
}

/** At most 2,000 a call; the rest is asked for backwards. */
async function readCandles(
  http: HttpClient,
  path: string,
  address: string,
  query: CandleQuery,
): Promise<Outcome<CandleList>> {
  const offered = OFFERED[query.step]
  const stepMs = CANDLE_STEP_MS[offered]
  // One more: the oldest wanted candle need not begin where the finer ones do.
  const factor = CANDLE_STEP_MS[query.step] / stepMs
  let left = Math.min(
    query.limit * factor + (factor - 1),
    UPSTREAM_BATCHES.mobulaCandles * UPSTREAM_BATCHES.mobulaPages,
  )
  const found: Candle[] = []
  let { toMs } = query
  while (left > 0) {
    const asked = Math.min(left, UPSTREAM_BATCHES.mobulaCandles)
    const reply = await http.getJson({
      path,
      query: {
        address,
        blockchain: CHAIN,
        period: offered,
        amount: asked,
        usd: 'true',
        from: query.fromMs ?? undefined,
        to: toMs ?? undefined,
      },
      timeoutMs: PROVIDERS.mobula.timeoutMs,
      schema: ListReply,
      whenMissing: { data: [] },
    })
    if (!reply.ok) return reply
    const rows = readRows(http.provider, reply.value.data, isCandleRow, readMobulaCandle)
    if (!rows.ok) return rows
    const page = rows.value.filter((candle) => candle !== null)
    found.push(...page)
    const oldestMs = Math.min(...page.map(({ tMs }) => tMs))
    const isLast = page.length < asked || (query.fromMs !== null && oldestMs <= query.fromMs)
    if (isLast || (toMs !== null && oldestMs > toMs)) break
    toMs = oldestMs - 1
    left -= page.length
  }
  return ok({ stepMs, candles: orderCandles(found, { ...query, limit: found.length }) })
}
