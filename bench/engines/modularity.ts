import assert from 'node:assert/strict'
import type { Csr } from '../../src/hot-paths/graph-csr.ts'

/** Modularity of a division of an undirected graph: the share of weight inside communities minus what it would be if the
 *  ends were drawn at random, `sum over communities (inside / 2m - resolution (strength / 2m)^2)`. `labels` are numbers
 *  below `graph.nodeCount`. 0 for a graph without edges. O(nodes + edges).
 *  (Newman, Girvan: Finding and evaluating community structure in networks, 2004) */
export function modularity(graph: Csr, labels: Uint32Array, resolution: number): number {
  const { nodeCount, offsets, neighbours, weight } = graph
  assert(labels.length === nodeCount, 'one label for each node')
  const strengths = new Float64Array(nodeCount)
  let inside = 0
  let total = 0
  for (let node = 0; node < nodeCount; node++) {
    const label = labels[node]!
    assert(label < nodeCount, 'labels are below the number of nodes')
    let strength = 0
    for (let at = offsets[node]!; at < offsets[node + 1]!; at++) {
      const w = weight === null ? 1 : weight[at]!
      strength += w
      if (labels[neighbours[at]!] === label) inside += w
    }
    strengths[label]! += strength
    total += strength
  }
  if (total === 0) return 0
  let expected = 0
  for (let label = 0; label < nodeCount; label++) expected += (strengths[label]! / total) ** 2
  return inside / total - resolution * expected
}
