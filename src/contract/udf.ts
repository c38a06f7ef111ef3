import Type, { type Static } from 'typebox'
import type { PoolPeriod } from './chart.ts'
import { FailureBody } from './envelope.ts'
import { fail, ok } from './outcome.ts'
import { isAddress, type Rule } from './params.ts'
import { closed, Text } from './shapes.ts'

/** TradingView's Universal Data Feed: what charting libraries ask a server for. Times are seconds. */
export const UDF_PREFIX = '/udf/'

/** Resolutions by their names here, ascending, with the candles that they are. */
export const UDF_RESOLUTIONS = ['1', '5', '15', '60', '240', '720', '1D', '1W'] as const
export type UdfResolution = (typeof UDF_RESOLUTIONS)[number]

/** `period` of `GET /api/v2/tokens/{mint}/ohlcv`: it stands for a range, and for the size of its candles. */
export const TOKEN_PERIODS: Readonly<Partial<Record<UdfResolution, string>>> = {
  '1': '1h',
  '15': '1d',
  '60': '7d',
  '240': '30d',
  '720': '90d',
  '1D': '365d',
}
/** `period` of `GET /api/v2/market/pool-ohlcv`. */
export const POOL_CANDLES: Readonly<Partial<Record<UdfResolution, PoolPeriod>>> = {
  '1': '1m',
  '5': '5m',
  '60': '1h',
  '1D': '1d',
  '1W': '1w',
}

export type UdfSymbol = { readonly kind: 'token' | 'pool'; readonly address: string }

const POOL = 'pool:'

export function tickerOf({ kind, address }: UdfSymbol): string {
  return kind === 'pool' ? POOL + address : address
}

/** A mint, or `pool:` and the address of a pool; an exchange before it, as libraries write it, is ignored. */
export const symbolParam: Rule<UdfSymbol> = {
  schema: Type.String({
    maxLength: 80,
    description: 'A mint, or `pool:<address>` for one pool. `Solana:` before it is ignored.',
  }),
  required: true,
  aliases: [],
  parse(raw) {
    const text = (raw ?? '').trim().replace(/^solana:/i, '')
    const isPool = text.startsWith(POOL)
    const address = isPool ? text.slice(POOL.length) : text
    return isAddress(address)
      ? ok({ kind: isPool ? 'pool' : 'token', address })
      : fail('invalid_request', 'symbol: expected a mint, or pool:<address>')
  },
  canonical: tickerOf,
}

export const MOST_QUOTES = 50
const QUOTED_CHARS = 5_000

/** A comma list of symbols, each with its name as it was asked for; what is no symbol has none. */
export const quotedSymbols: Rule<readonly { readonly name: string; readonly symbol: UdfSymbol | null }[]> = {
  schema: Type.String({
    maxLength: QUOTED_CHARS,
    description: `Comma list of at most ${MOST_QUOTES} symbols, each as \`symbols\` takes it; further ones are dropped.`,
  }),
  required: true,
  aliases: [],
  parse(raw) {
    const names = (raw ?? '')
      .slice(0, QUOTED_CHARS)
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
    if (names.length === 0) return fail('invalid_request', 'symbols: expected a comma list of symbols')
    return ok(
      [...new Set(names)].slice(0, MOST_QUOTES).map((name) => {
        const symbol = symbolParam.parse(name)
        return { name, symbol: symbol.ok ? symbol.value : null }
      }),
    )
  },
  canonical: (symbols) =>
    encodeURIComponent(
      symbols
        .map(({ name }) => name)
        .join(',')
        .toWellFormed(),
    ),
}

/** Minutes, `1D` or `D`, `1W` or `W`. */
export const resolutionParam: Rule<UdfResolution> = {
  schema: Type.Enum([...UDF_RESOLUTIONS], {
    description: 'Minutes, or `1D`, `1W` (`D`, `W`). Tokens have 1, 15, 60, 240, 720, 1D; pools 1, 5, 60, 1D, 1W.',
  }),
  required: true,
  aliases: [],
  parse(raw) {
    const text = (raw ?? '').trim().toUpperCase()
    const known = UDF_RESOLUTIONS.find((one) => one === (/^[DW]$/.test(text) ? `1${text}` : text))
    return known === undefined
      ? fail('invalid_request', `resolution: expected one of ${UDF_RESOLUTIONS.join(', ')}`)
      : ok(known)
  },
  canonical: (value) => value,
}

const MOST_SECS = 8_640_000_000_000

