import type { PackRows, RowsInput } from '../../contract/label-pack.ts'
import { transferColumns } from '../../workers/transferable.ts'
import { readRows } from './read-rows.ts'

/** Compute-thread entry: the bytes of whole lines in, their rows in columns out. */
export default function task(input: RowsInput): PackRows {
  const rows = readRows(input)
  return transferColumns(rows, [rows.rows, rows.records])
}
