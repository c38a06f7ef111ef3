import type { PackRows, PackTable } from '../../contract/label-pack.ts'
import { transferColumns } from '../../workers/transferable.ts'
import { joinRows } from './join-rows.ts'

/** Compute-thread entry: the rows of a file, piece by piece, to one table. */
export default function task({ pieces }: { readonly pieces: readonly PackRows[] }): PackTable {
  const joined = joinRows(pieces)
  const { table, featured, starts, records } = joined
  return transferColumns(joined, [table.rows, table.slots, featured, starts, records])
}
