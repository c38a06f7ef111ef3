import assert from 'node:assert/strict'
import { buildUndirectedCsr, type EdgeList } from './graph-csr.ts'
import { leiden } from './leiden.ts'
import { flatten, join } from './union-find.ts'

/** Nodes and links by columns. `strong` edges join two wallets on their own; `weak` ones are fingerprints: a weight
 *  0-1 and a kind 0-31, which never join on their own. */
export type HolderGraph = {
  /** Shares of the supply, one for each node; 0 for wallets that hold nothing. */
  readonly amounts: Float64Array
  /** 1 for supernodes, exchanges and programs: never joined and never a bridge. */
  readonly excluded: Uint8Array
  readonly strongSrc: Uint32Array
  readonly strongDst: Uint32Array
  readonly weakSrc: Uint32Array
  readonly weakDst: Uint32Array
  readonly weakWeight: Float64Array
  readonly weakKind: Uint8Array
}
export type ClusterOptions = {
  readonly seed: number
  /** Combined weight a pair must reach to count. */
  readonly weakThreshold: number
  /** Different kinds of evidence a pair must show to count; at least 2. */
  readonly minWeakKinds: number
  /** A community holds together while the mean weight between its members exceeds this (0-1): at 0.2 a chain of more
   *  than four falls apart, a crowd that is linked all around does not. */
  readonly density: number
  /** Whether a member may gather its kinds from several members of one community instead of from one. */
  readonly gatherKinds: boolean
}
/** Columns of entities, largest total share first, equal shares by smallest member; `entityOf` has one per node. */
export type HolderEntities = {
  readonly entityCount: number
  readonly entityOf: Uint32Array
  readonly memberCount: Uint32Array
  readonly share: Float64Array
  readonly strongEdges: Uint32Array
  /** Weak edges inside, also those that did not decide anything. */
  readonly weakEdges: Uint32Array
  /** Mean combined weight of the weak pairs that hold the entity together; 0 when none does. */
  readonly meanWeight: Float64Array
  /** Bit `k` is set when weak kind `k` is among those pairs. */
  readonly weakKinds: Uint32Array
}
/** Pairs of strong components with the weak evidence between them. */
type WeakPairs = { readonly edges: EdgeList & { readonly weight: Float64Array }; readonly kinds: Uint32Array }

const KINDS = 32
const LEIDEN_RUNS = 2
/** Members without enough kinds leave, which may take kinds from others: rounds until that settles. */
const SETTLE_ROUNDS = 16

/** Who belongs together among holders. Strong edges join; the weak evidence between two joined groups is combined to
 *  `1 - product(1 - w)` over kinds, the heaviest edge of each kind counting (ten edges of one kind between two groups
 *  are one fact seen ten times); pairs that reach the threshold with enough kinds form a graph whose dense communities
 *  join. Edges of excluded nodes are dropped before anything else. O((nodes + edges) log) for the sort of entities. */
export function clusterHolders(graph: HolderGraph, options: ClusterOptions): HolderEntities {
  checkShapes(graph, options)
  const nodeCount = graph.amounts.length
  const groups = new Uint32Array(nodeCount)
  for (let node = 0; node < nodeCount; node++) groups[node] = node
  for (let edge = 0; edge < graph.strongSrc.length; edge++) {
    const from = graph.strongSrc[edge]!
    const to = graph.strongDst[edge]!
    if (graph.excluded[from] === 0 && graph.excluded[to] === 0) join(groups, from, to)
  }
  flatten(groups)
  const pairs = qualify(combineWeakEdges(graph, groups), options)
  const joining = joinByCommunity(nodeCount, pairs, options)
  for (let pair = 0; pair < pairs.kinds.length; pair++)
    if (joining[pair] === 1) join(groups, pairs.edges.src[pair]!, pairs.edges.dst[pair]!)
  flatten(groups)
  return describeEntities(graph, groups, pairs, joining)
}

