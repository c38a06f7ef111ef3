import assert from 'node:assert/strict'
import { decodeBase58Fixed, encodeBase58 } from '../../hot-paths/base58.ts'

/** Fixed description of a Borsh struct: field name to kind, in wire order. */
export type Scalar = 'u8' | 'u16' | 'u32' | 'u64' | 'u128' | 'i64' | 'i128' | 'bool' | 'pubkey' | 'string'
export type Field =
  | Scalar
  | { readonly array: Scalar; readonly length: number }
  | { readonly vec: Layout; readonly max: number }
  | { readonly struct: Layout }
export type Layout = { readonly [name: string]: Field }

type ScalarValue<S extends Scalar> = S extends 'u8' | 'u16' | 'u32'
  ? number
  : S extends 'bool'
    ? boolean
    : S extends 'pubkey' | 'string'
      ? string
      : bigint
type FieldValue<F> = F extends Scalar
  ? ScalarValue<F>
  : F extends { readonly array: infer S extends Scalar }
    ? readonly ScalarValue<S>[]
    : F extends { readonly vec: infer L extends Layout }
      ? readonly LayoutValue<L>[]
      : F extends { readonly struct: infer L extends Layout }
        ? LayoutValue<L>
        : never
export type LayoutValue<L extends Layout> = { readonly [K in keyof L]: FieldValue<L[K]> }

const SIZE: Record<Scalar, number> = {
  u8: 1,
  u16: 2,
  u32: 4,
  u64: 8,
  u128: 16,
  i64: 8,
  i128: 16,
  bool: 1,
  pubkey: 32,
  string: 4,
}
export const ZERO_KEY = '11111111111111111111111111111111'
const utf8 = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true })

type Cursor = { readonly bytes: Uint8Array; readonly view: DataView; at: number }

/** Decodes `bytes` from `offset` on. On-chain structs grow at their end, so a field that begins at or after the last
 *  byte reads as zero, false, empty; a field that is cut off, a string or vector longer than what follows, or a vector
 *  longer than its `max`, is refused with null. `end` is the offset after the last byte read. */
export function decodeLayout<L extends Layout>(
  layout: L,
  bytes: Uint8Array,
  offset: number,
): { readonly value: LayoutValue<L>; readonly end: number } | null {
  if (offset > bytes.length) return null
  const cursor = { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), at: offset }
  const value = readStruct(layout, cursor)
  return value === null ? null : { value: value as LayoutValue<L>, end: cursor.at }
}

/** Bytes of a whole struct. Throws on values that the layout cannot hold: they are bugs of the caller. */
export function encodeLayout<L extends Layout>(layout: L, value: LayoutValue<L>): Uint8Array {
  const parts: Uint8Array[] = []
  writeStruct(layout, value as Record<string, unknown>, parts)
  return Buffer.concat(parts)
}

/** The zero value of a layout, for filling a new account. */
export function zeroOf<L extends Layout>(layout: L): LayoutValue<L> {
  const decoded = decodeLayout(layout, new Uint8Array(0), 0)
  assert(decoded !== null)
  return decoded.value
}

function readStruct(layout: Layout, cursor: Cursor): Record<string, unknown> | null {
  const value: Record<string, unknown> = {}
  for (const name in layout) {
    const read = readField(layout[name]!, cursor)
    if (read === null) return null
    value[name] = read
  }
  return value
}

function readField(field: Field, cursor: Cursor): unknown {
  if (typeof field === 'string') return readScalar(field, cursor)
  if ('struct' in field) return readStruct(field.struct, cursor)
  if ('array' in field) {
    const items: unknown[] = []
    for (let i = 0; i < field.length; i++) {
      const item = readScalar(field.array, cursor)
      if (item === null) return null
      items.push(item)
    }
    return items
  }
  const count = readScalar('u32', cursor) as number | null
  if (count === null || count > field.max) return null
  const rows: unknown[] = []
  for (let i = 0; i < count; i++) {
    // A count without its rows is a lie, not an older version.
    if (cursor.at >= cursor.bytes.length) return null
    const row = readStruct(field.vec, cursor)
    if (row === null) return null
    rows.push(row)
  }
  return rows
}

