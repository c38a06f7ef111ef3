import assert from 'node:assert/strict'
import { COMMUNITY_KERNELS, type CommunityKernels } from './community-kernels.ts'
import type { Csr } from './graph-csr.ts'
import { compileFunctions, PAGE_BYTES } from './wasm-assembler.ts'

/** Working memory of `leidenUnweighted`: grows to what the largest graph took and is kept between calls. One call at a
 *  time. Making one takes milliseconds (the loops are compiled), so callers keep theirs. */
export type LeidenRoom = {
  run: CommunityKernels
  memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
  words: Int32Array
  /** First free word. */
  top: number
  readonly start: (pages: number) => Pick<LeidenRoom, 'memory' | 'run'>
}
/** Columns are numbers of words in the room. */
type Level = {
  readonly nodeCount: number
  readonly offsets: number
  readonly mass: number
  /** Places in all rows. */
  readonly places: number
  readonly isUnit: boolean
}
type Work = {
  readonly sums: number
  readonly waiting: number
  readonly emptied: number
  readonly spare: number
  readonly members: number
  readonly penalty: number
  readonly bound: number
}
type Climb = { readonly seed: number; readonly isRefined: boolean; readonly descends: boolean }

/** Larger graphs could need more memory than addresses of 31 bits reach. */
export const MAX_UNWEIGHTED_SIZE = 2 ** 24

const WORD_BYTES = 4
/** Word 0 is left out: address 0 stands for "no place yet". */
const FIRST_WORD = 16
const MAX_LEVELS = 64
/** Gains are whole numbers up to here. */
const GAIN_BOUND = 2 ** 29
/** What most graphs need in all, so that the memory rarely grows during a call. */
const WORDS_PER_NODE = 24
const WORDS_PER_PLACE = 7

export function createLeidenRoom(): LeidenRoom {
  const start = compileFunctions<CommunityKernels>(COMMUNITY_KERNELS)
  const { memory, run } = start(1)
  return { run, memory, words: new Int32Array(memory.buffer), top: FIRST_WORD, start }
}

/** `leiden` by modularity for graphs without weights, at most `MAX_UNWEIGHTED_SIZE` nodes and places: the same steps with
 *  nodes visited by ascending degree. Whole numbers and the four operations on floats decide, so results depend neither
 *  on the machine nor on what was in the room before. */
export function leidenUnweighted(
  graph: Csr,
  options: {
    readonly resolution: number
    readonly seed: number
    readonly runs: number
    readonly descends?: boolean
  },
  labels: Uint32Array,
  room: LeidenRoom,
): number {
  const { nodeCount, neighbours } = graph
  const { resolution, seed, runs, descends = true } = options
  assert(graph.weight === null, 'all edges weigh the same')
  assert(labels.length === nodeCount && neighbours.length > 0, 'one label for each node, and an edge')
  assert(nodeCount <= MAX_UNWEIGHTED_SIZE && neighbours.length <= MAX_UNWEIGHTED_SIZE, 'size of the graph')
  makeRoom(room, WORDS_PER_NODE * nodeCount + WORDS_PER_PLACE * neighbours.length)
  const offsets = take(room, nodeCount + 1)
  const places = take(room, neighbours.length)
  const rank = take(room, nodeCount)
  const communities = take(room, nodeCount)
  const longestRow = longestRowOf(graph)
  const work: Work = {
    sums: take(room, 2 * nodeCount),
    waiting: take(room, waitingWords(nodeCount)),
    emptied: take(room, nodeCount + 2),
    spare: take(room, Math.max(nodeCount, longestRow + 2)),
    members: take(room, nodeCount),
    penalty: resolution / neighbours.length,
    bound: GAIN_BOUND / Math.max(1, resolution),
  }
  const base: Level = {
    nodeCount,
    offsets: take(room, nodeCount + 1),
    mass: take(room, nodeCount),
    places: neighbours.length,
    isUnit: true,
  }
  const rows = take(room, neighbours.length + 1)
  new Uint32Array(room.memory.buffer).set(graph.offsets, offsets)
  new Uint32Array(room.memory.buffer).set(neighbours, places)
  room.run.sortByDegree(
    nodeCount,
    addressOf(offsets),
    addressOf(places),
    addressOf(work.spare),
    longestRow,
    addressOf(rank),
    addressOf(work.members),
    addressOf(base.offsets),
    addressOf(base.mass),
    addressOf(rows),
  )
  for (let node = 0; node < nodeCount; node++) room.words[communities + node] = node
  moveNodes(room, base, communities, work, seed)
  const mark = room.top
  for (let run = 0; run <= runs; run++) {
    const hasMoved = climb(room, base, communities, work, { seed: (seed + run) >>> 0, isRefined: run > 0, descends })
    room.top = mark
    if (!hasMoved && run > 0) break
  }
  room.run.gather(nodeCount, addressOf(communities), addressOf(rank), addressOf(work.sums))
  const count = room.run.split(
    nodeCount,
    addressOf(offsets),
    addressOf(places),
    addressOf(work.sums),
    addressOf(work.emptied),
    addressOf(work.spare),
  )
  labels.set(room.words.subarray(work.spare, work.spare + nodeCount))
  return count
}

