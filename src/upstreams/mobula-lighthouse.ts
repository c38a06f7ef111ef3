import Type, { type Static } from 'typebox'
import { TIMEOUTS } from '../config/timeouts.ts'
import { ok } from '../contract/outcome.ts'
import type { HttpClient } from '../runtime/http-client.ts'
import { readDecimal } from './decimal-text.ts'
import type { Lighthouse } from './market-capabilities.ts'

const Figure = Type.Optional(Type.Union([Type.Number(), Type.String(), Type.Null()]))
const Windows = Type.Optional(Type.Union([Type.Object({ '24h': Figure }), Type.Null()]))
const Reply = Type.Object({
  data: Type.Object({
    total: Type.Object({
      volumeUSD: Windows,
      volumeUSDChange: Windows,
      trades: Windows,
      buys: Windows,
      sells: Windows,
      feesPaidUSD: Windows,
    }),
  }),
})

/** Trading on Solana as a whole, which the provider counts anew every five minutes. Source: its published schemas. */
export function createMobulaLighthouse(http: HttpClient): Lighthouse {
  return {
    provider: http.provider,
    async marketTotals() {
      const reply = await http.getJson({
        path: '/2/market/lighthouse',
        query: { blockchains: 'solana' },
        timeoutMs: TIMEOUTS.lighthouseMs,
        schema: Reply,
      })
      if (!reply.ok) return reply
      const { volumeUSD, volumeUSDChange, trades, buys, sells, feesPaidUSD } = reply.value.data.total
      return ok({
        volumeUsd: lastDay(volumeUSD),
        volumeChangePct: lastDay(volumeUSDChange),
        trades: lastDay(trades),
        buys: lastDay(buys),
        sells: lastDay(sells),
        feesPaidUsd: lastDay(feesPaidUSD),
      })
    },
  }
}

function lastDay(windows: Static<typeof Windows> | undefined): number | null {
  return readDecimal(windows?.['24h'])
}
