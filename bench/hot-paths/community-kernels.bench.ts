import { Bench } from 'tinybench'
import { COMMUNITY_KERNELS, type CommunityKernels } from '../../src/hot-paths/community-kernels.ts'
import { compileFunctions } from '../../src/hot-paths/wasm-assembler.ts'

/** One pass of moves over nodes that are all alone, ten neighbours each. */
const nodeCount = 10_000
const degree = 10
const { memory, run } = compileFunctions<CommunityKernels>(COMMUNITY_KERNELS)(32)
const words = new Int32Array(memory.buffer)
let top = 16
const take = (count: number): number => {
  top += count
  return (top - count) * 4
}
const [offsets, mass, communities, emptied] = [1, 0, 0, 2].map((more) => take(nodeCount + more)) as [
  number,
  number,
  number,
  number,
]
const sums = take(2 * nodeCount)
const wordCount = (nodeCount >> 5) + 1
const waiting = take(wordCount)
const rows = take(nodeCount * degree)
for (let node = 0; node <= nodeCount; node++) words[offsets / 4 + node] = rows + 4 * degree * node
for (let place = 0; place < nodeCount * degree; place++) {
  // A ring of cliques of eleven, give or take.
  const node = Math.floor(place / degree)
  const other = node - (node % (degree + 1)) + (place % degree)
  words[rows / 4 + place] = other === node ? (node + degree + 1) % nodeCount : other
}
words.fill(degree, mass / 4, mass / 4 + nodeCount)
const bound = 2 ** 29
const bench = new Bench({ name: 'community-kernels', time: 500, warmupTime: 100 })
bench.add(`one pass over ${nodeCount} nodes`, () => {
  for (let node = 0; node < nodeCount; node++) words[communities / 4 + node] = node
  run.beginMoves(nodeCount, mass, communities, sums, emptied)
  words.fill(-1, waiting / 4, waiting / 4 + wordCount - 1)
  words[waiting / 4 + wordCount - 1] = (1 << (nodeCount & 31)) - 1
  const factor = bound / (nodeCount * degree)
  run.moveUnit(nodeCount, offsets, mass, communities, sums, waiting, wordCount, 0, emptied, bound, factor)
})
await bench.run()
console.table(bench.table())
