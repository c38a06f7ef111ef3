import type { Trades } from '../../src/hot-paths/ohlcv.ts'
import { createRandom } from '../../test/support/seeded-random.ts'

const START_MS = 1_767_225_600_000

/** A price that wanders and trades that come in bursts, spread over `spanMs` from the start of 2026. */
export function makeTrades(count: number, spanMs: number, seed: number): Trades {
  const random = createRandom(seed)
  const timesMs = new Float64Array(count)
  const pricesUsd = new Float64Array(count)
  const volumesUsd = new Float64Array(count)
  let timeMs = START_MS
  let price = 0.001
  for (let i = 0; i < count; i++) {
    timeMs += Math.floor(3 * (spanMs / count) * random() ** 2)
    price *= 1 + (random() - 0.5) * 0.002
    timesMs[i] = timeMs
    pricesUsd[i] = price
    volumesUsd[i] = Math.round(1 + 500 * random() ** 3)
  }
  return { timesMs, pricesUsd, volumesUsd }
}
