import { buildOhlcv, countBuckets, createCandles } from '../../hot-paths/ohlcv.ts'
import type { TaskInput, TaskOutput } from '../tasks.ts'
import { transferColumns } from '../transferable.ts'

/** Candles of each period, the columns of one period in one block that is moved; the first `counts[n]` rows of each are
 *  filled. */
export default function task({ trades, periodsMs, isCarried }: TaskInput<'buildOhlcv'>): TaskOutput<'buildOhlcv'> {
  const candles = periodsMs.map((periodMs) => createCandles(countBuckets(trades.timesMs, periodMs, isCarried)))
  const counts = buildOhlcv(trades, periodsMs, isCarried, candles)
  return transferColumns(
    { candles, counts },
    candles.map(({ t }) => t),
  )
}
