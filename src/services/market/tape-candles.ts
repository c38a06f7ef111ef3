import { LIMITS } from '../../config/limits.ts'
import { TAPE } from '../../config/tape.ts'
import type { Context } from '../../context.ts'
import type { Outcome } from '../../contract/outcome.ts'
import type { Candle } from '../../upstreams/market-capabilities.ts'
import { wholeStretch } from '../chains/tape-stretch.ts'
import { foldToStep } from './candle-columns.ts'

export type TapeCandlesQuery = {
  readonly pool: string
  /** The token whose prices are wanted; null for whichever the pool prices. */
  readonly mint: string | null
  readonly fromMs: number
  readonly toMs: number
  readonly stepMs: number
}

/** Candles of a pool's own trades, at the prices they were made at, fees included. Null where the tape does not hold
 *  the whole range: it begins later, has a gap or lags, leaves trades of the pool out, knows no trade of it, or knows
 *  trades without a price among the newest `LIMITS.windowTrades` of the range. Fails as the compute threads fail. */
export async function readTapeCandles(
  ctx: Context,
  { pool, mint, fromMs, toMs, stepMs }: TapeCandlesQuery,
): Promise<Outcome<readonly Candle[]> | null> {
  const { tape } = ctx.store
  const stretch = wholeStretch(ctx, mint === null ? [pool] : [pool, mint])
  if (stretch === null || stretch.fromTimeSec === null || stretch.toTimeSec === null) return null
  if (!stretch.isCurrent && stretch.toTimeSec * 1_000 < toMs) return null
  const [newest] = tape.trades({ by: 'pool', address: pool }, { limit: 1 }).trades
  if (newest === undefined || (mint !== null && newest.mint !== mint)) return null
  const launch = tape.launchOf(newest.mint)
  const isWholeLife = launch?.kind === 'launch' && launch.slot >= stretch.fromSlot
  if (!isWholeLife && stretch.fromTimeSec * 1_000 > fromMs) return null
  const range = { fromTimeSec: Math.ceil(fromMs / 1_000), toTimeSec: Math.floor(toMs / 1_000) }
  const inRange = tape.trades({ by: 'pool', address: pool }, { limit: LIMITS.windowTrades, ...range })
  if (inRange.trades.some(({ priceUsd }) => priceUsd === null)) return null
  const candles = tape
    .candles(pool, fromMs, toMs)
    .map(({ tMs, open, high, low, close, volumeUsd }) => ({ tMs, open, high, low, close, volumeUsd }))
  return foldToStep(ctx, { stepMs: TAPE.minuteMs, candles }, stepMs)
}
