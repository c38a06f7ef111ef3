import { CANDLE_STEP_MS, type CandleStep } from '../config/candle-steps.ts'
import { PROVIDERS } from '../config/providers.ts'
import { UPSTREAM_BATCHES } from '../config/upstream-limits.ts'
import { fail, type Outcome, ok } from '../contract/outcome.ts'
import type { HttpClient } from '../runtime/http-client.ts'
import { orderCandles, toCandle } from './candle-rows.ts'
import {
  CandlesReply,
  InfoReply,
  isInfoRow,
  isPoolRow,
  PoolsReply,
  toTokenPool,
  toTokenProfile,
} from './geckoterminal-replies.ts'
import type { Candle, CandleQuery, PoolIndex } from './market-capabilities.ts'
import { readRows } from './read-rows.ts'

const NETWORK = '/networks/solana'
/** The provider's name of a step, and how many of them make one candle. */
const TIMEFRAMES: Readonly<Record<CandleStep, readonly [timeframe: string, aggregate: number]>> = {
  '1m': ['minute', 1],
  '5m': ['minute', 5],
  '15m': ['minute', 15],
  '1h': ['hour', 1],
  '4h': ['hour', 4],
  '12h': ['hour', 12],
  '1d': ['day', 1],
}

/** Pools, candles and token pages of GeckoTerminal; CoinGecko serves the same below `/onchain` (`basePath`). Source:
 *  the provider's OpenAPI file, recorded answers. */
export function createGeckoterminalPools(http: HttpClient, basePath = ''): PoolIndex {
  const network = `${basePath}${NETWORK}`
  return {
    provider: http.provider,
    async poolsOfToken(mint) {
      const reply = await http.getJson({
        path: `${network}/tokens/${encodeURIComponent(mint)}/pools`,
        label: 'token pools',
        timeoutMs: PROVIDERS.geckoterminal.timeoutMs,
        schema: PoolsReply,
        whenMissing: { data: [] },
      })
      if (!reply.ok) return reply
      return readRows(http.provider, reply.value.data, isPoolRow, (row) => toTokenPool(row, mint))
    },
    async poolCandles(pool, query, mint) {
      const candles = await readCandles(http, `${network}/pools/${encodeURIComponent(pool)}`, query, mint)
      return candles.ok ? ok({ stepMs: CANDLE_STEP_MS[query.step], candles: candles.value }) : candles
    },
    async tokenProfile(mint) {
      const reply = await http.getJson({
        path: `${network}/tokens/${encodeURIComponent(mint)}/info`,
        label: 'token info',
        timeoutMs: PROVIDERS.geckoterminal.timeoutMs,
        schema: InfoReply,
        whenMissing: { data: null },
      })
      if (!reply.ok) return reply
      const row = reply.value.data
      if (row === null) return ok(null)
      if (!isInfoRow(row) || row.attributes.address !== mint) {
        return fail('upstream_failed', `${http.provider} answered in an unexpected shape`)
      }
      return ok(toTokenProfile(row))
    },
  }
}

/** At most 1,000 candles a call, newest first; more are asked for backwards from the oldest one known. */
export async function readCandles(
  http: HttpClient,
  poolPath: string,
  query: CandleQuery,
  mint: string | null,
): Promise<Outcome<Candle[]>> {
  const [timeframe, aggregate] = TIMEFRAMES[query.step]
  const found: Candle[] = []
  // Exclusive at the provider, in seconds: the candle that starts at `toMs` belongs to the answer.
  let beforeSec = query.toMs === null ? undefined : Math.floor(query.toMs / 1_000) + 1
  let left = query.limit
  while (left > 0) {
    const asked = Math.min(left, UPSTREAM_BATCHES.geckoterminalCandles)
    const reply = await http.getJson({
      path: `${poolPath}/ohlcv/${timeframe}`,
      query: { aggregate, limit: asked, currency: 'usd', token: mint ?? 'base', before_timestamp: beforeSec },
      label: 'pool candles',
      timeoutMs: PROVIDERS.geckoterminal.timeoutMs,
      schema: CandlesReply,
      whenMissing: { data: { attributes: { ohlcv_list: [] } } },
    })
    if (!reply.ok) return reply
    const rows = reply.value.data.attributes.ohlcv_list
    const page = rows.map(readCandle).filter((candle) => candle !== null)
    if (rows.length > 0 && page.length === 0) {
      return fail('upstream_failed', `${http.provider} answered in an unexpected shape`)
    }
    found.push(...page)
    const oldestSec = Math.floor(Math.min(...page.map(({ tMs }) => tMs)) / 1_000)
    const isLast = rows.length < asked || (query.fromMs !== null && oldestSec * 1_000 <= query.fromMs)
    // A page that does not go back any further would be asked for again and again.
    if (isLast || (beforeSec !== undefined && oldestSec >= beforeSec)) break
    beforeSec = oldestSec
    left -= rows.length
  }
  return ok(orderCandles(found, query))
}

function readCandle(row: unknown): Candle | null {
  if (!Array.isArray(row)) return null
  const [timeSec, open, high, low, close, volumeUsd] = row as unknown[]
  if (typeof timeSec !== 'number') return null
  return toCandle({ tMs: timeSec * 1_000, open, high, low, close, volumeUsd })
}
