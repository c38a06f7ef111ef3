import assert from 'node:assert/strict'

/** A segment of the tape's index: which blocks mention which addresses, as two columns sorted by hash, then by block.
 *
 *  base f64 | count u32 | 0 u32 | hashes u32 each | blocks u32 each, as distances from base
 *
 *  32 bits of an address are enough: the reader then looks for the address itself in the block. Little-endian. */
export type Segment = {
  /** Number of the first event of the oldest block. */
  readonly base: number
  readonly hashes: Uint32Array
  readonly distances: Uint32Array
}

const HEADER_BYTES = 16
const ENTRY_BYTES = 8
/** Hash and distance together are exact as a double. */
const MAX_NEW_DISTANCE = 2 ** 21
const MAX_DISTANCE = 2 ** 32

/** Entries of one commit in any order. */
export function makeSegment(base: number, hashes: readonly number[], blockSeqs: readonly number[]): Segment {
  const keys = new Float64Array(hashes.length)
  for (let at = 0; at < keys.length; at++) {
    const distance = blockSeqs[at]! - base
    assert(distance >= 0 && distance < MAX_NEW_DISTANCE, 'a commit holds fewer than 2^21 events')
    keys[at] = hashes[at]! * MAX_NEW_DISTANCE + distance
  }
  keys.sort()
  const segment = { base, hashes: new Uint32Array(keys.length), distances: new Uint32Array(keys.length) }
  for (let at = 0; at < keys.length; at++) {
    const hash = Math.floor(keys[at]! / MAX_NEW_DISTANCE)
    segment.hashes[at] = hash
    segment.distances[at] = keys[at]! - hash * MAX_NEW_DISTANCE
  }
  return segment
}

/** One segment of several that follow each other. */
export function mergeSegments(segments: readonly Segment[]): Segment {
  let parts = [...segments]
  while (parts.length > 1) {
    const merged: Segment[] = []
    for (let at = 0; at < parts.length; at += 2)
      merged.push(at + 1 < parts.length ? mergeTwo(parts[at]!, parts[at + 1]!) : parts[at]!)
    parts = merged
  }
  return parts[0]!
}

function mergeTwo(older: Segment, newer: Segment): Segment {
  const shift = newer.base - older.base
  assert(shift >= 0 && shift + (newer.distances.at(-1) ?? 0) < MAX_DISTANCE, 'segments follow each other')
  const count = older.hashes.length + newer.hashes.length
  const hashes = new Uint32Array(count)
  const distances = new Uint32Array(count)
  let left = 0
  let right = 0
  for (let at = 0; at < count; at++) {
    const isOlder =
      left < older.hashes.length && (right >= newer.hashes.length || older.hashes[left]! <= newer.hashes[right]!)
    if (isOlder) {
      hashes[at] = older.hashes[left]!
      distances[at] = older.distances[left++]!
    } else {
      hashes[at] = newer.hashes[right]!
      distances[at] = newer.distances[right++]! + shift
    }
  }
  return { base: older.base, hashes, distances }
}

/** The entries whose hash is at least `from` and below `to`. */
export function sliceSegment({ base, hashes, distances }: Segment, from: number, to: number): Segment {
  const start = lowerBound(hashes, from)
  const end = lowerBound(hashes, to)
  return { base, hashes: hashes.subarray(start, end), distances: distances.subarray(start, end) }
}

/** Numbers of the first events of the blocks that hold a hash, newest first. */
export function blocksIn({ base, hashes, distances }: Segment, hash: number): number[] {
  const blockSeqs: number[] = []
  for (let at = lowerBound(hashes, hash + 1) - 1; at >= 0 && hashes[at] === hash; at--)
    blockSeqs.push(base + distances[at]!)
  return blockSeqs
}

export function encodeSegment({ base, hashes, distances }: Segment): Buffer {
  const bytes = Buffer.allocUnsafeSlow(HEADER_BYTES + ENTRY_BYTES * hashes.length)
  bytes.writeDoubleLE(base, 0)
  bytes.writeUInt32LE(hashes.length, 8)
  bytes.writeUInt32LE(0, 12)
  new Uint32Array(bytes.buffer, HEADER_BYTES, hashes.length).set(hashes)
  new Uint32Array(bytes.buffer, HEADER_BYTES + 4 * hashes.length, hashes.length).set(distances)
  return bytes
}

/** Reads what `encodeSegment` wrote. */
export function decodeSegment(bytes: Buffer): Segment {
  const count = bytes.readUInt32LE(8)
  assert(bytes.length === HEADER_BYTES + ENTRY_BYTES * count, 'index segment is cut short')
  // Columns must begin at a multiple of four bytes, which what the store hands out need not.
  const isAligned = bytes.byteOffset % 4 === 0
  const { buffer, byteOffset } = isAligned ? bytes : Uint8Array.prototype.slice.call(bytes)
  const hashesAt = byteOffset + HEADER_BYTES
  return {
    base: bytes.readDoubleLE(0),
    hashes: new Uint32Array(buffer, hashesAt, count),
    distances: new Uint32Array(buffer, hashesAt + 4 * count, count),
  }
}

/** How many hashes are below. */
function lowerBound(hashes: Uint32Array, hash: number): number {
  let low = 0
  let high = hashes.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (hashes[middle]! < hash) low = middle + 1
    else high = middle
  }
  return low
}
