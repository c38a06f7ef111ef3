import Type from 'typebox'
import { PROVIDERS } from '../config/providers.ts'
import { UPSTREAM_BATCHES } from '../config/upstream-limits.ts'
import { ok } from '../contract/outcome.ts'
import type { HttpClient } from '../runtime/http-client.ts'
import { chunksOf, inParallel } from '../runtime/in-parallel.ts'
import { compileReply } from '../runtime/reply-check.ts'
import { ChangePct, Maybe, SurePriceUsd, TokenDecimals, ValueUsd } from '../runtime/reply-ranges.ts'
import type { Prices, SpotPrice } from './capabilities.ts'

const PriceReply = Type.Record(Type.String(), Type.Unknown())
const isPriceRow = compileReply(
  Type.Object({
    usdPrice: SurePriceUsd,
    decimals: Maybe(TokenDecimals),
    priceChange24h: Maybe(ChangePct),
    /** A newer member, absent from older answers. */
    liquidity: Maybe(ValueUsd),
  }),
).matches

/** USD prices by mint, 50 a call. A mint that was not traded for a week or whose price is not reliable is absent; so is
 *  a price that is not above 0. Source: Jupiter Price API v3. */
export function createJupiterPrices(http: HttpClient): Prices {
  return {
    provider: http.provider,
    async spotPrices(mints) {
      const chunks = chunksOf([...new Set(mints)], UPSTREAM_BATCHES.jupiterPriceIds)
      const replies = await inParallel(chunks, UPSTREAM_BATCHES.chunksInParallel, (chunk) =>
        http.getJson({
          path: '/price/v3',
          query: { ids: chunk.join(',') },
          timeoutMs: PROVIDERS.jupiter.timeoutMs,
          schema: PriceReply,
        }),
      )
      const prices = new Map<string, SpotPrice>()
      for (const [at, reply] of replies.entries()) {
        if (!reply.ok) return reply
        for (const mint of chunks[at]!) {
          const row = reply.value[mint]
          if (!isPriceRow(row) || !(row.usdPrice > 0)) continue
          prices.set(mint, {
            priceUsd: row.usdPrice,
            priceChange24hPct: row.priceChange24h ?? null,
            decimals: row.decimals ?? null,
            liquidityUsd: row.liquidity ?? null,
          })
        }
      }
      return ok(prices)
    },
  }
}
