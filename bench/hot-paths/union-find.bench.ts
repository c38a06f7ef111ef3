import assert from 'node:assert/strict'
import { Bench } from 'tinybench'
import { flatten, join } from '../../src/hot-paths/union-find.ts'
import { plantedGraph } from '../engines/planted-graph.ts'

/** Against sets that are merged, the smaller into the larger, as one would write it first. */
function mergeSets(nodeCount: number, src: Uint32Array, dst: Uint32Array): number {
  const sets = Array.from({ length: nodeCount }, (_, node) => new Set([node]))
  let count = nodeCount
  for (const [edge, from] of src.entries()) {
    const [one, other] = [sets[from]!, sets[dst[edge]!]!]
    if (one === other) continue
    const [kept, gone] = one.size < other.size ? [other, one] : [one, other]
    for (const node of gone) {
      kept.add(node)
      sets[node] = kept
    }
    count--
  }
  return count
}
function joinAll(parents: Uint32Array, src: Uint32Array, dst: Uint32Array): number {
  for (let node = 0; node < parents.length; node++) parents[node] = node
  for (let edge = 0; edge < src.length; edge++) join(parents, src[edge]!, dst[edge]!)
  return flatten(parents)
}

const bench = new Bench({ name: 'union-find', time: 300, warmupTime: 100 })
for (const nodeCount of [500, 10_000]) {
  const { src, dst } = plantedGraph({ nodeCount, edgesPerNode: 3, mixing: 0.2, seed: 1 })
  const parents = new Uint32Array(nodeCount)
  assert.equal(joinAll(parents, src, dst), mergeSets(nodeCount, src, dst))
  bench.add(`${nodeCount} nodes`, () => {
    joinAll(parents, src, dst)
  })
  bench.add(`${nodeCount} nodes, merged sets`, () => {
    mergeSets(nodeCount, src, dst)
  })
}
await bench.run()
console.table(bench.table())