/** Up the levels and down again, starting from the communities in which no node of the first level gains by moving;
 *  leaves its result there. False when nothing moved. */
function climb(
  room: LeidenRoom,
  base: Level,
  labels: number,
  work: Work,
  { seed, isRefined, descends }: Climb,
): boolean {
  const { run } = room
  const levels = [base]
  /** Of each level below the top: the node of the next level that each node is part of. */
  const partsOf: number[] = []
  let communities = take(room, base.nodeCount)
  room.words.copyWithin(communities, labels, labels + base.nodeCount)
  let hasMoved = false
  while (levels.length < MAX_LEVELS) {
    const level = levels.at(-1)!
    const { nodeCount } = level
    const count = run.renumber(nodeCount, addressOf(communities), addressOf(work.spare))
    if (count === nodeCount) break
    const parts = isRefined ? refine(room, level, communities, work) : communities
    const partCount = isRefined ? room.run.renumber(nodeCount, addressOf(parts), addressOf(work.spare)) : count
    if (partCount === nodeCount) break
    const next = aggregate(room, level, parts, partCount, work)
    const partCommunities = take(room, partCount)
    run.scatter(nodeCount, addressOf(communities), addressOf(parts), addressOf(partCommunities))
    communities = partCommunities
    if (moveNodes(room, next, communities, work, seed)) hasMoved = true
    levels.push(next)
    partsOf.push(parts)
  }
  for (let depth = partsOf.length - 1; depth >= 0; depth--) {
    const { nodeCount } = levels[depth]!
    const below = take(room, nodeCount)
    run.gather(nodeCount, addressOf(communities), addressOf(partsOf[depth]!), addressOf(below))
    communities = below
    if (descends && moveNodes(room, levels[depth]!, communities, work, seed)) hasMoved = true
  }
  room.words.copyWithin(labels, communities, communities + base.nodeCount)
  return hasMoved
}

/** Moves each node to the community of a neighbour (or alone) where that gains most, and looks again at the neighbours
 *  of a node that moved, until none gains. */
function moveNodes(room: LeidenRoom, level: Level, communities: number, work: Work, seed: number): boolean {
  const { run, words } = room
  const { nodeCount, offsets, mass } = level
  const { sums, waiting, emptied } = work
  run.beginMoves(nodeCount, addressOf(mass), addressOf(communities), addressOf(sums), addressOf(emptied))
  const wordCount = waitingWords(nodeCount)
  words.fill(-1, waiting, waiting + wordCount - 1)
  words[waiting + wordCount - 1] = (1 << (nodeCount & 31)) - 1
  // Nodes without an edge come first on every level: they have nowhere to go, and no mass to divide by.
  for (let node = 0; node < nodeCount && words[offsets + node + 1] === words[offsets + node]; node++)
    words[waiting + (node >> 5)]! &= ~(1 << (node & 31))
  const startWord = (Math.imul(seed, 0x9e3779b1) >>> 0) % wordCount
  const pass = level.isUnit ? run.moveUnit : run.moveWeighted
  for (let hasMoved = false; ; hasMoved = true) {
    const moves = pass(
      nodeCount,
      addressOf(offsets),
      addressOf(mass),
      addressOf(communities),
      addressOf(sums),
      addressOf(waiting),
      wordCount,
      startWord,
      addressOf(emptied),
      work.bound,
      work.bound * work.penalty,
    )
    if (moves === 0) return hasMoved
  }
}

