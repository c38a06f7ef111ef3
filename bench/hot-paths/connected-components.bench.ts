import assert from 'node:assert/strict'
import { Bench } from 'tinybench'
import { connectedComponents } from '../../src/hot-paths/connected-components.ts'
import { plantedGraph } from '../engines/planted-graph.ts'

/** Against a walk over adjacency lists in plain objects, as one would write it first. */
function walk(nodeCount: number, src: Uint32Array, dst: Uint32Array): number {
  const rows: number[][] = Array.from({ length: nodeCount }, () => [])
  for (const [edge, from] of src.entries()) {
    rows[from]!.push(dst[edge]!)
    rows[dst[edge]!]!.push(from)
  }
  const seen = new Set<number>()
  let count = 0
  for (let node = 0; node < nodeCount; node++) {
    if (seen.has(node)) continue
    count++
    const queue = [node]
    seen.add(node)
    for (let next = queue.pop(); next !== undefined; next = queue.pop())
      for (const neighbour of rows[next]!)
        if (!seen.has(neighbour)) {
          seen.add(neighbour)
          queue.push(neighbour)
        }
  }
  return count
}

const bench = new Bench({ name: 'connected-components', time: 300, warmupTime: 100 })
for (const nodeCount of [1_000, 100_000]) {
  const { src, dst } = plantedGraph({ nodeCount, edgesPerNode: 3, mixing: 0.2, seed: 1 })
  const labels = new Uint32Array(nodeCount)
  assert.equal(connectedComponents(src, dst, labels), walk(nodeCount, src, dst))
  bench.add(`${nodeCount} nodes`, () => {
    connectedComponents(src, dst, labels)
  })
  bench.add(`${nodeCount} nodes, walk over objects`, () => {
    walk(nodeCount, src, dst)
  })
}
await bench.run()
console.table(bench.table())
