import Type, { type TSchema } from 'typebox'
import { TIMEOUTS } from '../config/timeouts.ts'
import { ok } from '../contract/outcome.ts'
import type { HttpClient } from '../runtime/http-client.ts'
import { ChangeText, Maybe, TallyText, ValueText } from '../runtime/reply-ranges.ts'
import { readDecimal } from './decimal-text.ts'
import type { Lighthouse } from './market-capabilities.ts'

const windowsOf = <T extends TSchema>(figure: T) => Maybe(Type.Object({ '24h': Maybe(figure) }))
const Reply = Type.Object({
  data: Type.Object({
    total: Type.Object({
      volumeUSD: windowsOf(ValueText),
      volumeUSDChange: windowsOf(ChangeText),
      trades: windowsOf(TallyText),
      buys: windowsOf(TallyText),
      sells: windowsOf(TallyText),
      feesPaidUSD: windowsOf(ValueText),
    }),
  }),
})

/** Trading on Solana as a whole, which the provider counts again every five minutes. Source: its published schemas. */
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

function lastDay(windows: { readonly '24h'?: string | number | null | undefined } | null | undefined): number | null {
  return readDecimal(windows?.['24h'])
}
