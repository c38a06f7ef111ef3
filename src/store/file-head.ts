import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'

/** LMDB's data file begins with two meta pages; the one with the higher transaction number counts.
 *
 *      24         28         48          144          152
 *      +----------+----------+-- ... ----+------------+-------------+
 *      | mark u32 | format   | page size | last page  | transaction |
 *      +----------+----------+-- ... ----+------------+-------------+
 */
const MARK_AT = 24
const MARK = 0xbeefc0de
const FORMAT = 2
const PAGE_BYTES_AT = 48
const LAST_PAGE_AT = 144
const TRANSACTION_AT = 152
const META_BYTES = 160

export type FileHead = { readonly bytes: number; readonly bytesExpected: number }

/** Reads the head of an environment's data file: `absent` when there is none or it is empty, `damaged` when LMDB would
 *  refuse it. A sound file can be shorter than expected when its last pages are unused. */
export function readFileHead(path: string): FileHead | 'absent' | 'damaged' {
  const descriptor = openForReading(join(path, 'data.mdb'))
  if (descriptor === undefined) return 'absent'
  try {
    const bytes = fstatSync(descriptor).size
    if (bytes === 0) return 'absent'
    const first = readMeta(descriptor, 0)
    const pageBytes = first?.readUInt32LE(PAGE_BYTES_AT) ?? 0
    if (first === undefined || pageBytes < 512 || pageBytes > 65_536) return 'damaged'
    const second = readMeta(descriptor, pageBytes)
    if (second === undefined) return 'damaged'
    const newest = second.readBigUInt64LE(TRANSACTION_AT) > first.readBigUInt64LE(TRANSACTION_AT) ? second : first
    return { bytes, bytesExpected: (Number(newest.readBigUInt64LE(LAST_PAGE_AT)) + 1) * pageBytes }
  } finally {
    closeSync(descriptor)
  }
}

function openForReading(file: string): number | undefined {
  try {
    return openSync(file, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function readMeta(descriptor: number, at: number): Buffer | undefined {
  const page = Buffer.alloc(META_BYTES)
  const isWhole = readSync(descriptor, page, 0, META_BYTES, at) === META_BYTES
  const isMeta = page.readUInt32LE(MARK_AT) === MARK && page.readUInt32LE(MARK_AT + 4) === FORMAT
  return isWhole && isMeta ? page : undefined
}