/** One row for each pair of groups with weak edges between them, kinds as bits. */
function combineWeakEdges(graph: HolderGraph, groups: Uint32Array): WeakPairs {
  const { weakSrc, weakDst, weakWeight, weakKind, excluded } = graph
  const kept = new Uint32Array(weakSrc.length)
  let keptCount = 0
  for (let edge = 0; edge < weakSrc.length; edge++) {
    const from = weakSrc[edge]!
    const to = weakDst[edge]!
    if (excluded[from] === 1 || excluded[to] === 1 || groups[from] === groups[to] || weakWeight[edge] === 0) continue
    kept[keptCount++] = edge
  }
  const low = new Uint32Array(weakSrc.length)
  const high = new Uint32Array(weakSrc.length)
  for (let i = 0; i < keptCount; i++) {
    const edge = kept[i]!
    const a = groups[weakSrc[edge]!]!
    const b = groups[weakDst[edge]!]!
    low[edge] = Math.min(a, b)
    high[edge] = Math.max(a, b)
  }
  // Two counting sorts bring the edges of a pair together in linear time.
  const order = sortByKey(sortByKey(kept.subarray(0, keptCount), high, groups.length), low, groups.length)
  const src = new Uint32Array(keptCount)
  const dst = new Uint32Array(keptCount)
  const weight = new Float64Array(keptCount)
  const kinds = new Uint32Array(keptCount)
  const heaviest = new Float64Array(KINDS)
  let pairCount = 0
  for (let i = 0; i < keptCount; ) {
    const first = order[i]!
    heaviest.fill(0)
    let mask = 0
    for (; i < keptCount && low[order[i]!] === low[first] && high[order[i]!] === high[first]; i++) {
      const kind = weakKind[order[i]!]!
      heaviest[kind] = Math.max(heaviest[kind]!, weakWeight[order[i]!]!)
      mask |= 1 << kind
    }
    let doubt = 1
    for (let kind = 0; kind < KINDS; kind++) doubt *= 1 - heaviest[kind]!
    src[pairCount] = low[first]!
    dst[pairCount] = high[first]!
    weight[pairCount] = 1 - doubt
    kinds[pairCount++] = mask
  }
  return {
    edges: {
      src: src.subarray(0, pairCount),
      dst: dst.subarray(0, pairCount),
      weight: weight.subarray(0, pairCount),
    },
    kinds: kinds.subarray(0, pairCount),
  }
}

/** The pairs that may join: heavy enough and, unless kinds may be gathered, of enough kinds on their own. */
function qualify({ edges, kinds }: WeakPairs, options: ClusterOptions): WeakPairs {
  const { src, dst, weight } = edges
  let count = 0
  for (let pair = 0; pair < kinds.length; pair++) {
    if (weight[pair]! < options.weakThreshold) continue
    if (!options.gatherKinds && countBits(kinds[pair]!) < options.minWeakKinds) continue
    src[count] = src[pair]!
    dst[count] = dst[pair]!
    weight[count] = weight[pair]!
    kinds[count++] = kinds[pair]!
  }
  return {
    edges: { src: src.subarray(0, count), dst: dst.subarray(0, count), weight: weight.subarray(0, count) },
    kinds: kinds.subarray(0, count),
  }
}

/** 1 for each pair that lies inside one community and whose two ends show enough kinds there. */
function joinByCommunity(nodeCount: number, { edges, kinds }: WeakPairs, options: ClusterOptions): Uint8Array {
  const joining = new Uint8Array(kinds.length)
  if (kinds.length === 0) return joining
  const labels = new Uint32Array(nodeCount)
  const { seed, density } = options
  const graph = buildUndirectedCsr(nodeCount, edges)
  leiden(graph, { seed, resolution: density, runs: LEIDEN_RUNS }, labels)
  for (let pair = 0; pair < kinds.length; pair++)
    joining[pair] = labels[edges.src[pair]!] === labels[edges.dst[pair]!] ? 1 : 0
  if (!options.gatherKinds) return joining

  const shown = new Uint32Array(nodeCount)
  for (let round = 0; round < SETTLE_ROUNDS; round++) {
    shown.fill(0)
    for (let pair = 0; pair < kinds.length; pair++) {
      if (joining[pair] === 0) continue
      shown[edges.src[pair]!]! |= kinds[pair]!
      shown[edges.dst[pair]!]! |= kinds[pair]!
    }
    let hasChanged = false
    for (let pair = 0; pair < kinds.length; pair++) {
      if (joining[pair] === 0) continue
      const fewest = Math.min(countBits(shown[edges.src[pair]!]!), countBits(shown[edges.dst[pair]!]!))
      if (fewest >= options.minWeakKinds) continue
      joining[pair] = 0
      hasChanged = true
    }
    if (!hasChanged) return joining
  }
  // Still unsettled: only pairs that show enough kinds on their own join.
  for (let pair = 0; pair < kinds.length; pair++) if (countBits(kinds[pair]!) < options.minWeakKinds) joining[pair] = 0
  return joining
}

