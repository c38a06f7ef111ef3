import assert from 'node:assert/strict'

/** What to make of a node's first money. */
export const FUNDING_STEP = {
  /** The funder is reported and its own money followed. */
  follow: 0,
  /** The funder is reported and ends the trace: an exchange, a service, a wallet that lives for other things. */
  last: 1,
  /** The funder is not reported: it pays everyone, so it shows no relation. */
  refuse: 2,
  /** The funder is reported and is one privacy hop: mixers, bridges and swappers, where trails are cut on purpose. */
  privacy: 3,
} as const

/** First money by columns: a forest, for each node has one funder at most. */
export type FundingForest = {
  /** -1 where a node's first money is not known. */
  readonly funder: Int32Array
  readonly lamports: Float64Array
  /** NaN where the block has no time. */
  readonly timesSec: Float64Array
  readonly slots: Float64Array
  readonly step: Uint8Array
}
export type TraceOptions = {
  readonly maxHops: number
  /** Privacy hops a trace may go through; the one after these ends it. */
  readonly maxPrivacyHops: number
  /** What a funder got must be at least this part of what it paid on: less cannot be the same money. */
  readonly minCarriedPct: number
  /** And it paid on at most so long after; `Infinity` for no limit. Money never runs backwards. */
  readonly maxHopSecs: number
}
/** Funders of target `i`, nearest first: `funders[offsets[i] .. offsets[i + 1]]`. */
export type FunderTraces = {
  readonly offsets: Uint32Array
  readonly funders: Uint32Array
  /** Of each target. */
  readonly privacyHops: Uint8Array
}
/** Where traces part: rows of an ancestor with two of the nodes it paid, behind which different targets stand. */
export type Partings = {
  readonly count: number
  readonly ancestor: Uint32Array
  /** The paid node whose nearest target is nearest of all, then that paid first, then with the lowest target. */
  readonly first: Uint32Array
  readonly other: Uint32Array
  /** 1 for a peel: the ancestor paid one target and passed the rest on towards one other. */
  readonly isPeel: Uint8Array
  /** By paid node: the nearest target behind it, the lowest of several, and hops from the ancestor. -1 and 0 for
   *  none. */
  readonly nearest: Int32Array
  readonly hops: Uint16Array
}

/** Follows each target's first money back, hop by hop, as far as it can be the same money. A circle ends a trace.
 *  O(nodes + targets * maxHops^2). */
export function traceFunders(forest: FundingForest, targets: Uint32Array, options: TraceOptions): FunderTraces {
  checkShapes(forest, targets, options)
  const { funder } = forest
  const offsets = new Uint32Array(targets.length + 1)
  const privacyHops = new Uint8Array(targets.length)
  for (let i = 0; i < targets.length; i++)
    offsets[i + 1] = offsets[i]! + traceOne(forest, targets, i, options, privacyHops)
  const funders = new Uint32Array(offsets[targets.length]!)
  for (let i = 0; i < targets.length; i++) {
    let node = targets[i]!
    for (let at = offsets[i]!; at < offsets[i + 1]!; at++) {
      node = funder[node]!
      funders[at] = node
    }
  }
  return { offsets, funders, privacyHops }
}

/** Returns the hops of target `i` and notes those through privacy nodes. */
function traceOne(
  { funder, lamports, timesSec, slots, step }: FundingForest,
  targets: Uint32Array,
  i: number,
  { maxHops, maxPrivacyHops, minCarriedPct, maxHopSecs }: TraceOptions,
  privacyHops: Uint8Array,
): number {
  let hops = 0
  let node = targets[i]!
  /** The node that the last funder paid. */
  let paid = -1
  while (hops < maxHops) {
    const from = funder[node]!
    if (from < 0 || step[node] === FUNDING_STEP.refuse) return hops
    if (paid >= 0) {
      if (lamports[node]! * 100 < lamports[paid]! * minCarriedPct) return hops
      const laterSecs = timesSec[paid]! - timesSec[node]!
      const isInTime = Number.isNaN(laterSecs)
        ? slots[node]! <= slots[paid]!
        : laterSecs >= 0 && laterSecs <= maxHopSecs
      if (!isInTime) return hops
    }
    if (isMet(funder, targets[i]!, hops, from)) return hops
    hops++
    if (step[node] === FUNDING_STEP.last) return hops
    if (step[node] === FUNDING_STEP.privacy && ++privacyHops[i]! > maxPrivacyHops) return hops
    paid = node
    node = from
  }
  return hops
}

/** Whether `wanted` is `start` or one of the `hops` funders behind it. Paths are short: walking them again is cheaper
 *  than a mark on every node. */
