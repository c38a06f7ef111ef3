import { CONCENTRATION_LENGTH, concentration } from '../../hot-paths/concentration.ts'
import type { TaskInput } from '../tasks.ts'

/** The figures of `CONCENTRATION`. Sorts the balances it was given. Copied and not moved: for so few bytes moving costs
 *  more. */
export default function task({ balances, supply }: TaskInput<'concentration'>): Float64Array {
  const figures = new Float64Array(CONCENTRATION_LENGTH)
  concentration(balances, supply, figures)
  return figures
}
