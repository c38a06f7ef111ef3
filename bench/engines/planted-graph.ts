import { createRandom } from '../../test/support/seeded-random.ts'

export type PlantedShape = {
  readonly nodeCount: number
  readonly edgesPerNode: number
  /** Share of edges whose ends are drawn from the whole graph; the others stay inside a group. 1 is a random graph. */
  readonly mixing: number
  readonly seed: number
}

/** A graph with groups of 4 to 64 nodes (small ones more often) scattered over the node numbers, without loops and
 *  without two edges between the same nodes. */
export function plantedGraph({ nodeCount, edgesPerNode, mixing, seed }: PlantedShape): {
  src: Uint32Array
  dst: Uint32Array
} {
  const random = createRandom(seed)
  const draw = (below: number): number => Math.floor(random() * below)
  const numbers = new Uint32Array(nodeCount).map((_, i) => i)
  for (let i = nodeCount - 1; i > 0; i--) {
    const j = draw(i + 1)
    const held = numbers[i]!
    numbers[i] = numbers[j]!
    numbers[j] = held
  }
  const groupStart = new Uint32Array(nodeCount)
  const groupSize = new Uint32Array(nodeCount)
  for (let at = 0; at < nodeCount; ) {
    const size = Math.min(nodeCount - at, Math.floor(4 * 2 ** (random() * 4)))
    groupStart.fill(at, at, at + size)
    groupSize.fill(size, at, at + size)
    at += size
  }
  const edgeCount = Math.floor(nodeCount * edgesPerNode)
  const src = new Uint32Array(edgeCount)
  const dst = new Uint32Array(edgeCount)
  const drawn = new Set<number>()
  while (drawn.size < edgeCount) {
    const from = draw(nodeCount)
    const isMixed = groupSize[from] === 1 || random() < mixing
    const to = isMixed ? draw(nodeCount) : groupStart[from]! + draw(groupSize[from]!)
    const key = Math.min(from, to) * nodeCount + Math.max(from, to)
    if (from === to || drawn.has(key)) continue
    src[drawn.size] = numbers[from]!
    dst[drawn.size] = numbers[to]!
    drawn.add(key)
  }
  return { src, dst }
}