function describeEntities(
  graph: HolderGraph,
  groups: Uint32Array,
  pairs: WeakPairs,
  joining: Uint8Array,
): HolderEntities {
  const nodeCount = groups.length
  const totals = new Float64Array(nodeCount)
  const roots: number[] = []
  for (let node = 0; node < nodeCount; node++) {
    if (groups[node] === node) roots.push(node)
    totals[groups[node]!]! += graph.amounts[node]!
  }
  // A group's label is its smallest member, so ties fall to the smallest.
  roots.sort((a, b) => totals[b]! - totals[a]! || a - b)
  const entityCount = roots.length
  const entityOfRoot = new Uint32Array(nodeCount)
  const share = new Float64Array(entityCount)
  for (let entity = 0; entity < entityCount; entity++) {
    entityOfRoot[roots[entity]!] = entity
    share[entity] = totals[roots[entity]!]!
  }
  const entityOf = new Uint32Array(nodeCount)
  const memberCount = new Uint32Array(entityCount)
  for (let node = 0; node < nodeCount; node++) {
    entityOf[node] = entityOfRoot[groups[node]!]!
    memberCount[entityOf[node]!]!++
  }
  const meanWeight = new Float64Array(entityCount)
  const weakKinds = new Uint32Array(entityCount)
  const pairCounts = new Uint32Array(entityCount)
  for (let pair = 0; pair < joining.length; pair++) {
    if (joining[pair] === 0) continue
    const entity = entityOf[pairs.edges.src[pair]!]!
    meanWeight[entity]! += pairs.edges.weight[pair]!
    weakKinds[entity]! |= pairs.kinds[pair]!
    pairCounts[entity]!++
  }
  for (let entity = 0; entity < entityCount; entity++)
    if (pairCounts[entity]! > 0) meanWeight[entity]! /= pairCounts[entity]!
  return {
    entityCount,
    entityOf,
    memberCount,
    share,
    strongEdges: countInside(graph.strongSrc, graph.strongDst, entityOf, entityCount),
    weakEdges: countInside(graph.weakSrc, graph.weakDst, entityOf, entityCount),
    meanWeight,
    weakKinds,
  }
}

/** Edges with both ends in one entity, by entity; loops do not count. */
function countInside(src: Uint32Array, dst: Uint32Array, entityOf: Uint32Array, entityCount: number): Uint32Array {
  const counts = new Uint32Array(entityCount)
  for (let edge = 0; edge < src.length; edge++) {
    const entity = entityOf[src[edge]!]!
    if (src[edge] !== dst[edge] && entity === entityOf[dst[edge]!]) counts[entity]!++
  }
  return counts
}

/** `items` in ascending order of `keys[item]`, equal keys in the order they came in. */
function sortByKey(items: Uint32Array, keys: Uint32Array, keyCount: number): Uint32Array {
  const starts = new Uint32Array(keyCount + 1)
  for (let i = 0; i < items.length; i++) starts[keys[items[i]!]! + 1]!++
  for (let key = 1; key <= keyCount; key++) starts[key]! += starts[key - 1]!
  const sorted = new Uint32Array(items.length)
  for (let i = 0; i < items.length; i++) sorted[starts[keys[items[i]!]!]!++] = items[i]!
  return sorted
}

function countBits(mask: number): number {
  let count = 0
  for (let left = mask; left !== 0; left &= left - 1) count++
  return count
}

function checkShapes(graph: HolderGraph, { weakThreshold, minWeakKinds, density }: ClusterOptions): void {
  const nodeCount = graph.amounts.length
  assert(graph.excluded.length === nodeCount, 'each node has an amount and an exclusion')
  assert(graph.strongDst.length === graph.strongSrc.length, 'a strong edge has two ends')
  const { weakSrc, weakDst, weakWeight, weakKind } = graph
  assert(
    weakDst.length === weakSrc.length && weakWeight.length === weakSrc.length && weakKind.length === weakSrc.length,
    'a weak edge has two ends, a weight and a kind',
  )
  assert(minWeakKinds >= 2, 'no kind of fingerprint joins on its own')
  assert(weakThreshold > 0 && weakThreshold <= 1 && density > 0 && density < 1, 'threshold and density are shares')
  for (let edge = 0; edge < graph.strongSrc.length; edge++)
    assert(graph.strongSrc[edge]! < nodeCount && graph.strongDst[edge]! < nodeCount, 'a strong edge leaves the graph')
  for (let edge = 0; edge < weakSrc.length; edge++) {
    assert(weakSrc[edge]! < nodeCount && weakDst[edge]! < nodeCount, 'a weak edge leaves the graph')
    assert(weakWeight[edge]! >= 0 && weakWeight[edge]! <= 1, 'weak weights are 0 to 1')
    assert(weakKind[edge]! < KINDS, 'kinds are 0 to 31')
  }
}
