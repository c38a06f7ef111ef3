import assert from 'node:assert/strict'
import type { Csr } from './graph-csr.ts'
import { flatten, join } from './union-find.ts'

export type LeidenOptions = {
  /** The mean weight between the nodes of a community that holds together: higher gives smaller communities. */
  readonly resolution: number
  /** Where visits start. The same graph, options and seed give the same labels on any machine. */
  readonly seed: number
  /** Leiden runs after the coarse start. Ends early once a run moves nothing; 0 leaves the start as it is. */
  readonly runs: number
  /** False leaves out the way down of each run: cheaper by a fifth, but no node is looked at again once it is part of a
   *  larger one (plain Louvain with `runs` 0). True unless given. */
  readonly descends?: boolean
}

/** A graph on one level of the hierarchy. `mass`: nodes of the first level in a node. */
type Level = Csr & { readonly mass: Float64Array }
type Scratch = {
  /** Two numbers a community, side by side because they are read together: weight from the node at hand to it, zero
   *  between nodes, and its mass. */
  readonly sums: Float64Array
  readonly touched: Uint32Array
  readonly queue: Uint32Array
  readonly isQueued: Uint8Array
  readonly memberCount: Uint32Array
  readonly emptied: Uint32Array
}
type Climb = {
  readonly penalty: number
  readonly seed: number
  readonly isRefined: boolean
  readonly descends: boolean
  readonly scratch: Scratch
}

const MAX_LEVELS = 64
/** Gains below this share of a node's weight are rounding, and moves that gain nothing might never end. */
const EPSILON = 1e-10

/** Communities of an undirected graph by the Leiden algorithm, for the constant Potts model: a community holds together
 *  while the mean weight between its nodes exceeds `resolution`, so what lies elsewhere in the graph has no say. Up the
 *  levels: local moves, refinement (a community is rebuilt from single nodes and may fall apart), aggregation of the
 *  refined parts, until nothing moves; and down again with local moves on each level. The first way up aggregates whole
 *  communities instead: a cheap start that the runs after it take apart again. Fills `labels` with numbers from 0 in
 *  order of first appearance and returns how many there are. Every community is connected. Refinement takes the best
 *  merge instead of a random good one: nothing but addition, multiplication and comparison decides, so results do not
 *  depend on the machine's exponential function. Nearly linear in edges per run. (Traag, Waltman, van Eck: From Louvain
 *  to Leiden, 2019; the model: Traag, Van Dooren, Nesterov: Narrow scope for resolution-limit-free community detection,
 *  2011; the way down: Rotta, Noack: Multilevel local search algorithms for modularity clustering, 2011) */
export function leiden(graph: Csr, options: LeidenOptions, labels: Uint32Array): number {
  const { resolution, seed, runs, descends = true } = options
  assert(labels.length === graph.nodeCount, 'one label for each node')
  assert(resolution >= 0 && runs >= 0, 'resolution and runs')
  for (let node = 0; node < graph.nodeCount; node++) labels[node] = node
  if (graph.neighbours.length === 0) return graph.nodeCount
  assert(graph.neighbours.length < 2 ** 31, 'places are signed 32-bit numbers')
  checkWeights(graph.weight)
  const base: Level = { ...graph, mass: new Float64Array(graph.nodeCount).fill(1) }
  const scratch = createScratch(graph)
  moveNodes(base, labels, resolution, seed, scratch)
  for (let run = 0; run <= runs; run++) {
    const hasMoved = climb(base, labels, {
      penalty: resolution,
      seed: (seed + run) >>> 0,
      isRefined: run > 0,
      descends,
      scratch,
    })
    if (!hasMoved && run > 0) break
  }
  return splitDisconnected(graph, labels)
}

/** Up the levels and down again, starting from `labels`, in which no node of the first level gains by moving; leaves
 *  its result there. False when nothing moved. */
