import assert from 'node:assert/strict'
import {
  add,
  and,
  below,
  type Code,
  compileFunctions,
  differ,
  equal,
  int,
  isZero,
  type Local,
  less,
  load,
  PAGE_BYTES,
  returned,
  sar,
  shl,
  store,
  sub,
  wasmFunction,
  when,
  whilst,
  xor,
} from './wasm-assembler.ts'

/** Edges copied into the kernel at a time: both ends of them stay in the nearest cache. */
const CHUNK_EDGES = 2_048
const WORD_BYTES = 4
const PARENTS = 2 * CHUNK_EDGES
const MAX_NODES = 2 ** 28

const parentOf = (node: Code): Code => load(shl(node, int(2)), PARENTS)
const setParent = (node: Code, parent: Code): Code => store(shl(node, int(2)), parent, PARENTS)

const resetParents = wasmFunction('resetParents', ['i32'], ([nodeCount], local) => {
  const node = local()
  return [
    ...whilst(less(node.get, nodeCount!.get), setParent(node.get, node.get), node.set(add(node.get, int(1)))),
    ...int(0),
  ]
})

/** Joins the ends of the chunk's first `count` edges; 0 when one of them names a node that is not there. Rem's
 *  algorithm with splicing: both ends climb in turn and shorten the path on the way, and a parent is never larger than
 *  its child. Which end climbs next is as good as a coin toss, so the two are exchanged by a mask instead of a branch.
 *  A root that gets a parent reads it in the next step, finds both parents equal and ends the climb. */
const joinEdges = wasmFunction('joinEdges', ['i32', 'i32'], ([count, nodeCount], local) => {
  const [at, end] = [local(), local()]
  const [one, parent] = [local(), local()]
  const [other, otherParent] = [local(), local()]
  const [mask, change] = [local(), local()]
  const exchangeWhereMasked = (left: Local, right: Local): Code => [
    ...change.set(and(xor(left.get, right.get), mask.get)),
    ...left.set(xor(left.get, change.get)),
    ...right.set(xor(right.get, change.get)),
  ]
  return [
    ...end.set(shl(count!.get, int(2))),
    ...whilst(
      less(at.get, end.get),
      one.set(load(at.get)),
      other.set(load(at.get, CHUNK_EDGES)),
      when(isZero(and(below(one.get, nodeCount!.get), below(other.get, nodeCount!.get))), returned(int(0))),
      parent.set(parentOf(one.get)),
      otherParent.set(parentOf(other.get)),
      whilst(
        differ(parent.get, otherParent.get),
        mask.set(sar(sub(parent.get, otherParent.get), int(31))),
        exchangeWhereMasked(one, other),
        exchangeWhereMasked(parent, otherParent),
        setParent(one.get, otherParent.get),
        one.set(parent.get),
        parent.set(parentOf(one.get)),
      ),
      at.set(add(at.get, int(WORD_BYTES))),
    ),
    ...int(1),
  ]
})

/** Gives every node the root of its set for a parent and answers with the number of roots. As no parent is larger than
 *  its child, one pass in ascending order does. */
const flattenParents = wasmFunction('flattenParents', ['i32'], ([nodeCount], local) => {
  const [node, root, count] = [local(), local(), local()]
  return [
    ...whilst(
      less(node.get, nodeCount!.get),
      root.set(parentOf(parentOf(node.get))),
      setParent(node.get, root.get),
      count.set(add(count.get, equal(root.get, node.get))),
      node.set(add(node.get, int(1))),
    ),
    ...count.get,
  ]
})

const startKernel = compileFunctions<{
  resetParents(nodeCount: number): number
  joinEdges(count: number, nodeCount: number): number
  flattenParents(nodeCount: number): number
}>([resetParents, joinEdges, flattenParents])
/** Memory of the calls so far: as large as the largest graph of this thread took. */
let room = makeRoom(0)

/** Connected components of an undirected graph: fills `labels` (one per node) with the smallest node of its component
 *  and returns how many components there are. Nodes without an edge are components of their own.
 *  Union-find in WebAssembly; nearly O(nodes + edges). When as many edges as there are nodes went by, all paths are
 *  shortened at once, which leaves most of the edges behind them nothing to climb.
 *  (Patwary, Blair, Manne: Experiments on union-find algorithms, 2010) */
export function connectedComponents(src: Uint32Array, dst: Uint32Array, labels: Uint32Array): number {
  assert(src.length === dst.length, 'an edge has two ends')
  const nodeCount = labels.length
  assert(nodeCount <= MAX_NODES, 'more nodes than the kernel can address')
  if (room.parents.length < nodeCount) room = makeRoom(nodeCount)
  const { run, parents } = room
  run.resetParents(nodeCount)
  let edgesSinceFlattened = 0
  for (let from = 0; from < src.length; from += CHUNK_EDGES) {
    const count = Math.min(CHUNK_EDGES, src.length - from)
    room.src.set(src.subarray(from, from + count))
    room.dst.set(dst.subarray(from, from + count))
    assert(run.joinEdges(count, nodeCount) === 1, 'an edge names a node that is not there')
    edgesSinceFlattened += count
    if (edgesSinceFlattened < nodeCount) continue
    run.flattenParents(nodeCount)
    edgesSinceFlattened = 0
  }
  const componentCount = run.flattenParents(nodeCount)
  labels.set(parents.subarray(0, nodeCount))
  return componentCount
}

function makeRoom(nodeCount: number) {
  const { memory, run } = startKernel(Math.ceil(((PARENTS + nodeCount) * WORD_BYTES) / PAGE_BYTES))
  return {
    run,
    src: new Uint32Array(memory.buffer, 0, CHUNK_EDGES),
    dst: new Uint32Array(memory.buffer, CHUNK_EDGES * WORD_BYTES, CHUNK_EDGES),
    parents: new Uint32Array(memory.buffer, PARENTS * WORD_BYTES),
  }
}
