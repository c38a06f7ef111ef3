import type { CandleRow } from '../../contract/chart.ts'
import type { Candle } from '../../upstreams/market-capabilities.ts'

export function toCandleRow({ tMs, open, high, low, close, volumeUsd }: Candle): CandleRow {
  return { t: tMs, o: open, h: high, l: low, c: close, v: volumeUsd }
}