function refine(room: LeidenRoom, level: Level, communities: number, work: Work): number {
  const { nodeCount } = level
  const parts = take(room, nodeCount)
  const mark = room.top
  const columns = [0, 1, 2, 3, 4].map(() => addressOf(take(room, nodeCount)))
  const [whole, partMass, outward, isOpen, isAlone] = columns as [number, number, number, number, number]
  const divide = level.isUnit ? room.run.refineUnit : room.run.refineWeighted
  divide(
    nodeCount,
    addressOf(level.offsets),
    addressOf(level.mass),
    addressOf(communities),
    whole,
    addressOf(parts),
    partMass,
    outward,
    isOpen,
    isAlone,
    addressOf(work.sums),
    work.bound,
    work.bound * work.penalty,
    work.penalty,
  )
  room.top = mark
  return parts
}

/** The graph whose nodes are the parts. */
function aggregate(room: LeidenRoom, level: Level, parts: number, partCount: number, work: Work): Level {
  const offsets = take(room, partCount + 1)
  const mass = take(room, partCount)
  const starts = take(room, partCount + 2)
  const places = take(room, partCount)
  // A pair for each place of the level below at most, and one behind all of them.
  const rows = take(room, 2 * level.places + 2)
  room.run.group(
    level.nodeCount,
    addressOf(parts),
    addressOf(level.mass),
    partCount,
    addressOf(mass),
    addressOf(starts),
    addressOf(places),
    addressOf(work.members),
  )
  const fill = level.isUnit ? room.run.aggregateUnit : room.run.aggregateWeighted
  const end = fill(
    partCount,
    addressOf(level.offsets),
    addressOf(parts),
    addressOf(starts),
    addressOf(work.members),
    addressOf(places),
    addressOf(offsets),
    addressOf(rows),
    addressOf(rows + 2 * level.places),
  )
  room.top = end / WORD_BYTES
  return { nodeCount: partCount, offsets, mass, places: (room.top - rows) / 2, isUnit: false }
}

/** Frees all of the room. A memory that is too small is replaced rather than grown: growing empties the old buffer, after
 *  which the engine checks each access to any typed array of the process. */
function makeRoom(room: LeidenRoom, wordCount: number): void {
  room.top = FIRST_WORD
  if (room.words.length >= wordCount) return
  const { memory, run } = room.start(Math.ceil((wordCount * WORD_BYTES) / PAGE_BYTES))
  room.memory = memory
  room.run = run
  room.words = new Int32Array(memory.buffer)
}

/** Number of the first of `wordCount` free words, whatever they hold. */
function take(room: LeidenRoom, wordCount: number): number {
  const first = room.top
  room.top += wordCount
  if (room.top > room.words.length) {
    assert(room.top * WORD_BYTES < 2 ** 31, 'addresses are signed 32-bit numbers')
    room.memory.grow(Math.ceil(((room.top - room.words.length) * WORD_BYTES) / PAGE_BYTES))
    room.words = new Int32Array(room.memory.buffer)
  }
  return first
}

function addressOf(word: number): number {
  return word * WORD_BYTES
}

/** One bit a node. */
function waitingWords(nodeCount: number): number {
  return (nodeCount >> 5) + 1
}

function longestRowOf({ nodeCount, offsets }: Csr): number {
  let longest = 0
  for (let node = 0; node < nodeCount; node++) longest = Math.max(longest, offsets[node + 1]! - offsets[node]!)
  return longest
}
