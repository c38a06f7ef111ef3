import { fail } from '../../contract/outcome.ts'
import { clampedInt, text } from '../../contract/params.ts'
import { UdfSearch } from '../../contract/udf.ts'
import { EXCHANGE } from '../../services/udf/describe-symbol.ts'
import { bodyOf, udfAnswer } from '../../services/udf/udf-answer.ts'
import { defineRoute, type Route } from '../define-route.ts'
import { KEY_TEXT, KEYED, type UdfBase, udfParams } from './udf-route.ts'

type Found = { readonly mint: string; readonly symbol: string | null; readonly name: string | null }

export function udfSearch(base: UdfBase): Route {
  return defineRoute({
    ...KEYED,
    path: `${base}/search`,
    summary: 'Tokens for a name, symbol or mint, as symbols of a chart (TradingView UDF).',
    description: `As \`GET /api/v2/tokens/search\`. Some libraries send what was typed in capitals, in which no mint is found. ${KEY_TEXT}`,
    params: udfParams(base),
    query: {
      query: text({ maxChars: 128, description: 'At least 2 characters; shorter texts have no results.' }),
      limit: clampedInt({ min: 1, max: 30, default: 30, description: 'Results.' }),
      type: text({ maxChars: 32, description: 'Ignored: all are `crypto`.' }),
      exchange: text({ maxChars: 32, description: 'Ignored: all are on `Solana`.' }),
    },
    relaySchema: UdfSearch,
    failures: ['upstream_failed', 'unconfigured'],
    async handle(_, { query: { query, limit }, request: { ask } }) {
      if (ask === undefined) return fail('internal', 'internal error')
      const asked = { pathValues: [], query: new Map([['q', query]]), bodyText: '{}' }
      const answered = await ask('GET /api/v2/tokens/search', asked)
      if (!answered.ok) return answered
      const { results } = bodyOf<{ results: readonly Found[] }>(answered.value)
      return udfAnswer(results.slice(0, limit).map(toRow))
    },
  })
}

function toRow({ mint, symbol, name }: Found) {
  const shown = symbol ?? name ?? mint
  return {
    symbol: shown,
    full_name: `${EXCHANGE}:${mint}`,
    description: name ?? shown,
    exchange: EXCHANGE,
    ticker: mint,
    type: 'crypto',
  }
}