function climb(base: Level, labels: Uint32Array, { penalty, seed, isRefined, descends, scratch }: Climb): boolean {
  const levels = [base]
  /** Of each level below the top: the node of the next level that each node is part of. */
  const partsOf: Uint32Array[] = []
  let communities = labels.slice()
  let hasMoved = false
  while (levels.length < MAX_LEVELS) {
    const level = levels.at(-1)!
    const count = renumber(communities, scratch.touched)
    if (count === level.nodeCount) break
    const parts = isRefined ? refine(level, communities, penalty, scratch) : communities
    const partCount = isRefined ? renumber(parts, scratch.touched) : count
    if (partCount === level.nodeCount) break
    const partCommunities = new Uint32Array(partCount)
    for (let node = 0; node < level.nodeCount; node++) partCommunities[parts[node]!] = communities[node]!
    const next = aggregate(level, parts, partCount, scratch)
    communities = partCommunities
    if (moveNodes(next, communities, penalty, seed, scratch)) hasMoved = true
    levels.push(next)
    partsOf.push(parts)
  }
  for (let depth = partsOf.length - 1; depth >= 0; depth--) {
    const parts = partsOf[depth]!
    const below = new Uint32Array(parts.length)
    for (let node = 0; node < below.length; node++) below[node] = communities[parts[node]!]!
    communities = below
    if (descends && moveNodes(levels[depth]!, communities, penalty, seed, scratch)) hasMoved = true
  }
  labels.set(communities)
  return hasMoved
}

/** Moves each node to the community of a neighbour (or alone) where that gains most, and looks again at the neighbours
 *  of a node that moved, until none gains. */
function moveNodes(level: Level, communities: Uint32Array, penalty: number, seed: number, scratch: Scratch): boolean {
  const { nodeCount, offsets, neighbours, weight, mass } = level
  const { sums, touched, queue, isQueued, memberCount, emptied } = scratch
  sums.fill(0, 0, 2 * nodeCount)
  memberCount.fill(0, 0, nodeCount)
  for (let node = 0; node < nodeCount; node++) {
    sums[2 * communities[node]! + 1]! += mass[node]!
    memberCount[communities[node]!]!++
  }
  let emptyCount = 0
  for (let community = nodeCount - 1; community >= 0; community--)
    if (memberCount[community] === 0) emptied[emptyCount++] = community
  const offset = (Math.imul(seed, 0x9e3779b1) >>> 0) % nodeCount
  for (let i = 0; i < nodeCount; i++) queue[i] = i + offset < nodeCount ? i + offset : i + offset - nodeCount
  isQueued.fill(1, 0, nodeCount)
  let hasMoved = false
  let head = 0
  let waiting = nodeCount
  while (waiting > 0) {
    const node = queue[head]!
    if (++head === nodeCount) head = 0
    waiting--
    isQueued[node] = 0
    const start = offsets[node]!
    const end = offsets[node + 1]!
    if (start === end) continue
    const own = communities[node]!
    // A community occurs once for each neighbour in it: asking whether it is new would be a coin toss for the branch
    // predictor, and later places see its sum reset, which gains nothing.
    let touchedCount = 0
    for (let at = start; at < end; at++) {
      const neighbour = neighbours[at]!
      if (neighbour === node) continue
      const community = communities[neighbour]!
      touched[touchedCount++] = community
      sums[2 * community]! += weight === null ? 1 : weight[at]!
    }
    const factor = penalty * mass[node]!
    sums[2 * own + 1]! -= mass[node]!
    let best = own
    let bestGain = sums[2 * own]! - sums[2 * own + 1]! * factor
    const margin = EPSILON * (1 + Math.abs(bestGain))
    let threshold = bestGain + margin
    for (let i = 0; i < touchedCount; i++) {
      const community = touched[i]!
      const gain = sums[2 * community]! - sums[2 * community + 1]! * factor
      sums[2 * community] = 0
      if (gain <= threshold) continue
      best = community
      bestGain = gain
      threshold = gain + margin
    }
    // Alone it would gain nothing and lose nothing.
    if (bestGain < -margin && memberCount[own]! > 1) best = emptied[--emptyCount]!
    sums[2 * best + 1]! += mass[node]!
    if (best === own) continue
    hasMoved = true
    communities[node] = best
    memberCount[best]!++
    if (--memberCount[own]! === 0) emptied[emptyCount++] = own
    for (let at = start; at < end; at++) {
      const neighbour = neighbours[at]!
      // The place after the tail is free: at least this node does not wait.
      const tail = head + waiting
      queue[tail >= nodeCount ? tail - nodeCount : tail] = neighbour
      const wasQueued = isQueued[neighbour]!
      const willBe = wasQueued | differs(communities[neighbour]!, best)
      isQueued[neighbour] = willBe
      waiting += willBe - wasQueued
    }
  }
  return hasMoved
}