function isMet(funder: Int32Array, start: number, hops: number, wanted: number): boolean {
  let node = start
  for (let hop = 0; hop < hops; hop++) {
    if (node === wanted) return true
    node = funder[node]!
  }
  return node === wanted
}

/** Every two branches of one ancestor, each named by the node the ancestor paid; the first branch with each other one.
 *  Ancestors that only paid targets themselves are left out: that is one funder, not one further back. Ancestors and
 *  others ascend.  O(nodes + hops of all traces). */
export function findPartings(
  { funder, slots }: FundingForest,
  targets: Uint32Array,
  { offsets, funders }: FunderTraces,
): Partings {
  assert(offsets.length === targets.length + 1 && funders.length === offsets[targets.length], 'traces of these targets')
  const nodeCount = funder.length
  const nearest = new Int32Array(nodeCount).fill(-1)
  const hops = new Uint16Array(nodeCount)
  for (let i = 0; i < targets.length; i++) {
    const target = targets[i]!
    let branch = target
    for (let at = offsets[i]!, hop = 1; at < offsets[i + 1]!; at++, hop++) {
      const isNearer =
        nearest[branch] === -1 || hop < hops[branch]! || (hop === hops[branch] && target < nearest[branch]!)
      if (isNearer) {
        nearest[branch] = target
        hops[branch] = hop
      }
      branch = funders[at]!
    }
  }
  const branchCount = new Uint32Array(nodeCount)
  const farthest = new Uint16Array(nodeCount)
  const first = new Int32Array(nodeCount).fill(-1)
  for (let branch = 0; branch < nodeCount; branch++) {
    if (nearest[branch] === -1) continue
    const ancestor = funder[branch]!
    branchCount[ancestor]!++
    farthest[ancestor] = Math.max(farthest[ancestor]!, hops[branch]!)
    const held = first[ancestor]!
    const isFirst =
      held === -1 ||
      hops[branch]! < hops[held]! ||
      (hops[branch] === hops[held] &&
        (slots[branch]! < slots[held]! || (slots[branch] === slots[held] && nearest[branch]! < nearest[held]!)))
    if (isFirst) first[ancestor] = branch
  }
  return collectPartings({ funder, nearest, hops, branchCount, farthest, first })
}

type Branches = Pick<Partings, 'nearest' | 'hops'> & {
  readonly funder: Int32Array
  /** By ancestor: branches with targets behind them, hops to the nearest target of the farthest, and the first. */
  readonly branchCount: Uint32Array
  readonly farthest: Uint16Array
  readonly first: Int32Array
}

function collectPartings({ funder, nearest, hops, branchCount, farthest, first }: Branches): Partings {
  const nodeCount = funder.length
  /** Where an ancestor's next row goes. */
  const next = new Uint32Array(nodeCount)
  let count = 0
  for (let ancestor = 0; ancestor < nodeCount; ancestor++) {
    next[ancestor] = count
    if (branchCount[ancestor]! > 1 && farthest[ancestor]! > 1) count += branchCount[ancestor]! - 1
  }
  const rows = {
    ancestor: new Uint32Array(count),
    first: new Uint32Array(count),
    other: new Uint32Array(count),
    isPeel: new Uint8Array(count),
  }
  for (let branch = 0; branch < nodeCount; branch++) {
    if (nearest[branch] === -1) continue
    const ancestor = funder[branch]!
    if (branchCount[ancestor]! < 2 || farthest[ancestor]! < 2 || first[ancestor] === branch) continue
    const row = next[ancestor]!++
    rows.ancestor[row] = ancestor
    rows.first[row] = first[ancestor]!
    rows.other[row] = branch
    rows.isPeel[row] = branchCount[ancestor] === 2 && hops[first[ancestor]!] === 1 ? 1 : 0
  }
  return { count, ...rows, nearest, hops }
}

function checkShapes({ funder, ...columns }: FundingForest, targets: Uint32Array, options: TraceOptions): void {
  const { lamports, timesSec, slots, step } = columns
  const length = funder.length
  assert(lamports.length === length && timesSec.length === length, 'columns of one length')
  assert(slots.length === length && step.length === length, 'columns of one length')
  for (let node = 0; node < length; node++) {
    assert(funder[node]! < length && funder[node] !== node, 'a funder that is not there')
    assert(funder[node]! < 0 || lamports[node]! >= 0, 'amounts are not negative')
  }
  for (let i = 0; i < targets.length; i++) assert(targets[i]! < length, 'a target that is not there')
  assert(options.maxHops >= 1 && options.maxHops < 65_536, 'hop limit')
  assert(options.maxPrivacyHops >= 0 && options.maxPrivacyHops < 255, 'privacy hop limit')
  assert(options.minCarriedPct >= 0 && options.minCarriedPct <= 100 && options.maxHopSecs >= 0, 'limits of one hop')
}
