import type { CandleRow } from '../../contract/chart.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { symbolParam, type UdfSymbol, UdfSymbolInfo } from '../../contract/udf.ts'
import { describeSymbol } from '../../services/udf/describe-symbol.ts'
import { bodyOf, udfAnswer } from '../../services/udf/udf-answer.ts'
import { type AskRoute, defineRoute, type Route } from '../define-route.ts'
import { askPoolCandles } from './ask-candles.ts'
import { KEY_TEXT, KEYED, type UdfBase, udfParams } from './udf-route.ts'

export function udfSymbols(base: UdfBase): Route {
  return defineRoute({
    ...KEYED,
    path: `${base}/symbols`,
    summary: 'One token or pool as a symbol of a chart (TradingView UDF).',
    description: `404 for a mint or pool that nothing is known of. Names are texts of strangers. ${KEY_TEXT}`,
    params: udfParams(base),
    query: { symbol: symbolParam },
    relaySchema: UdfSymbolInfo,
    failures: ['not_found', 'upstream_failed', 'unconfigured'],
    async handle(_, { query: { symbol }, request: { ask } }) {
      if (ask === undefined) return fail('internal', 'internal error')
      const facts = symbol.kind === 'pool' ? await poolFacts(symbol, ask) : await tokenFacts(symbol, ask)
      return facts.ok ? udfAnswer(describeSymbol(symbol, facts.value)) : facts
    },
  })
}

type Facts = { readonly name: string; readonly description: string; readonly priceUsd: number | null }
type Known = { readonly name: string | null; readonly symbol: string | null; readonly priceUSD: number | null }

async function tokenFacts({ address }: UdfSymbol, ask: AskRoute): Promise<Outcome<Facts>> {
  const answered = await ask('GET /api/v2/tokens/{mint}/metadata-full', {
    pathValues: [address],
    query: new Map(),
    bodyText: '{}',
  })
  if (!answered.ok) return answered
  const { name, symbol, priceUSD } = bodyOf<Known>(answered.value)
  if (name === null && symbol === null && priceUSD === null) return fail('not_found', 'unknown symbol')
  const shown = symbol ?? name ?? address
  return ok({ name: shown, description: `${name ?? shown} / USD`, priceUsd: priceUSD })
}

async function poolFacts({ address }: UdfSymbol, ask: AskRoute): Promise<Outcome<Facts>> {
  const newest = await askPoolCandles(ask, address, '1d')({ fromMs: null, toMs: null, amount: 1 })
  if (!newest.ok) return newest
  const last: CandleRow | undefined = newest.value.at(-1)
  if (last === undefined) return fail('not_found', 'unknown symbol')
  return ok({ name: `pool ${address.slice(0, 6)}`, description: `Pool ${address} / USD`, priceUsd: last.c })
}
