import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { byteMembers } from './byte-members.ts'
import { encodeDurable } from './codec.ts'

/** A durable value that an attacker could gain by changing: the value as MessagePack, and a code over it, its table and
 *  its key, so that it cannot be moved to another place either. */
export type SealedRow = { readonly row: Buffer; readonly mac: Buffer }

export type RowPlace = { readonly table: string; readonly key: string | number }

export function sealRow(key: KeyObject, place: RowPlace, value: unknown): Buffer {
  const row = encodeDurable(value)
  return encodeDurable({ row, mac: codeOf(key, place, row) })
}

/** Undefined for bytes of another shape. */
export function splitRow(bytes: Buffer): SealedRow | undefined {
  return byteMembers(bytes, ['row', 'mac'])
}

export function isGenuine(key: KeyObject, place: RowPlace, { row, mac }: SealedRow): boolean {
  const code = codeOf(key, place, row)
  return mac.length === code.length && timingSafeEqual(mac, code)
}

/** Lengths in front: no table and key can be read as another. */
function codeOf(key: KeyObject, { table, key: at }: RowPlace, row: Buffer): Buffer {
  const place = `${typeof at}:${String(at)}`
  return createHmac('sha256', key).update(`${table.length}:${table}${place.length}:${place}`).update(row).digest()
}
