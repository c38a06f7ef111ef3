import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import { bareNumber } from './json.ts'

/** Reads little-endian fields one after the other. Reading past the end throws RangeError: see `parseBytes`. */
export type ByteReader = ReturnType<typeof byteReader>

export function byteReader(bytes: Uint8Array, start = 0) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = start
  const take = (length: number): Uint8Array => {
    if (length > bytes.length - at) throw new RangeError(`${length} bytes at ${at} of ${bytes.length}`)
    at += length
    return bytes.subarray(at - length, at)
  }
  /** Where a field of so many bytes begins; the view refuses what lies beyond the end. */
  const step = (length: number): number => {
    at += length
    return at - length
  }
  const reader = {
    u8: (): number => view.getUint8(step(1)),
    u16: (): number => view.getUint16(step(2), true),
    i16: (): number => view.getInt16(step(2), true),
    u32: (): number => view.getUint32(step(4), true),
    u64: (): bigint => view.getBigUint64(step(8), true),
    i64: (): bigint => view.getBigInt64(step(8), true),
    f64: (): number => view.getFloat64(step(8), true),
    bool: (): boolean => view.getUint8(step(1)) !== 0,
    key: (): string => encodeBase58(take(32)),
    /** 32 zero bytes mean none. */
    optionalKey: (): string | null => {
      const key = take(32)
      return key.every((byte) => byte === 0) ? null : encodeBase58(key)
    },
    bytes: take,
    skip: (length: number): void => void take(length),
    /** u32 length and UTF-8, as Borsh writes it. */
    text: (): string => Buffer.from(take(reader.u32())).toString('utf8'),
    /** u64 length and UTF-8, as bincode writes it. */
    longText: (): string => {
      const length = reader.u64()
      if (length > BigInt(bytes.length)) throw new RangeError(`text of ${length} bytes`)
      return Buffer.from(take(Number(length))).toString('utf8')
    },
    /** A u64 as the JSON of nodes spells it: a bare number. */
    bareU64: () => bareNumber(reader.u64()),
    bareI64: () => bareNumber(reader.i64()),
    left: (): number => bytes.length - at,
    position: (): number => at,
  }
  return reader
}

/** Runs a parser; null when it read past the end. */
export function parseBytes<T>(parse: () => T | null): T | null {
  try {
    return parse()
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