function readScalar(kind: Scalar, cursor: Cursor): unknown {
  const { bytes, view, at } = cursor
  if (at >= bytes.length) return zeroScalar(kind)
  const next = at + SIZE[kind]
  if (next > bytes.length) return null
  cursor.at = next
  switch (kind) {
    case 'u8':
      return bytes[at]
    case 'bool':
      return bytes[at] !== 0
    case 'u16':
      return view.getUint16(at, true)
    case 'u32':
      return view.getUint32(at, true)
    case 'u64':
      return view.getBigUint64(at, true)
    case 'i64':
      return view.getBigInt64(at, true)
    case 'u128':
      return view.getBigUint64(at, true) | (view.getBigUint64(at + 8, true) << 64n)
    case 'i128':
      return view.getBigUint64(at, true) | (view.getBigInt64(at + 8, true) << 64n)
    case 'pubkey':
      return encodeBase58(bytes.subarray(at, next))
    case 'string': {
      const end = next + view.getUint32(at, true)
      if (end > bytes.length) return null
      cursor.at = end
      return utf8.decode(bytes.subarray(next, end))
    }
  }
}

function zeroScalar(kind: Scalar): unknown {
  if (kind === 'u8' || kind === 'u16' || kind === 'u32') return 0
  if (kind === 'bool') return false
  if (kind === 'pubkey') return ZERO_KEY
  return kind === 'string' ? '' : 0n
}

function writeStruct(layout: Layout, value: Record<string, unknown>, parts: Uint8Array[]): void {
  for (const name in layout) {
    const field = layout[name]!
    const item = value[name]
    assert(item !== undefined, `field ${name} is missing`)
    if (typeof field === 'string') parts.push(scalarBytes(field, item))
    else if ('struct' in field) writeStruct(field.struct, item as Record<string, unknown>, parts)
    else if ('array' in field) {
      const items = item as readonly unknown[]
      assert.equal(items.length, field.length, `field ${name}`)
      for (const one of items) parts.push(scalarBytes(field.array, one))
    } else {
      const rows = item as readonly Record<string, unknown>[]
      assert(rows.length <= field.max, `field ${name} holds at most ${field.max} rows, got ${rows.length}`)
      parts.push(scalarBytes('u32', rows.length))
      for (const row of rows) writeStruct(field.vec, row, parts)
    }
  }
}

function scalarBytes(kind: Scalar, value: unknown): Uint8Array {
  if (kind === 'string') {
    const text = Buffer.from(value as string, 'utf8')
    return Buffer.concat([scalarBytes('u32', text.length), text])
  }
  if (kind === 'pubkey') {
    const key = decodeBase58Fixed(value as string, 32)
    assert(key !== null, 'a public key has 32 bytes')
    return key
  }
  const out = new Uint8Array(SIZE[kind])
  const view = new DataView(out.buffer)
  if (kind === 'bool') out[0] = value ? 1 : 0
  else if (kind === 'u8' || kind === 'u16' || kind === 'u32') {
    assert(Number.isInteger(value) && (value as number) >= 0 && (value as number) < 256 ** SIZE[kind], kind)
    for (let i = 0, rest = value as number; i < out.length; i++, rest = Math.floor(rest / 256)) out[i] = rest & 255
  } else {
    const bits = SIZE[kind] * 8
    const amount = value as bigint
    const fits = kind.startsWith('u') ? BigInt.asUintN(bits, amount) : BigInt.asIntN(bits, amount)
    assert(fits === amount, `${amount} is no ${kind}`)
    view.setBigUint64(0, BigInt.asUintN(64, amount), true)
    if (bits === 128) view.setBigUint64(8, BigInt.asUintN(64, amount >> 64n), true)
  }
  return out
}
