import { createCandles } from '../../hot-paths/ohlcv.ts'
import { resampleCandles } from '../../hot-paths/resample-candles.ts'
import type { TaskInput, TaskOutput } from '../tasks.ts'
import { transferColumns } from '../transferable.ts'

/** Coarse candles, all columns in one block that is moved; the first `count` rows are filled. */
export default function task(input: TaskInput<'resampleCandles'>): TaskOutput<'resampleCandles'> {
  const { candles: fine, count, fromMs, toMs } = input
  const candles = createCandles(count)
  return transferColumns({ candles, count: resampleCandles(fine, count, { fromMs, toMs }, candles) }, [candles.t])
}
