import Type, { type Static } from 'typebox'
import { Missing } from './missing.ts'
import { closed, EpochMs, Text } from './shapes.ts'

/** Spec 2.3, charts. Times are epoch milliseconds, lists ascending, prices in USD. */

export const CHART_PERIODS = ['1h', '1d', '7d', '30d', '90d', '365d'] as const
export type ChartPeriod = (typeof CHART_PERIODS)[number]
export const POOL_PERIODS = ['1m', '5m', '1h', '1d', '1w'] as const
export type PoolPeriod = (typeof POOL_PERIODS)[number]

export const CandleRow = closed({
  t: Type.Integer({ description: 'Start of the interval, epoch milliseconds.' }),
  o: Type.Number(),
  h: Type.Number(),
  l: Type.Number(),
  c: Type.Number(),
  v: Type.Union([Type.Number(), Type.Null()], {
    description: 'Volume in USD; null where the candle was derived from prices alone.',
  }),
})
export type CandleRow = Static<typeof CandleRow>

export const Resolution = Type.Enum(['candles', 'resampled'], {
  description:
    '`candles`: a provider’s own candles, passed through (intervals without trades are left out), or those of the deepest pool from what this server has read of the chain, which may cover only the end of the range (`missing` says so). `resampled`: derived from a price history; also when nothing is known.',
})
export type Resolution = Static<typeof Resolution>

const Pool = Type.Optional(
  Type.String({ description: 'The pool whose candles these are; only when they are this server’s own.' }),
)

const window = {
  from: Type.Integer({ description: 'Start of the requested range, epoch milliseconds.' }),
  to: Type.Integer({ description: 'End of the range, epoch milliseconds.' }),
}

export const Chart = closed({
  mint: Text,
  period: Type.Enum([...CHART_PERIODS]),
  ...window,
  points: Type.Array(closed({ t: EpochMs, v: Type.Number() }), {
    description: 'Closes of the candles, or prices of the history.',
  }),
  resolution: Resolution,
  pool: Pool,
  missing: Missing,
})
export type Chart = Static<typeof Chart>

export const Ohlcv = closed({
  mint: Text,
  period: Type.Enum([...CHART_PERIODS]),
  ...window,
  resolution: Resolution,
  count: Type.Integer(),
  candles: Type.Array(CandleRow),
  pool: Pool,
  missing: Missing,
})
export type Ohlcv = Static<typeof Ohlcv>

export const PoolOhlcv = closed({
  pool: Text,
  period: Type.Enum([...POOL_PERIODS]),
  ...window,
  from: Type.Integer({
    description:
      'Start of the requested range, epoch milliseconds. Without a `from`: `amount` periods before `to`, or the oldest candle where pauses in trading make it older.',
  }),
  count: Type.Integer(),
  candles: Type.Array(CandleRow),
  stale: Type.Optional(
    Type.Literal(true, { description: 'Present only when every provider failed and the answer is an older one.' }),
  ),
  missing: Missing,
})
export type PoolOhlcv = Static<typeof PoolOhlcv>

export const ChartSource = closed({
  available: Type.Boolean({
    description: 'Whether the token has a pool. The other members are present only when true.',
  }),
  provider: Type.Optional(Type.Enum(['dexscreener', 'geckoterminal'], { description: 'Whose chart it is.' })),
  src: Type.Optional(Type.String({ description: 'Address for an embedded frame.' })),
  fullUrl: Type.Optional(Type.String({ description: 'Page of the chart.' })),
  pairAddress: Type.Optional(Text),
})
export type ChartSource = Static<typeof ChartSource>
