import type { ExpiringTable } from '../expiring-table.ts'
import type { ResponseTable } from '../store.ts'

/** Payload of a row (the expiring table puts its own time before it):
 *
 *      0             8               16         18
 *      +-------------+---------------+----------+------+------...
 *      | builtAt f64 | freshUntil f64| etag u16 | etag | body
 *      +-------------+---------------+----------+------+------...
 */
const ETAG_LENGTH_AT = 16
const ETAG_AT = 18

export function createResponseTable(rows: ExpiringTable, worldTag: () => string): ResponseTable {
  const keyOf = (key: string) => `${worldTag()}\n${key}`
  return {
    get(key, scratch) {
      const row = rows.get(keyOf(key))
      if (row === undefined || row.length < ETAG_AT) return undefined
      const bodyAt = ETAG_AT + row.readUInt16LE(ETAG_LENGTH_AT)
      return {
        builtAtMs: row.readDoubleLE(0),
        freshUntilMs: row.readDoubleLE(8),
        etag: row.toString('latin1', ETAG_AT, bodyAt),
        body: copyBody(row, bodyAt, scratch),
      }
    },
    put(key, { body, etag, builtAtMs, freshUntilMs }) {
      const bodyAt = ETAG_AT + etag.length
      const row = Buffer.allocUnsafe(bodyAt + body.length)
      row.writeDoubleLE(builtAtMs, 0)
      row.writeDoubleLE(freshUntilMs, 8)
      row.writeUInt16LE(etag.length, ETAG_LENGTH_AT)
      row.write(etag, ETAG_AT, 'latin1')
      row.set(body, bodyAt)
      rows.put(keyOf(key), freshUntilMs, row)
    },
  }
}

/** A copy of its own: the row is lmdb's shared read buffer. */
function copyBody(row: Buffer, bodyAt: number, scratch: Buffer | undefined): Buffer {
  const bytes = row.length - bodyAt
  if (scratch === undefined || bytes > scratch.length) return Buffer.from(row.subarray(bodyAt))
  row.copy(scratch, 0, bodyAt, row.length)
  return scratch.subarray(0, bytes)
}
