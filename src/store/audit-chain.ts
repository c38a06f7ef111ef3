import { createHmac, type KeyObject } from 'node:crypto'
import { byteMembers } from './byte-members.ts'
import { decodeDurable, encodeDurable } from './codec.ts'
import { isGenuine, type RowPlace, sealRow, splitRow } from './sealed-row.ts'

export const AUDIT_TABLE = 'audit.v1'
/** Leads from a subject to its rows. */
export const SUBJECTS_TABLE = 'auditOfSubject.v1'
export const HEAD_TABLE = 'auditHead.v1'
export const HEAD_PLACE = { table: HEAD_TABLE, key: 'head' } as const satisfies RowPlace

/** A row of the log: the entry, and a code over it, its number and the code of the row before. */
export type ChainedRow = { readonly row: Buffer; readonly link: Buffer }

/** Where the chain begins and ends, with a code of its own: rows that are taken off either end are missed. */
export type AuditHead = {
  /** Of the newest row; 0 before the first. */
  readonly id: number
  readonly link: Buffer
  /** The oldest row that is kept, and the link before it. */
  readonly firstId: number
  readonly firstPrevious: Buffer
  /** Rows that begin a chain because the head was gone or forged. */
  readonly restarts: readonly number[]
}

const NO_LINK = Buffer.alloc(32)
export const EMPTY_HEAD: AuditHead = { id: 0, link: NO_LINK, firstId: 1, firstPrevious: NO_LINK, restarts: [] }

/** The head of a chain whose own head is gone: what lies before can no longer be vouched for. */
export function restartedHead(newestId: number, restarts: readonly number[] = []): AuditHead {
  const firstId = newestId + 1
  return { id: newestId, link: NO_LINK, firstId, firstPrevious: NO_LINK, restarts: [...restarts, firstId] }
}

export function linkOf(key: KeyObject, previous: Uint8Array, id: number, row: Uint8Array): Buffer {
  const place = `audit:${id}:`
  return createHmac('sha256', key).update(`${place.length}:${place}`).update(previous).update(row).digest()
}

export function encodeChained(row: Buffer, link: Buffer): Buffer {
  return encodeDurable({ row, link })
}

/** Undefined for bytes of another shape. */
export function splitChained(bytes: Buffer): ChainedRow | undefined {
  return byteMembers(bytes, ['row', 'link'])
}

export function encodeHead(key: KeyObject, head: AuditHead): Buffer {
  return sealRow(key, HEAD_PLACE, head)
}

/** Null when it is not there or not ours. */
export function decodeHead(key: KeyObject, bytes: Buffer | undefined): AuditHead | null {
  const split = bytes === undefined ? undefined : splitRow(bytes)
  if (split === undefined || !isGenuine(key, HEAD_PLACE, split)) return null
  const head = decodeDurable<AuditHead>(split.row)
  return { ...head, link: Buffer.from(head.link), firstPrevious: Buffer.from(head.firstPrevious) }
}
