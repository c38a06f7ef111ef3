import { percentilesOf } from '../../hot-paths/screener/percentiles.ts'
import type { TaskInput, TaskOutput } from '../tasks.ts'

export default function percentiles({ values, shares }: TaskInput<'percentiles'>): TaskOutput<'percentiles'> {
  return percentilesOf(values, shares)
}