/** Divides each community into connected parts: nodes start alone, and one that is still alone joins the neighbouring
 *  part with the greatest gain, if both hang well together with the rest of the community. */
function refine(level: Level, communities: Uint32Array, penalty: number, { sums, touched }: Scratch): Uint32Array {
  const { nodeCount, offsets, neighbours, weight, mass } = level
  const parts = new Uint32Array(nodeCount)
  const partMass = mass.slice()
  /** Weight from a part to the rest of its community. */
  const outward = new Float64Array(nodeCount)
  const isAlone = new Uint8Array(nodeCount).fill(1)
  sums.fill(0, 0, 2 * nodeCount)
  for (let node = 0; node < nodeCount; node++) {
    const own = communities[node]!
    parts[node] = node
    sums[2 * own + 1]! += mass[node]!
    let sum = 0
    for (let at = offsets[node]!; at < offsets[node + 1]!; at++) {
      const neighbour = neighbours[at]!
      if (communities[neighbour] === own && neighbour !== node) sum += weight === null ? 1 : weight[at]!
    }
    outward[node] = sum
  }
  for (let node = 0; node < nodeCount; node++) {
    if (isAlone[node] === 0 || outward[node] === 0) continue
    const own = communities[node]!
    const whole = sums[2 * own + 1]!
    const factor = penalty * mass[node]!
    if (outward[node]! < factor * (whole - mass[node]!)) continue
    let touchedCount = 0
    for (let at = offsets[node]!; at < offsets[node + 1]!; at++) {
      const neighbour = neighbours[at]!
      if (communities[neighbour] !== own || neighbour === node) continue
      const part = parts[neighbour]!
      const before = sums[2 * part]!
      if (before === 0) touched[touchedCount++] = part
      sums[2 * part] = before + (weight === null ? 1 : weight[at]!)
    }
    let best = node
    let bestGain = 0
    let shared = 0
    for (let i = 0; i < touchedCount; i++) {
      const part = touched[i]!
      const gain = sums[2 * part]! - partMass[part]! * factor
      if (gain > bestGain && outward[part]! >= penalty * partMass[part]! * (whole - partMass[part]!)) {
        best = part
        bestGain = gain
        shared = sums[2 * part]!
      }
      sums[2 * part] = 0
    }
    if (best === node) continue
    parts[node] = best
    isAlone[node] = 0
    isAlone[best] = 0
    partMass[best]! += mass[node]!
    outward[best]! += outward[node]! - 2 * shared
  }
  return parts
}

