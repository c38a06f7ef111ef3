import type { Table } from '../environment.ts'
import {
  blocksIn,
  decodeSegment,
  encodeSegment,
  makeSegment,
  mergeSegments,
  type Segment,
  sliceSegment,
} from './segment.ts'

/** Which blocks mention a mint, a pool or a wallet: segments in levels, as in a log-structured merge tree, because one
 *  put for each address of a block costs more than all else of an append (each changes a page of its own). A commit
 *  writes one segment; as soon as a level holds 16, they become one of the next. From level 1 on a segment is cut into
 *  shards by the upper bits of the hash, so that what is merged and what is read at once stays small.
 *
 *  level 0: a commit | 1: 16 commits in 16 shards | 2: 256 commits in 16 shards | 3: 4,096 commits in 256 shards
 *
 *  Every segment of a level is newer than all of the levels above it. */
export type SegmentTable = Table<[level: number, shard: number, base: number]>

const SHARD_BITS = [0, 4, 4, 8] as const
const TOP_LEVEL = SHARD_BITS.length - 1
const SEGMENTS_PER_MERGE = 16
/** A commit of this many entries does not wait for others. */
const LARGE_COMMIT_ENTRIES = 4_096
const HASH_BITS = 32
const MAX_SEQ = Number.MAX_SAFE_INTEGER

/** Where in an address the hashed characters stand. Twelve of base58 or sixteen-based digits say more than the 32 bits
 *  that are kept, and vanity addresses differ there too; the whole of it would cost as much as encoding the event. */
const HASHED_FROM = 8
const HASHED_CHARACTERS = 12

/** 32 bits of an address (MurmurHash3's multipliers). */
export function addressHash(address: string): number {
  const end = Math.min(address.length, HASHED_FROM + HASHED_CHARACTERS)
  let hash = 0x9747b28c ^ address.length
  for (let at = Math.min(HASHED_FROM, end); at < end; at++) {
    hash = Math.imul(hash ^ address.charCodeAt(at), 0xcc9e2d51)
    hash = (hash << 15) | (hash >>> 17)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Collects the addresses that the blocks of a commit mention. */
export function createIndexDraft(): {
  /** The addresses of one block; each counts once. */
  addBlock(blockSeq: number, addresses: ReadonlySet<string>): void
  /** Undefined when there is nothing. */
  segment(): Segment | undefined
} {
  const hashes: number[] = []
  const blockSeqs: number[] = []
  return {
    addBlock(blockSeq, addresses) {
      // Two addresses with one hash are one entry: a block that is listed twice would be sent twice.
      for (const hash of new Set(Array.from(addresses, addressHash))) {
        hashes.push(hash)
        blockSeqs.push(blockSeq)
      }
    },
    segment: () => (hashes.length === 0 ? undefined : makeSegment(blockSeqs[0]!, hashes, blockSeqs)),
  }
}

/** Adds a commit's segment, inside its transaction. `turn` counts commits: each looks after one shard of each level, so
 *  that no commit pays for all of them. */
export function addToIndex(table: SegmentTable, segment: Segment, turn: number): void {
  const waiting = basesOf(table, 0, 0, SEGMENTS_PER_MERGE)
  const isFull = waiting.length + 1 >= SEGMENTS_PER_MERGE || segment.hashes.length >= LARGE_COMMIT_ENTRIES
  if (isFull) moveUp(table, 0, 0, waiting, segment)
  else put(table, 0, 0, segment)
  for (let level = 1; level < TOP_LEVEL; level++) {
    const shard = turn % 2 ** SHARD_BITS[level]!
    const bases = basesOf(table, level, shard, SEGMENTS_PER_MERGE)
    if (bases.length >= SEGMENTS_PER_MERGE) moveUp(table, level, shard, bases)
  }
}

/** Numbers of the first events of blocks that may mention an address, newest first, from those below `beforeSeq`. */
export function* findInIndex(table: SegmentTable, hash: number, beforeSeq: number): Generator<number> {
  for (let level = 0; level <= TOP_LEVEL; level++) {
    const shard = shardOf(hash, level)
    const range = { start: [level, shard, beforeSeq - 1], end: [level, shard, -1], reverse: true } as const
    for (const { value } of table.getRange(range as unknown as Parameters<SegmentTable['getRange']>[0]))
      for (const blockSeq of blocksIn(decodeSegment(value), hash)) if (blockSeq < beforeSeq) yield blockSeq
  }
}

function basesOf(table: SegmentTable, level: number, shard: number, limit: number): number[] {
  const keys = table.getKeys({ start: [level, shard, 0], end: [level, shard, MAX_SEQ], limit })
  return Array.from(keys, ([, , base]) => base)
}

/** The oldest segments of a shard, and one more, become one of the next level. */
function moveUp(table: SegmentTable, level: number, shard: number, bases: readonly number[], last?: Segment): void {
  const segments = bases.map((base) => decodeSegment(table.get([level, shard, base])!))
  const merged = mergeSegments(last === undefined ? segments : [...segments, last])
  for (const base of bases) table.remove([level, shard, base])
  const width = 2 ** (HASH_BITS - SHARD_BITS[level + 1]!)
  const from = shard * 2 ** (HASH_BITS - SHARD_BITS[level]!)
  const to = from + 2 ** (HASH_BITS - SHARD_BITS[level]!)
  for (let start = from; start < to; start += width) {
    const part = sliceSegment(merged, start, start + width)
    if (part.hashes.length > 0) put(table, level + 1, start / width, part)
  }
}

function put(table: SegmentTable, level: number, shard: number, segment: Segment): void {
  table.put([level, shard, segment.base], encodeSegment(segment))
}

function shardOf(hash: number, level: number): number {
  return Math.floor(hash / 2 ** (HASH_BITS - SHARD_BITS[level]!))
}
