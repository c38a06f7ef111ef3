import assert from 'node:assert/strict'
import { addressBytes } from '../../src/chain/solana/pda.ts'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import type { ScriptOp } from '../chain/types.ts'

/* Little-endian fields at fixed offsets, for emulators that edit a copy of an account and write what changed. */

export const MAX_U64 = 2n ** 64n - 1n
export const MAX_U128 = 2n ** 128n - 1n
/** Changes closer than this are written as one. */
const JOINED_GAP_BYTES = 12

export function uintAt(bytes: Uint8Array, at: number, size: number): bigint {
  let value = 0n
  for (let i = size - 1; i >= 0; i--) value = (value << 8n) | BigInt(bytes[at + i]!)
  return value
}

export function intAt(bytes: Uint8Array, at: number, size: number): bigint {
  return BigInt.asIntN(size * 8, uintAt(bytes, at, size))
}

export function keyAt(bytes: Uint8Array, at: number): string {
  return encodeBase58(bytes.subarray(at, at + 32))
}

/** Throws when the value does not fit, signed or not. */
export function putInt(bytes: Uint8Array, at: number, size: number, value: bigint | number): void {
  let rest = BigInt.asUintN(size * 8, BigInt(value))
  assert(rest === BigInt(value) || BigInt.asIntN(size * 8, rest) === BigInt(value), `${value} in ${size} bytes`)
  for (let i = 0; i < size; i++, rest >>= 8n) bytes[at + i] = Number(rest & 255n)
}

export function putKey(bytes: Uint8Array, at: number, address: string): void {
  bytes.set(addressBytes(address), at)
}

/** Bytes of a number, for seeds, arguments and events. */
export function intBytes(size: number, value: bigint | number | boolean): Uint8Array {
  const bytes = new Uint8Array(size)
  putInt(bytes, 0, size, BigInt(value))
  return bytes
}

/** Writes of what differs between two states of an account of one length. */
export function writeChanges(address: string, before: Uint8Array, after: Uint8Array): ScriptOp[] {
  assert.equal(before.length, after.length)
  const ops: ScriptOp[] = []
  let from = -1
  let last = -1
  const flush = (): void => {
    if (from >= 0) ops.push({ op: 'write', address, offset: from, bytes: after.slice(from, last + 1) })
  }
  for (let i = 0; i < after.length; i++) {
    if (before[i] === after[i]) continue
    if (from < 0 || i - last > JOINED_GAP_BYTES) {
      flush()
      from = i
    }
    last = i
  }
  flush()
  return ops
}

/** Reads arguments one after the other. `isShort` tells in the end whether the bytes ran out; what was read past the
 *  end is zero. */
export function readArgs(data: Uint8Array, start = 8) {
  let at = start
  let isShort = false
  const take = (size: number): Uint8Array => {
    if (at + size > data.length) isShort = true
    const part = new Uint8Array(size)
    part.set(data.subarray(Math.min(at, data.length), Math.min(at + size, data.length)))
    at += size
    return part
  }
  return {
    uint: (size: number): bigint => uintAt(take(size), 0, size),
    int: (size: number): bigint => intAt(take(size), 0, size),
    small: (size: 1 | 2 | 4): number => Number(uintAt(take(size), 0, size)),
    flag: (): boolean => take(1)[0] !== 0,
    bytes: take,
    isShort: (): boolean => isShort,
  }
}
