import assert from 'node:assert/strict'
import type { Packed } from './packed.ts'

/* A world begins at the time it is built, and its history reaches back from there: the time stands in its blocks, in
 * the events and accounts of programs, in figures of providers. Where it stands is found by building the same world for
 * two times: what differs must differ by just that time, and moves with it. Everything else must be the same. */

/** Places of a world's times: indexes into the columns. */
export type TimePlaces = {
  /** Numbers in seconds, and in milliseconds. */
  readonly secs: Uint32Array
  readonly ms: Uint32Array
  readonly bigints: Uint32Array
  /** Where in the bytes 8 of them, and 4, hold seconds, little-endian. */
  readonly wide: Uint32Array
  readonly narrow: Uint32Array
}

const MS = 1_000
const WIDE_BYTES = 8
const NARROW_BYTES = 4

/** Where `one` and `other`, `shiftSec` later, differ. Throws when they differ by anything but that time. The last byte
 *  of `shiftSec` must not be 0: the first byte of each time differs then. */
export function findTimePlaces(one: Packed, other: Packed, shiftSec: number): TimePlaces {
  assert(shiftSec % 256 !== 0, 'the first byte of a time must differ')
  assert.deepEqual(one.shapes, other.shapes, 'objects of two worlds of one seed')
  assert(one.words.length === other.words.length, 'two worlds of one seed are as large')
  for (let i = 0; i < one.words.length; i++) assert(one.words[i] === other.words[i], `word ${i}`)
  for (const [i, text] of one.strings.entries()) assert(text === other.strings[i], `${text}, then ${other.strings[i]}`)
  const secs: number[] = []
  const ms: number[] = []
  for (const [i, number] of one.numbers.entries()) {
    const by = other.numbers[i]! - number
    if (by === shiftSec) secs.push(i)
    else if (by === shiftSec * MS) ms.push(i)
    else assert(Object.is(other.numbers[i], number), `number ${number}, then ${other.numbers[i]}`)
  }
  const bigints: number[] = []
  for (const [i, value] of one.bigints.entries()) {
    if (other.bigints[i] === value) continue
    assert(other.bigints[i]! - value === BigInt(shiftSec), `bigint ${value}, then ${other.bigints[i]}`)
    bigints.push(i)
  }
  return {
    secs: Uint32Array.from(secs),
    ms: Uint32Array.from(ms),
    bigints: Uint32Array.from(bigints),
    ...findInBytes(one.bytes, other.bytes, shiftSec),
  }
}

function findInBytes(one: Uint8Array, other: Uint8Array, shiftSec: number): Pick<TimePlaces, 'wide' | 'narrow'> {
  assert(one.length === other.length, 'bytes of two worlds of one seed')
  const [a, b] = [viewOf(one), viewOf(other)]
  const wide: number[] = []
  const narrow: number[] = []
  for (let at = 0; at < one.length; at++) {
    if (one[at] === other[at]) continue
    const fits = at + WIDE_BYTES <= one.length
    if (fits && b.getBigInt64(at, true) - a.getBigInt64(at, true) === BigInt(shiftSec)) {
      wide.push(at)
      at += WIDE_BYTES - 1
      continue
    }
    const by = at + NARROW_BYTES <= one.length ? b.getUint32(at, true) - a.getUint32(at, true) : 0
    assert(by === shiftSec, `byte ${at} differs, and not by the time between two worlds`)
    narrow.push(at)
    at += NARROW_BYTES - 1
  }
  return { wide: Uint32Array.from(wide), narrow: Uint32Array.from(narrow) }
}

/** Moves the time of a packed world, in place. */
export function shiftTime(packed: Packed, places: TimePlaces, shiftSec: number): void {
  const { numbers, bigints } = packed
  for (const i of places.secs) numbers[i]! += shiftSec
  for (const i of places.ms) numbers[i]! += shiftSec * MS
  for (const i of places.bigints) bigints[i]! += BigInt(shiftSec)
  const bytes = viewOf(packed.bytes)
  for (const at of places.wide) bytes.setBigInt64(at, bytes.getBigInt64(at, true) + BigInt(shiftSec), true)
  for (const at of places.narrow) bytes.setUint32(at, bytes.getUint32(at, true) + shiftSec, true)
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
}
