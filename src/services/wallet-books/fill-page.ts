import { counted } from '../../contract/counted.ts'

/** What a page holds of transactions that are offered one after the other. */
export type FilledPage<Row> = {
  readonly rows: readonly Row[]
  /** What of a transaction that alone is more than a page was left out, in words; null where nothing was. */
  cut(): string | null
  /** False for a transaction that is for the next page: a page ends between two. */
  take(signature: string, rows: readonly Row[]): boolean
}

/** A page of at most `limit` rows of a wallet's transactions. The cursor names transactions, so that one with more rows
 *  than a page has room for stands on a page of its own, as far as it fits. `one` is what a row is called. */
export function fillPage<Row>(limit: number, one: string): FilledPage<Row> {
  const rows: Row[] = []
  let cut: string | null = null
  return {
    rows,
    cut: () => cut,
    take(signature, wanted) {
      const room = limit - rows.length
      if (room === 0 || (rows.length > 0 && wanted.length > room)) return false
      if (wanted.length > room) cut = `${counted(wanted.length - room, `more ${one}`)} of ${signature}`
      rows.push(...wanted.slice(0, room))
      return true
    },
  }
}
