import assert from 'node:assert/strict'

/** Edges by columns; `weight` null where all weigh 1. */
export type EdgeList = { readonly src: Uint32Array; readonly dst: Uint32Array; readonly weight: Float64Array | null }

/** Rows of neighbours, one after the other:
 *
 *      offsets     0     3  4        6        nodeCount + 1 of them, the last is the total
 *      neighbours  b c d | a | a d | ...      node 0, node 1, node 2
 *      weight      the same places, or null where all weigh 1
 */
export type Csr = {
  readonly nodeCount: number
  readonly offsets: Uint32Array
  readonly neighbours: Uint32Array
  readonly weight: Float64Array | null
}

/** Both ends of each edge get a place in the other's row; a loop takes two places in its own. Neighbours stand in the
 *  order of the edges. O(nodes + edges). */
export function buildUndirectedCsr(nodeCount: number, { src, dst, weight }: EdgeList): Csr {
  checkEdges(nodeCount, { src, dst, weight })
  const cursors = new Uint32Array(nodeCount + 2)
  for (let edge = 0; edge < src.length; edge++) {
    cursors[src[edge]! + 2]!++
    cursors[dst[edge]! + 2]!++
  }
  startsFromCounts(cursors)
  const neighbours = new Uint32Array(2 * src.length)
  const weights = weight === null ? null : new Float64Array(2 * src.length)
  for (let edge = 0; edge < src.length; edge++) {
    const from = src[edge]!
    const to = dst[edge]!
    const here = cursors[from + 1]!++
    const there = cursors[to + 1]!++
    neighbours[here] = to
    neighbours[there] = from
    if (weights === null) continue
    weights[here] = weight![edge]!
    weights[there] = weight![edge]!
  }
  return { nodeCount, offsets: cursors.subarray(0, nodeCount + 1), neighbours, weight: weights }
}

/** Counts are two places after their node; their sums are then the starts of the rows one place after it. Filling a row
 *  moves its start to its end, which is the start of the next: one place after the node is where that belongs, and no
 *  second copy of the starts is needed. */
function startsFromCounts(cursors: Uint32Array): void {
  for (let at = 1; at < cursors.length; at++) cursors[at]! += cursors[at - 1]!
}

function checkEdges(nodeCount: number, { src, dst, weight }: EdgeList): void {
  assert(src.length === dst.length, 'an edge has two ends')
  assert(weight === null || weight.length === src.length, 'each edge has one weight')
  assert(src.length < 2 ** 31, 'places are 32-bit numbers')
  let largest = -1
  for (let edge = 0; edge < src.length; edge++) largest = Math.max(largest, src[edge]!, dst[edge]!)
  assert(largest < nodeCount, 'an edge names a node that is not there')
}
