import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COMMUNITY_KERNELS, type CommunityKernels } from '../../src/hot-paths/community-kernels.ts'
import { compileFunctions } from '../../src/hot-paths/wasm-assembler.ts'

const { memory, run } = compileFunctions<CommunityKernels>(COMMUNITY_KERNELS)(1)
const words = new Int32Array(memory.buffer)
/** Puts columns one after the other and answers their addresses, with room behind each. */
function lay(...columns: readonly (readonly number[])[]): number[] {
  words.fill(-99)
  let top = 16
  return columns.map((column) => {
    const first = top
    words.set(column, first)
    top += column.length + 4
    return first * 4
  })
}
const read = (address: number, count: number): number[] => [...words.subarray(address / 4, address / 4 + count)]
const blank = (count: number): number[] => Array(count).fill(-99)
/** A path of three nodes and a loop at its end: 0 - 1 - 2, 2 - 2. */
const PATH = { offsets: [0, 1, 3, 6], neighbours: [1, 0, 2, 1, 2, 2] }

test('labels are numbered in order of first appearance', () => {
  const [labels, seen] = lay([4, 4, 0, 4, 2, 0], blank(6)) as [number, number]
  assert.equal(run.renumber(6, labels, seen), 3)
  assert.deepEqual(read(labels, 6), [0, 0, 1, 0, 2, 1])
})
test('gather reads through an index, scatter writes through it', () => {
  const [from, index, to] = lay([10, 11, 12], [2, 0, 1], blank(3)) as [number, number, number]
  run.gather(3, from, index, to)
  assert.deepEqual(read(to, 3), [12, 10, 11])
  run.scatter(3, from, index, to)
  assert.deepEqual(read(to, 3), [11, 12, 10])
})
test('sorting by degree keeps the order of equals, leaves loops out and counts them in the mass', () => {
  const [offsets, neighbours, counts, rank, order, outOffsets, mass, rows] = lay(
    PATH.offsets,
    PATH.neighbours,
    blank(5),
    ...[3, 3, 4, 3, 7].map(blank),
  ) as [number, number, number, number, number, number, number, number]
  const end = run.sortByDegree(3, offsets, neighbours, counts, 3, rank, order, outOffsets, mass, rows)
  assert.deepEqual(read(rank, 3), [0, 1, 2])
  assert.deepEqual(read(mass, 3), [1, 2, 3])
  assert.deepEqual(
    read(outOffsets, 4).map((address) => (address - rows) / 4),
    [0, 1, 3, 4],
  )
  assert.equal(end, rows + 16)
  assert.deepEqual(read(rows, 4), [1, 0, 2, 1])
})
test('parts become nodes: weights between them are added up, those inside left out', () => {
  // A square 0-1-2-3 with 0 and 1 together.
  const [offsets, rows, parts, mass, partMass, starts, places, members, outOffsets, out] = lay(
    blank(5),
    [1, 3, 0, 2, 1, 3, 2, 0],
    [0, 0, 1, 2],
    [2, 2, 2, 2],
    ...[3, 5, 3, 4, 4, 18].map(blank),
  ) as [number, number, number, number, number, number, number, number, number, number]
  words.set(
    [0, 2, 4, 6, 8].map((place) => rows + 4 * place),
    offsets / 4,
  )
  run.group(4, parts, mass, 3, partMass, starts, places, members)
  assert.deepEqual(
    [read(partMass, 3), read(members, 4)],
    [
      [4, 2, 2],
      [0, 1, 2, 3],
    ],
  )
  const end = run.aggregateUnit(3, offsets, parts, starts, members, places, outOffsets, out, out + 64)
  assert.deepEqual(read(out, (end - out) / 4), [2, 1, 1, 1, 0, 1, 2, 1, 1, 1, 0, 1])
  assert.deepEqual(
    read(outOffsets, 4).map((address) => (address - out) / 8),
    [0, 2, 4, 6],
  )
  // Once more, now from pairs: all in one has no neighbours.
  const [top, topMass, topStarts, topPlaces, topMembers, topOffsets, topOut] = [0, 1, 2, 3, 4, 5, 6].map(
    (i) => out + 4 * (64 + 16 * i),
  ) as [number, number, number, number, number, number, number]
  words.set([0, 1, 0], top / 4)
  run.group(3, top, partMass, 2, topMass, topStarts, topPlaces, topMembers)
  const topEnd = run.aggregateWeighted(
    2,
    outOffsets,
    top,
    topStarts,
    topMembers,
    topPlaces,
    topOffsets,
    topOut,
    topOut + 96,
  )
  assert.deepEqual(read(topMass, 2), [6, 2])
  assert.deepEqual(read(topOut, (topEnd - topOut) / 4), [1, 2, 0, 2])
})
test('communities in pieces are split, and the graph decides what hangs together', () => {
  const [offsets, neighbours, communities, queue, labels] = lay(
    PATH.offsets,
    PATH.neighbours,
    [5, 1, 5],
    blank(4),
    blank(3),
  ) as [number, number, number, number, number]
  assert.equal(run.split(3, offsets, neighbours, communities, queue, labels), 3)
  assert.deepEqual(read(labels, 3), [0, 1, 2])
  words.set([5, 5, 1], communities / 4)
  assert.equal(run.split(3, offsets, neighbours, communities, queue, labels), 2)
  assert.deepEqual(read(labels, 3), [0, 0, 1])
})
test('labels without a member are on a stack, the smallest on top', () => {
  const [mass, communities, sums, emptied] = lay([1, 2, 3], [1, 1, 1], blank(6), blank(5)) as [
    number,
    number,
    number,
    number,
  ]
  assert.equal(run.beginMoves(3, mass, communities, sums, emptied), 2)
  assert.deepEqual(read(sums, 6), [0, 0, 0, 6, 0, 0])
  assert.deepEqual(read(emptied, 3), [2, 2, 0])
})