/** A moment in seconds. */
export function secondsParam(name: string, description: string): Rule<number> {
  return {
    schema: Type.Integer({ minimum: 0, maximum: MOST_SECS, description: `${description} Unix seconds.` }),
    required: true,
    aliases: [],
    parse(raw) {
      const text = (raw ?? '').trim()
      const value = Math.floor(Number(text))
      return /^-?\d{1,15}(\.\d+)?$/.test(text) && value <= MOST_SECS
        ? ok(Math.max(0, value))
        : fail('invalid_request', `${name}: expected Unix seconds`)
    },
    canonical: String,
  }
}

export const UdfFailureBody = closed({
  s: Type.Literal('error'),
  errmsg: Type.String({ description: 'What went wrong, for people.' }),
  code: FailureBody.properties.code,
  requestId: FailureBody.properties.requestId,
})

const Times = Type.Array(Type.Integer({ description: 'Start of the bar, Unix seconds.' }))
const Prices = Type.Array(Type.Number(), { description: 'USD.' })

export const UdfHistory = Type.Union([
  closed({
    s: Type.Literal('ok'),
    t: Times,
    o: Prices,
    h: Prices,
    l: Prices,
    c: Prices,
    v: Type.Optional(Type.Array(Type.Number(), { description: 'USD; absent where volumes are not known.' })),
  }),
  closed({
    s: Type.Literal('no_data'),
    nextTime: Type.Optional(Type.Integer({ description: 'Start of the newest bar before the range, Unix seconds.' })),
  }),
])
export type UdfHistory = Static<typeof UdfHistory>

export const UdfConfig = closed({
  supported_resolutions: Type.Array(Text),
  supports_search: Type.Literal(true),
  supports_group_request: Type.Literal(false),
  supports_marks: Type.Literal(false),
  supports_timescale_marks: Type.Literal(false),
  supports_time: Type.Literal(true),
  exchanges: Type.Array(closed({ value: Text, name: Text, desc: Text })),
  symbols_types: Type.Array(closed({ name: Text, value: Text })),
})

export const UdfSymbolInfo = closed({
  name: Text,
  ticker: Type.String({ description: 'What `history` takes as its symbol.' }),
  description: Text,
  type: Type.Literal('crypto'),
  session: Type.Literal('24x7'),
  timezone: Type.Literal('Etc/UTC'),
  exchange: Text,
  listed_exchange: Text,
  minmov: Type.Literal(1),
  pricescale: Type.Integer({ description: 'A power of ten: six or more digits of the present price.' }),
  has_intraday: Type.Literal(true),
  has_daily: Type.Literal(true),
  has_weekly_and_monthly: Type.Boolean(),
  intraday_multipliers: Type.Array(Text),
  weekly_multipliers: Type.Array(Text),
  monthly_multipliers: Type.Array(Text, { maxItems: 0 }),
  supported_resolutions: Type.Array(Text),
  volume_precision: Type.Integer(),
  data_status: Type.Literal('streaming'),
  format: Type.Literal('price'),
  currency_code: Type.Literal('USD'),
  visible_plots_set: Type.Literal('ohlcv'),
})
export type UdfSymbolInfo = Static<typeof UdfSymbolInfo>

export const UdfSearch = Type.Array(
  closed({
    symbol: Text,
    full_name: Text,
    description: Text,
    exchange: Text,
    ticker: Text,
    type: Type.Literal('crypto'),
  }),
)

const QuoteValues = closed({
  short_name: Text,
  exchange: Text,
  description: Text,
  lp: Type.Number({ description: 'Last price, USD.' }),
  chp: Type.Optional(Type.Number({ description: 'Change in 24 hours, percent; absent where it is not known.' })),
  ch: Type.Optional(Type.Number({ description: 'The same in USD.' })),
  prev_close_price: Type.Optional(Type.Number({ description: 'The price 24 hours ago, USD, as the change says.' })),
  volume: Type.Optional(Type.Number({ description: 'USD; of a token 24 hours, of a pool the present day (UTC).' })),
})

const UdfQuoteRow = Type.Union([
  closed({ s: Type.Literal('ok'), n: Type.String({ description: 'The symbol as it was asked for.' }), v: QuoteValues }),
  closed({ s: Type.Literal('error'), n: Text, v: closed({}) }),
])
export type UdfQuote = Static<typeof UdfQuoteRow>

export const UdfQuotes = closed({ s: Type.Literal('ok'), d: Type.Array(UdfQuoteRow) })
