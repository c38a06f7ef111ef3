import type { Csr } from '../../src/hot-paths/graph-csr.ts'

/** Quality of a division in the constant Potts model, as igraph gives it: `sum over pairs of one community (weight
 *  between them - density) / 2m`, each pair counted in both directions and a node with itself once. (Traag, Van Dooren,
 *  Nesterov: Narrow scope for resolution-limit-free community detection, 2011) */
export function communityQuality(graph: Csr, labels: Uint32Array, density: number): number {
  const { nodeCount, offsets, neighbours, weight } = graph
  const sizes = new Float64Array(nodeCount)
  let inside = 0
  let total = 0
  for (let node = 0; node < nodeCount; node++) {
    sizes[labels[node]!]!++
    for (let at = offsets[node]!; at < offsets[node + 1]!; at++) {
      const w = weight === null ? 1 : weight[at]!
      total += w
      if (labels[neighbours[at]!] === labels[node]) inside += w
    }
  }
  if (total === 0) return 0
  let expected = 0
  for (const size of sizes) expected += density * size * size
  return (inside - expected) / total
}
