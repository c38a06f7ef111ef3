import { createSeededRandom } from './seeded-random.ts'

export const HISTORY_STEP_SECS = 300
export const HISTORY_DAYS = 30
const STEPS_PER_DAY = 86_400 / HISTORY_STEP_SECS
export const HISTORY_STEPS = HISTORY_DAYS * STEPS_PER_DAY

export type Temper = 'stable' | 'major' | 'listed'

/** What happened before the ledger: 30 days in steps of five minutes, the last step ending now. Prices are relative to
 *  the price at the end, volumes to the pool's liquidity. */
export type PlannedHistory = {
  readonly close: Float64Array
  readonly volume: Float64Array
  readonly buys: Uint16Array
  readonly sells: Uint16Array
}

const TEMPERS: Readonly<Record<Temper, { dailyMove: number; dailyTurnover: number; tradesPerStep: number }>> = {
  stable: { dailyMove: 0.0006, dailyTurnover: 0.5, tradesPerStep: 2 },
  major: { dailyMove: 0.034, dailyTurnover: 0.9, tradesPerStep: 9 },
  listed: { dailyMove: 0.08, dailyTurnover: 0.35, tradesPerStep: 3 },
}

/** A random walk that ends at 1, with the day's rhythm in its volume. Pure function of its arguments; about 1 ms. */
export function planHistory(seed: string, mint: string, temper: Temper): PlannedHistory {
  const { dailyMove, dailyTurnover, tradesPerStep } = TEMPERS[temper]
  const random = createSeededRandom(`${seed}/history/${mint}`)
  const move = dailyMove / Math.sqrt(STEPS_PER_DAY)
  const close = new Float64Array(HISTORY_STEPS)
  const volume = new Float64Array(HISTORY_STEPS)
  const buys = new Uint16Array(HISTORY_STEPS)
  const sells = new Uint16Array(HISTORY_STEPS)
  let level = 0
  // Backwards from the known end, so that the end is exact.
  for (let i = HISTORY_STEPS - 1; i >= 0; i--) {
    close[i] = Math.exp(level)
    const step = random.normal() * move
    level = level * (1 - (temper === 'stable' ? 0.05 : 0.0004)) - step
    const hour = ((i * HISTORY_STEP_SECS) / 3_600) % 24
    const rhythm = 1 + 0.45 * Math.sin((hour / 24) * 2 * Math.PI)
    const burst = Math.exp(random.normal() * 0.7 - 0.245)
    volume[i] = (dailyTurnover / STEPS_PER_DAY) * rhythm * burst
    const trades = Math.round(tradesPerStep * rhythm * burst)
    const bought = Math.round(trades * Math.min(0.9, Math.max(0.1, 0.5 + step / move / 12)))
    buys[i] = bought
    sells[i] = trades - bought
  }
  return { close, volume, buys, sells }
}

export type HistorySums = { readonly volume: number; readonly buys: number; readonly sells: number }

/** Sums of the steps that lie between `fromSec` and the end of the history at `endSec`. */
export function sumHistory(history: PlannedHistory, endSec: number, fromSec: number): HistorySums {
  const steps = Math.min(HISTORY_STEPS, Math.max(0, Math.round((endSec - fromSec) / HISTORY_STEP_SECS)))
  const sums = { volume: 0, buys: 0, sells: 0 }
  for (let i = HISTORY_STEPS - steps; i < HISTORY_STEPS; i++) {
    sums.volume += history.volume[i]!
    sums.buys += history.buys[i]!
    sums.sells += history.sells[i]!
  }
  return sums
}

/** Relative price at a time, the oldest one for times before the history, 1 after its end. */
export function historyPriceAt(history: PlannedHistory, endSec: number, timeSec: number): number {
  if (timeSec >= endSec) return 1
  const stepsBack = Math.floor((endSec - timeSec) / HISTORY_STEP_SECS)
  return history.close[Math.max(0, HISTORY_STEPS - 1 - stepsBack)]!
}
