import Type from 'typebox'
import { DAY_MS } from '../config/durations.ts'
import { PROVIDERS } from '../config/providers.ts'
import { ok } from '../contract/outcome.ts'
import type { HttpClient } from '../runtime/http-client.ts'
import { Maybe, Nullable, PriceUsd, UnixSec } from '../runtime/reply-ranges.ts'
import { toPricePoints } from './candle-rows.ts'
import type { SolHistorySource, SolSpotSource } from './market-capabilities.ts'

const SpotReply = Type.Object({
  solana: Type.Optional(Type.Object({ usd: Nullable(PriceUsd), last_updated_at: Maybe(UnixSec) })),
})
const HistoryReply = Type.Object({ prices: Type.Array(Type.Unknown()) })
/** What the provider offers; up to one day comes in 5-minute points, up to 90 hourly, more daily. */
const DAYS = [1, 7, 14, 30, 90, 180, 365] as const
const LONGEST_DAYS = 365

/** SOL in USD, now and before. Source: CoinGecko's OpenAPI file (`/simple/price`, `/coins/{id}/market_chart`). */
export function createCoingeckoPrice(http: HttpClient): SolSpotSource & SolHistorySource {
  return {
    provider: http.provider,
    async solSpot() {
      const reply = await http.getJson({
        path: '/simple/price',
        query: { ids: 'solana', vs_currencies: 'usd', include_last_updated_at: 'true', precision: 'full' },
        label: 'simple price',
        timeoutMs: PROVIDERS.coingecko.timeoutMs,
        schema: SpotReply,
      })
      if (!reply.ok) return reply
      const { solana } = reply.value
      if (solana === undefined || !solana.usd || typeof solana.last_updated_at !== 'number') return ok(null)
      return ok({ priceUsd: solana.usd, atMs: solana.last_updated_at * 1_000, confidenceUsd: null })
    },
    async solHistory({ fromMs, toMs }) {
      const wantedDays = (toMs - fromMs) / DAY_MS
      const days = DAYS.find((offered) => offered >= wantedDays) ?? LONGEST_DAYS
      const reply = await http.getJson({
        path: '/coins/solana/market_chart',
        query: { vs_currency: 'usd', days, precision: 'full' },
        label: 'market chart',
        timeoutMs: PROVIDERS.coingecko.timeoutMs,
        schema: HistoryReply,
      })
      if (!reply.ok) return reply
      return ok(toPricePoints(reply.value.prices).filter(({ tMs }) => tMs >= fromMs && tMs <= toMs))
    },
  }
}