/** The graph whose nodes are the parts. Weight inside a part is left out: it moves with the part whatever happens. */
function aggregate(level: Level, parts: Uint32Array, partCount: number, scratch: Scratch): Level {
  const { nodeCount, offsets, neighbours, weight, mass } = level
  const { queue: members } = scratch
  const starts = new Uint32Array(partCount + 2)
  const partMass = new Float64Array(partCount)
  for (let node = 0; node < nodeCount; node++) {
    starts[parts[node]! + 2]!++
    partMass[parts[node]!]! += mass[node]!
  }
  for (let at = 1; at < starts.length; at++) starts[at]! += starts[at - 1]!
  for (let node = 0; node < nodeCount; node++) members[starts[parts[node]! + 1]!++] = node
  const partOffsets = new Uint32Array(partCount + 1)
  /** Behind all rows: takes what is inside a part. */
  const spare = neighbours.length
  const partNeighbours = new Uint32Array(spare + 1)
  const partWeights = new Float64Array(spare + 1)
  /** Where a part last stood in a row; before the start of the row at hand it is new to it. */
  const places = new Int32Array(partCount).fill(-1)
  let filled = 0
  for (let part = 0; part < partCount; part++) {
    const rowStart = filled
    partOffsets[part] = rowStart
    places[part] = spare
    for (let i = starts[part]!; i < starts[part + 1]!; i++) {
      const node = members[i]!
      for (let at = offsets[node]!; at < offsets[node + 1]!; at++) {
        const other = parts[neighbours[at]!]!
        const last = places[other]!
        const isNew = (last - rowStart) >>> 31
        const place = last + isNew * (filled - last)
        places[other] = place
        partNeighbours[place] = other
        partWeights[place]! += weight === null ? 1 : weight[at]!
        filled += isNew
      }
    }
    places[part] = -1
  }
  partOffsets[partCount] = filled
  return {
    nodeCount: partCount,
    offsets: partOffsets,
    neighbours: partNeighbours.subarray(0, filled),
    weight: partWeights.subarray(0, filled),
    mass: partMass,
  }
}

/** Local moves may leave a community in pieces (the node that held it together has gone). Its pieces become communities
 *  of their own, which never lowers the objective: no edge is lost. Returns how many communities there are. */
function splitDisconnected({ nodeCount, offsets, neighbours }: Csr, labels: Uint32Array): number {
  const pieces = new Uint32Array(nodeCount)
  for (let node = 0; node < nodeCount; node++) pieces[node] = node
  for (let node = 0; node < nodeCount; node++)
    for (let at = offsets[node]!; at < offsets[node + 1]!; at++) {
      const neighbour = neighbours[at]!
      if (neighbour < node && labels[neighbour] === labels[node]) join(pieces, node, neighbour)
    }
  flatten(pieces)
  labels.set(pieces)
  return renumber(labels, pieces)
}

/** Numbers from 0 in order of first appearance; returns how many. `scratch` as long as `labels` at least. */
function renumber(labels: Uint32Array, scratch: Uint32Array): number {
  scratch.fill(0, 0, labels.length)
  let count = 0
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i]!
    if (scratch[label] === 0) scratch[label] = ++count
    labels[i] = scratch[label]! - 1
  }
  return count
}

/** A sum above zero marks a community that a node touches. */
function checkWeights(weights: Float64Array | null): void {
  if (weights === null) return
  for (let at = 0; at < weights.length; at++)
    assert(weights[at]! > 0 && weights[at]! < Number.POSITIVE_INFINITY, 'weights are above zero and finite')
}

function createScratch({ nodeCount, offsets }: Csr): Scratch {
  let longestRow = 0
  for (let node = 0; node < nodeCount; node++) longestRow = Math.max(longestRow, offsets[node + 1]! - offsets[node]!)
  return {
    sums: new Float64Array(2 * nodeCount),
    touched: new Uint32Array(Math.max(nodeCount, longestRow)),
    queue: new Uint32Array(nodeCount),
    isQueued: new Uint8Array(nodeCount),
    memberCount: new Uint32Array(nodeCount),
    emptied: new Uint32Array(nodeCount),
  }
}

/** 1 where two numbers below 2^31 differ, else 0, without a branch. */
function differs(one: number, other: number): number {
  const apart = one ^ other
  return (apart | -apart) >>> 31
}
