/** Joins the sets of two nodes; true when they were apart. `parents` starts as each node its own.
 *  Rem's algorithm with splicing: both ends climb in turn and shorten the path on the way, and a parent is never larger
 *  than its child. (Patwary, Blair, Manne: Experiments on union-find algorithms, 2010) */
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

/** Turns parents into labels, smallest member of each set, in one pass in ascending order, and returns how many sets
 *  there are. */
export function flatten(parents: Uint32Array): number {
  let count = 0
  for (let node = 0; node < parents.length; node++) {
    const label = parents[parents[node]!]!
    parents[node] = label
    if (label === node) count++
  }
  return count
}
