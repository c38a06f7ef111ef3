import type { HolderGraph } from '../../src/hot-paths/cluster-holders.ts'
import { createRandom } from '../../test/support/seeded-random.ts'
import { plantedGraph } from './planted-graph.ts'

/** A holder graph of the density that a Bubble Map has: about one strong and three weak links a holder, four kinds. */
export function holderGraph(nodeCount: number, seed: number): HolderGraph {
  const random = createRandom(seed)
  const strong = plantedGraph({ nodeCount, edgesPerNode: 0.6, mixing: 0, seed })
  const weak = plantedGraph({ nodeCount, edgesPerNode: 3, mixing: 0.2, seed: seed + 1 })
  return {
    amounts: Float64Array.from({ length: nodeCount }, () => random() ** 4 / nodeCount),
    excluded: Uint8Array.from({ length: nodeCount }, () => (random() < 0.01 ? 1 : 0)),
    strongSrc: strong.src,
    strongDst: strong.dst,
    weakSrc: weak.src,
    weakDst: weak.dst,
    weakWeight: Float64Array.from(weak.src, () => 0.2 + 0.7 * random()),
    weakKind: Uint8Array.from(weak.src, () => Math.floor(4 * random())),
  }
}
