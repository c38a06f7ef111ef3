import type { CandleRow } from '../../contract/chart.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { TokenPriceEntry } from '../../contract/token.ts'
import { MOST_QUOTES, quotedSymbols, type UdfQuote, UdfQuotes, type UdfSymbol } from '../../contract/udf.ts'
import { noQuote, quoteOfCandle, quoteOfPrice } from '../../services/udf/describe-quote.ts'
import { bodyOf, udfAnswer } from '../../services/udf/udf-answer.ts'
import { type AskRoute, defineRoute, type Route } from '../define-route.ts'
import { askPoolCandles } from './ask-candles.ts'
import { KEY_TEXT, KEYED, type UdfBase, udfParams } from './udf-route.ts'

export function udfQuotes(base: UdfBase): Route {
  return defineRoute({
    ...KEYED,
    path: `${base}/quotes`,
    summary: 'Prices of tokens and pools with their change, for watchlists of a chart (TradingView UDF).',
    description: `Of a token the figures of \`POST /api/v2/tokens/prices\`; of a pool the close of its newest daily candle, without a change. \`d\` has a row for each symbol, in the order asked, named as it was asked for; a symbol that nothing is known of, or that is none, has \`s: error\`. At most ${MOST_QUOTES}, of them ${MOST_POOLS} pools. There is no order book, so \`bid\`, \`ask\` and \`spread\` are absent. ${KEY_TEXT}`,
    params: udfParams(base),
    query: { symbols: quotedSymbols },
    relaySchema: UdfQuotes,
    failures: ['upstream_failed', 'unconfigured'],
    async handle(_, { query: { symbols }, request: { ask } }) {
      if (ask === undefined) return fail('internal', 'internal error')
      const quotes = await quote(symbols, ask)
      return quotes.ok ? udfAnswer({ s: 'ok', d: quotes.value }) : quotes
    },
  })
}

/** Each is a question of its own. */
const MOST_POOLS = 5

type Asked = { readonly name: string; readonly symbol: UdfSymbol | null }

async function quote(symbols: readonly Asked[], ask: AskRoute): Promise<Outcome<readonly UdfQuote[]>> {
  const addressesOf = (kind: UdfSymbol['kind']): readonly string[] => [
    ...new Set(symbols.flatMap(({ symbol }) => (symbol?.kind === kind ? [symbol.address] : []))),
  ]
  const prices = await askPrices(addressesOf('token'), ask)
  if (!prices.ok) return prices
  const candles = new Map<string, CandleRow>()
  for (const pool of addressesOf('pool').slice(0, MOST_POOLS)) {
    const newest = await askPoolCandles(ask, pool, '1d')({ fromMs: null, toMs: null, amount: 1 })
    if (newest.ok && newest.value.length > 0) candles.set(pool, newest.value.at(-1)!)
    else if (!newest.ok && newest.code !== 'not_found') return newest
  }
  return ok(
    symbols.map(({ name, symbol }) => {
      const price = symbol?.kind === 'token' ? prices.value[symbol.address] : undefined
      if (price !== undefined) return quoteOfPrice(name, price)
      const candle = symbol?.kind === 'pool' ? candles.get(symbol.address) : undefined
      return candle === undefined ? noQuote(name) : quoteOfCandle(name, candle)
    }),
  )
}

type Prices = Readonly<Record<string, TokenPriceEntry>>

async function askPrices(mints: readonly string[], ask: AskRoute): Promise<Outcome<Prices>> {
  if (mints.length === 0) return ok({})
  const question = { pathValues: [], query: new Map<string, string>(), bodyText: JSON.stringify({ mints }) }
  const answered = await ask('POST /api/v2/tokens/prices', question)
  return answered.ok ? ok(bodyOf<{ prices: Prices }>(answered.value).prices) : answered
}
