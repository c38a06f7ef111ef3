import { createPairColumns, type PairColumns } from '../../../src/hot-paths/screener/pair-columns.ts'

/** Columns of so many rows with numbers that differ by several powers of ten, a tenth of them unknown. */
export function fillColumns(rows: number, numbers = 4): PairColumns {
  const columns = createPairColumns({ numbers, codes: 1, flags: 1 })
  let state = 7
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 0x1_0000_0000
  }
  for (let i = 0; i < rows; i++) {
    const row = columns.add()
    for (let column = 0; column < numbers; column++)
      if (random() >= 0.1) columns.setNumber(column, row, Math.exp(random() * 14))
    columns.setCode(0, row, 1 + Math.floor(random() * 12))
    columns.setFlag(0, row, random() < 0.5)
  }
  return columns
}
