import assert from 'node:assert/strict'
import { decodeBase58Fixed } from '../../hot-paths/base58.ts'
import { textOfKeyAt } from './key-texts.ts'

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

/** Reads some fields of a struct, and refuses what `decodeLayout` refuses: the others are checked and not kept. A third of the
 *  cost, where a long event is read for a few facts. */
export function fieldsOf<L extends Layout, Name extends keyof L & string>(
  layout: L,
  names: readonly Name[],
): (bytes: Uint8Array, offset: number) => Pick<LayoutValue<L>, Name> | null {
  const all = Object.entries(layout)
  const fields = all.map(([, field]) => field)
  const kept = all.map(([name]) => ((names as readonly string[]).includes(name) ? name : null))
  return (bytes, offset) => {
    if (offset > bytes.length) return null
    const cursor = { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), at: offset }
    const value: Record<string, unknown> = {}
    for (let at = 0; at < fields.length; at++) {
      const name = kept[at]!
      const field = fields[at]!
      if (name === null && typeof field === 'string') {
        if (!skipScalar(field, cursor)) return null
        continue
      }
      const read = readField(field, cursor)
      if (read === null) return null
      if (name !== null) value[name] = read
    }
    return value as Pick<LayoutValue<L>, Name>
  }
}

/** Goes on as `readScalar` does; false where that gives null. */
function skipScalar(kind: Scalar, cursor: Cursor): boolean {
  const { bytes, view, at } = cursor
  if (at >= bytes.length) return true
  const next = at + SIZE[kind]
  if (next > bytes.length) return false
  cursor.at = kind === 'string' ? next + view.getUint32(at, true) : next
  return cursor.at <= bytes.length
}

/** Bytes of a whole struct. Throws on values that the layout cannot hold: they are bugs of the caller. */
export function encodeLayout<L extends Layout>(layout: L, value: LayoutValue<L>): Uint8Array {
  const bytes = new Uint8Array(structSize(layout, value as Record<string, unknown>))
  const cursor = { bytes, view: new DataView(bytes.buffer), at: 0 }
  writeStruct(layout, value as Record<string, unknown>, cursor)
  return bytes
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
      return textOfKeyAt(bytes, at)
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

/** Bytes that a value takes; it also checks its shape, so that writing need not. */
function structSize(layout: Layout, value: Record<string, unknown>): number {
  let size = 0
  for (const name in layout) {
    const field = layout[name]!
    const item = value[name]
    assert(item !== undefined, `field ${name} is missing`)
    if (typeof field === 'string') size += scalarSize(field, item)
    else if ('struct' in field) size += structSize(field.struct, item as Record<string, unknown>)
    else if ('array' in field) {
      const items = item as readonly unknown[]
      assert.equal(items.length, field.length, `field ${name}`)
      for (const one of items) size += scalarSize(field.array, one)
    } else {
      const rows = item as readonly Record<string, unknown>[]
      assert(rows.length <= field.max, `field ${name} holds at most ${field.max} rows, got ${rows.length}`)
      size += SIZE.u32
      for (const row of rows) size += structSize(field.vec, row)
    }
  }
  return size
}

function scalarSize(kind: Scalar, value: unknown): number {
  return kind === 'string' ? SIZE.string + Buffer.byteLength(value as string, 'utf8') : SIZE[kind]
}

function writeStruct(layout: Layout, value: Record<string, unknown>, cursor: Cursor): void {
  for (const name in layout) {
    const field = layout[name]!
    const item = value[name]
    if (typeof field === 'string') writeScalar(field, item, cursor)
    else if ('struct' in field) writeStruct(field.struct, item as Record<string, unknown>, cursor)
    else if ('array' in field) for (const one of item as readonly unknown[]) writeScalar(field.array, one, cursor)
    else {
      const rows = item as readonly Record<string, unknown>[]
      writeScalar('u32', rows.length, cursor)
      for (const row of rows) writeStruct(field.vec, row, cursor)
    }
  }
}

function writeScalar(kind: Scalar, value: unknown, cursor: Cursor): void {
  const { bytes, view, at } = cursor
  cursor.at = at + SIZE[kind]
  switch (kind) {
    case 'string': {
      const text = Buffer.from(value as string, 'utf8')
      view.setUint32(at, text.length, true)
      bytes.set(text, cursor.at)
      cursor.at += text.length
      return
    }
    case 'pubkey':
      assert(decodeBase58Fixed(value as string, 32, bytes.subarray(at, cursor.at)), 'a public key has 32 bytes')
      return
    case 'bool':
      bytes[at] = value ? 1 : 0
      return
    case 'u8':
    case 'u16':
    case 'u32':
      assert(Number.isInteger(value) && (value as number) >= 0 && (value as number) < 256 ** SIZE[kind], kind)
      for (let i = at, rest = value as number; i < cursor.at; i++, rest = Math.floor(rest / 256)) bytes[i] = rest & 255
      return
    default: {
      const bits = SIZE[kind] * 8
      const amount = value as bigint
      const fits = kind === 'u64' || kind === 'u128' ? BigInt.asUintN(bits, amount) : BigInt.asIntN(bits, amount)
      assert(fits === amount, `${amount} is no ${kind}`)
      view.setBigUint64(at, BigInt.asUintN(64, amount), true)
      if (bits === 128) view.setBigUint64(at + 8, BigInt.asUintN(64, amount >> 64n), true)
    }
  }
}
