import type { CandleRow } from '../../contract/chart.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import type { AskCandles } from '../../services/udf/read-history.ts'
import { bodyOf } from '../../services/udf/udf-answer.ts'
import type { AskRoute } from '../define-route.ts'

type Candles = { readonly resolution?: string; readonly candles: readonly CandleRow[] }

/** Candles of a token from its own route. What it derives from single prices has no steps of its own: no bars. */
export function askTokenCandles(ask: AskRoute, mint: string, period: string): AskCandles {
  return async ({ fromMs, toMs }) => {
    const query = queryOf({ period, from: fromMs, to: toMs })
    const answered = await ask('GET /api/v2/tokens/{mint}/ohlcv', { pathValues: [mint], query, bodyText: '{}' })
    return rowsOf(answered)
  }
}

export function askPoolCandles(ask: AskRoute, pool: string, period: string): AskCandles {
  return async ({ fromMs, toMs, amount }) => {
    const query = queryOf({ pool, period, amount, from: fromMs, to: toMs })
    return rowsOf(await ask('GET /api/v2/market/pool-ohlcv', { pathValues: [], query, bodyText: '{}' }))
  }
}

function queryOf(values: Readonly<Record<string, string | number | null>>): ReadonlyMap<string, string> {
  const given = Object.entries(values).filter(([, value]) => value !== null)
  return new Map(given.map(([name, value]) => [name, String(value)]))
}

function rowsOf(answered: Outcome<Uint8Array>): Outcome<readonly CandleRow[]> {
  if (!answered.ok) return answered
  const { resolution = 'candles', candles } = bodyOf<Candles>(answered.value)
  return ok(resolution === 'candles' ? candles : [])
}
