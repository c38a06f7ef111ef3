import { move } from 'piscina'
import { CONCENTRATION_LENGTH, concentration } from '../../hot-paths/concentration.ts'
import type { TaskInput } from '../tasks.ts'

/** The figures of `CONCENTRATION`, moved and not copied. Sorts the balances it was given. */
export default function task({ balances, supply }: TaskInput<'concentration'>): Float64Array {
  const figures = new Float64Array(CONCENTRATION_LENGTH)
  concentration(balances, supply, figures)
  return move(figures) as unknown as Float64Array
}
