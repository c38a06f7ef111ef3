import assert from 'node:assert/strict'

/** Connected components of an undirected graph: fills `labels` (one per node) with the smallest node of its component
 *  and returns how many components there are. Nodes without an edge are components of their own.
 *  Rem's algorithm with splicing: both ends climb in turn and shorten the path on the way, and a parent is never larger
 *  than its child, so one last pass in ascending order turns parents into labels. Nearly O(nodes + edges), allocates
 *  nothing. (Patwary, Blair, Manne: Experiments on union-find algorithms, 2010) */
export function connectedComponents(src: Uint32Array, dst: Uint32Array, labels: Uint32Array): number {
  assert(src.length === dst.length, 'an edge has two ends')
  const nodeCount = labels.length
  for (let node = 0; node < nodeCount; node++) labels[node] = node
  for (let edge = 0; edge < src.length; edge++) {
    const from = src[edge]!
    const to = dst[edge]!
    assert(from < nodeCount && to < nodeCount, 'an edge names a node that is not there')
    join(labels, from, to)
  }
  return flatten(labels)
}

/** Joins the sets of two nodes; true when they were apart. `parents` as `connectedComponents` keeps them. */
export function join(parents: Uint32Array, one: number, other: number): boolean {
  let a = one
  let b = other
  let parentA = parents[a]!
  let parentB = parents[b]!
  while (parentA !== parentB) {
    if (parentA > parentB) {
      parents[a] = parentB
      if (a === parentA) return true
      a = parentA
      parentA = parents[a]!
    } else {
      parents[b] = parentA
      if (b === parentB) return true
      b = parentB
      parentB = parents[b]!
    }
  }
  return false
}

/** Turns parents into labels, smallest member of each set, and returns how many sets there are. */
export function flatten(parents: Uint32Array): number {
  let count = 0
  for (let node = 0; node < parents.length; node++) {
    const label = parents[parents[node]!]!
    parents[node] = label
    if (label === node) count++
  }
  return count
}
