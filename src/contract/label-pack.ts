/** Words of a row beside its address: the index of its record, epoch seconds after which it is void (0 for never), and
 *  1 where it asks to be featured. */
export const ROW = { record: 11, expires: 12, featured: 13 } as const

/** A piece of a pack, whole lines. `columns`: the header of a CSV file; null for NDJSON. */
export type RowsInput = { readonly bytes: Uint8Array; readonly columns: readonly string[] | null }
/** Rows of a piece in columns, ready to leave the thread. */
export type PackRows = {
  /** As `hot-paths/address-table.ts` lays them out, with `ROW` in the words that it leaves free. */
  readonly rows: Uint32Array
  /** JSON of each different record, one a line. */
  readonly records: Uint8Array
  readonly count: number
  readonly refused: number
  /** Why, of the first of them: line within the piece, from 0. */
  readonly refusals: readonly { readonly line: number; readonly why: string }[]
}

/** All rows of a pack. Record `i` is the JSON in `records` from `starts[i]` up to `starts[i + 1]`. */
export type PackTable = {
  readonly table: { readonly rows: Uint32Array; readonly slots: Uint32Array }
  /** Rows that ask to be featured. */
  readonly featured: Uint32Array
  readonly starts: Uint32Array
  readonly records: Uint8Array
}
