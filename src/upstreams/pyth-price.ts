import Type from 'typebox'
import { MINUTE_MS } from '../config/durations.ts'
import { PROVIDERS } from '../config/providers.ts'
import { fail, ok } from '../contract/outcome.ts'
import type { HttpClient } from '../runtime/http-client.ts'
import { MAX_PRICE_USD, Nullable, PriceUsd, UnixSec } from '../runtime/reply-ranges.ts'
import { toPricePoints } from './candle-rows.ts'
import type { SolHistorySource, SolSpotSource } from './market-capabilities.ts'

const SOL_USD_FEED = 'ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d'
const SOL_USD_SYMBOL = 'Crypto.SOL/USD'
/** Minutes a bar may span, smallest first, as the charting library that the history speaks to names them. */
const RESOLUTIONS: readonly (readonly [stepMs: number, name: string])[] = [
  [MINUTE_MS, '1'],
  [5 * MINUTE_MS, '5'],
  [15 * MINUTE_MS, '15'],
  [60 * MINUTE_MS, '60'],
  [240 * MINUTE_MS, '240'],
  [1_440 * MINUTE_MS, '1D'],
]

const FeedReply = Type.Object({
  parsed: Type.Union([
    Type.Array(
      Type.Object({
        id: Type.String(),
        price: Type.Object({
          price: Type.String({ pattern: '^-?\\d{1,20}$' }),
          conf: Type.String({ pattern: '^\\d{1,20}$' }),
          expo: Type.Integer({ minimum: -30, maximum: 30 }),
          publish_time: Nullable(UnixSec),
        }),
      }),
    ),
    Type.Null(),
  ]),
})
/** UDF arrays; `no_data` has none. */
const BarsReply = Type.Object({
  s: Type.String(),
  t: Type.Optional(Type.Array(Nullable(UnixSec))),
  c: Type.Optional(Type.Array(Nullable(PriceUsd))),
})

/** The SOL/USD feed of Pyth's Hermes. The confidence is the feed's own: how far publishers disagree. */
export function createPythPrice(http: HttpClient): SolSpotSource {
  return {
    provider: http.provider,
    async solSpot() {
      const reply = await http.getJson({
        path: '/v2/updates/price/latest',
        query: { 'ids[]': SOL_USD_FEED, parsed: 'true', encoding: 'hex' },
        label: 'latest price',
        timeoutMs: PROVIDERS.pyth.timeoutMs,
        schema: FeedReply,
        whenMissing: { parsed: null },
      })
      if (!reply.ok) return reply
      const feed = (reply.value.parsed ?? []).find(({ id }) => id.replace(/^0x/, '').toLowerCase() === SOL_USD_FEED)
      if (feed === undefined) return ok(null)
      const { price, conf, expo, publish_time } = feed.price
      const priceUsd = Number(price) * 10 ** expo
      if (!(priceUsd > 0 && priceUsd <= MAX_PRICE_USD) || publish_time === null) return ok(null)
      return ok({ priceUsd, atMs: publish_time * 1_000, confidenceUsd: Number(conf) * 10 ** expo })
    },
  }
}

/** Closes of SOL/USD bars from Pyth's Benchmarks service, which lives at another address than Hermes. */
export function createPythHistory(http: HttpClient): SolHistorySource {
  return {
    provider: http.provider,
    async solHistory({ fromMs, toMs, stepMs }) {
      const resolution = (RESOLUTIONS.findLast(([own]) => own <= stepMs) ?? RESOLUTIONS[0]!)[1]
      const reply = await http.getJson({
        path: '/v1/shims/tradingview/history',
        query: {
          symbol: SOL_USD_SYMBOL,
          resolution,
          from: Math.floor(fromMs / 1_000),
          to: Math.ceil(toMs / 1_000),
        },
        label: 'bars',
        timeoutMs: PROVIDERS.pyth.timeoutMs,
        schema: BarsReply,
      })
      if (!reply.ok) return reply
      const { s, t = [], c = [] } = reply.value
      if (s === 'no_data') return ok([])
      if (s !== 'ok' || t.length !== c.length) {
        return fail('upstream_failed', `${http.provider} answered in an unexpected shape`)
      }
      const points = toPricePoints(
        t.map((timeSec, index) => [timeSec, c[index]]),
        1_000,
      )
      return ok(points.filter(({ tMs }) => tMs >= fromMs && tMs <= toMs))
    },
  }
}
