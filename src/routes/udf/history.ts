import { CANDLE_STEP_MS } from '../../config/candle-steps.ts'
import { WEEK_MS } from '../../config/durations.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome } from '../../contract/outcome.ts'
import { clampedInt } from '../../contract/params.ts'
import {
  POOL_CANDLES,
  resolutionParam,
  secondsParam,
  symbolParam,
  TOKEN_PERIODS,
  UdfHistory,
  type UdfResolution,
  type UdfSymbol,
} from '../../contract/udf.ts'
import { resolutionsOf } from '../../services/udf/describe-symbol.ts'
import { MOST_BARS, readPoolHistory, readTokenHistory } from '../../services/udf/read-history.ts'
import { udfAnswer } from '../../services/udf/udf-answer.ts'
import { type AskRoute, defineRoute, type Route } from '../define-route.ts'
import { askPoolCandles, askTokenCandles } from './ask-candles.ts'
import { KEY_TEXT, KEYED, type UdfBase, udfParams } from './udf-route.ts'

const STEP_MS: Readonly<Record<UdfResolution, number>> = {
  '1': CANDLE_STEP_MS['1m'],
  '5': CANDLE_STEP_MS['5m'],
  '15': CANDLE_STEP_MS['15m'],
  '60': CANDLE_STEP_MS['1h'],
  '240': CANDLE_STEP_MS['4h'],
  '720': CANDLE_STEP_MS['12h'],
  '1D': CANDLE_STEP_MS['1d'],
  '1W': WEEK_MS,
}

export function udfHistory(base: UdfBase): Route {
  return defineRoute({
    ...KEYED,
    path: `${base}/history`,
    summary: 'Bars of a token or pool in USD (TradingView UDF).',
    description: `The candles of \`GET /api/v2/tokens/{mint}/ohlcv\`, of a pool those of \`GET /api/v2/market/pool-ohlcv\`: bars that begin from \`from\` to before \`to\`, at most ${MOST_BARS}, the newest. With \`countback\`, \`from\` does not count, and so many bars before \`to\` come, as far as they are found within two ranges of ${MOST_BARS} intervals. Intervals without trades have no bar. Without any, \`no_data\`, with \`nextTime\` where there is an older bar. A token that is known by single prices only has no bars. ${KEY_TEXT}`,
    params: udfParams(base),
    query: {
      symbol: symbolParam,
      resolution: resolutionParam,
      from: secondsParam('from', 'Oldest start of a bar.'),
      to: secondsParam('to', 'Bars begin before it.'),
      countback: clampedInt({ min: 0, max: MOST_BARS, default: 0, description: 'Bars before `to`; 0: by `from`.' }),
    },
    relaySchema: UdfHistory,
    failures: ['upstream_failed', 'unconfigured'],
    async handle(ctx, { query, request: { ask } }) {
      if (ask === undefined) return fail('internal', 'internal error')
      const history = await read(ctx, query, ask)
      return history.ok ? udfAnswer(history.value) : history
    },
  })
}

type Query = {
  readonly symbol: UdfSymbol
  readonly resolution: UdfResolution
  readonly from: number
  readonly to: number
  readonly countback: number
}

async function read(
  ctx: Context,
  { symbol, resolution, from, to, countback }: Query,
  ask: AskRoute,
): Promise<Outcome<UdfHistory>> {
  const range = { stepMs: STEP_MS[resolution], fromMs: from * 1_000, toMs: to * 1_000, countback }
  const period = (symbol.kind === 'pool' ? POOL_CANDLES : TOKEN_PERIODS)[resolution]
  if (period === undefined)
    return fail('invalid_request', `resolution: this symbol has ${resolutionsOf(symbol).join(', ')}`)
  if (countback === 0 && from >= to) return fail('invalid_request', 'from: expected a time before to')
  const query = { ...range, nowMs: ctx.clock.nowMs() }
  if (symbol.kind === 'pool') return readPoolHistory(query, askPoolCandles(ask, symbol.address, period))
  const days = askTokenCandles(ask, symbol.address, TOKEN_PERIODS['1D']!)
  return readTokenHistory(query, askTokenCandles(ask, symbol.address, period), days)
}
