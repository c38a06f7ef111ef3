import { readU64 } from '../../../hot-paths/account-layouts.ts'

/** Unsigned 128 bits, little-endian. */
export function readU128(data: Uint8Array, at: number): bigint {
  return readU64(data, at) | (readU64(data, at + 8) << 64n)
}

/** Unsigned 256 bits, little-endian. */
export function readU256(data: Uint8Array, at: number): bigint {
  return readU128(data, at) | (readU128(data, at + 16) << 128n)
}
