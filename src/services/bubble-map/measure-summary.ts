import { isVault } from '../../chain/solana/labels.ts'
import type { BubbleCluster, BubbleSummary } from '../../contract/bubble-map.ts'
import { CONCENTRATION } from '../../hot-paths/concentration.ts'
import {
  ENTITY_CONCENTRATION,
  ENTITY_CONCENTRATION_LENGTH,
  entityConcentration,
} from '../../hot-paths/entity-concentration.ts'
import { pctOf } from '../tokens/intel/shares.ts'
import type { HolderGraph } from './build-graph.ts'
import { compareText } from './compare-text.ts'
import type { MapView } from './map-view.ts'

export type SummaryParts = {
  readonly view: MapView
  readonly graph: HolderGraph
  readonly clusters: readonly BubbleCluster[]
  readonly nodeCount: number
  /** Links drawn beside those of the graph. */
  readonly payerLinkCount: number
}
export type Summary = BubbleSummary & {
  /** Largest entity's percent of the supply, single holders included. */ readonly topPct: number | null
}

/** Concentration by wallet and by entity. By wallet it is that of the whole list of holders; by entity the same figures
 *  after the members of clusters are added up. Null while the list is not complete: figures over a part would describe
 *  the part. */
export function measureSummary({ view, graph, clusters, nodeCount, payerLinkCount }: SummaryParts): Summary {
  const { holders, mintInfo } = view.evidence
  const figures = entityFigures(view, graph)
  const clusteredRaw = heldBy(
    view,
    clusters.flatMap(({ members }) => members),
  )
  const hiddenRaw = clusters.reduce(
    (sum, { members }) => sum + heldBy(view, members) - (view.balances.get(members[0]!) ?? 0n),
    0n,
  )
  const raw = holders?.concentration ?? null
  return {
    gini: raw?.gini ?? null,
    hhi: raw?.hhi ?? null,
    nakamoto: raw?.nakamoto ?? null,
    entity_gini: figures?.gini ?? null,
    entity_hhi: figures?.hhi ?? null,
    entity_nakamoto: figures?.nakamoto ?? null,
    entityCount: raw === null ? null : clusters.length + raw.holders - holdersIn(view, clusters),
    nodeCount,
    linkCount: graph.links.length + payerLinkCount,
    clusteredPct: holders === null ? null : pctOf(clusteredRaw, view.supplyRaw),
    hiddenSupplyPct: holders === null ? null : pctOf(hiddenRaw, view.supplyRaw),
    decimals: mintInfo?.decimals ?? null,
    holdersTotal: holders?.exact === true ? holders.ownerCount : null,
    topPct: figures?.topPct ?? null,
  }
}

function heldBy(view: MapView, members: readonly string[]): bigint {
  return members.reduce((sum, member) => sum + (view.balances.get(member) ?? 0n), 0n)
}

function holdersIn(view: MapView, clusters: readonly BubbleCluster[]): number {
  return clusters.flatMap(({ members }) => members).filter((member) => (view.balances.get(member) ?? 0n) > 0n).length
}

type EntityFigures = { readonly gini: number; readonly hhi: number; readonly nakamoto: number; readonly topPct: number }

function entityFigures(view: MapView, graph: HolderGraph): EntityFigures | null {
  const { holders, pools } = view.evidence
  if (holders === null || holders.concentration === null) return null
  const vaultOwners = new Set(pools.flatMap(({ vaultOwners: owners }) => owners))
  const isSkipped = (owner: string): boolean => {
    const type = view.wallets.get(owner)?.identity?.entityType
    return vaultOwners.has(owner) || (type !== undefined && isVault(type))
  }
  const owners = [...view.balances.keys()].sort(compareText)
  const amounts = Float64Array.from(owners, (owner) => Number(view.balances.get(owner)))
  const skipped = Uint8Array.from(owners, (owner) => (isSkipped(owner) ? 1 : 0))
  const entityCount = graph.entities.length
  const entityOf = Uint32Array.from(owners, (owner, i) => graph.entityOf.get(owner) ?? entityCount + i)
  const supply = Number(view.supplyRaw)
  const out = new Float64Array(ENTITY_CONCENTRATION_LENGTH)
  entityConcentration({ amounts, entityOf, entityCount: entityCount + owners.length, skipped, supply }, out)
  const listed = sliceOf(out, ENTITY_CONCENTRATION.wallets)
  const merged = sliceOf(out, ENTITY_CONCENTRATION.entities)
  const topPct = Math.min(100, Math.round(merged.top1Share * 1e8) / 1e6)
  const tail = holders.concentration.holders - listed.holders
  if (tail <= 0) return { ...merged, topPct }
  const skippedSum = amounts.reduce((sum, amount, i) => sum + (skipped[i] === 1 ? amount : 0), 0)
  const listedSum = amounts.reduce((sum, amount, i) => sum + (skipped[i] === 1 ? 0 : amount), 0)
  const totals = new Float64Array(entityCount + owners.length)
  for (const [i, amount] of amounts.entries()) if (skipped[i] === 0) totals[entityOf[i]!]! += amount
  const sums = { listedSum, total: supply - skippedSum, totals: totals.sort().reverse() }
  return { ...withTail(holders.concentration, listed, merged, sums), topPct }
}

type Figures = { readonly holders: number; readonly gini: number; readonly hhi: number; readonly nakamoto: number }

function sliceOf(out: Float64Array, from: number): Figures & { readonly top1Share: number } {
  const at = (name: keyof typeof CONCENTRATION) => out[from + CONCENTRATION[name]]!
  return {
    holders: at('holders'),
    gini: at('gini'),
    hhi: at('hhi'),
    nakamoto: at('nakamoto'),
    top1Share: at('top1Share'),
  }
}

type Sums = {
  readonly listedSum: number
  /** Of all holders beside the vaults. */
  readonly total: number
  /** By entity, descending. */
  readonly totals: Float64Array
}

/** The figures of all holders once the listed ones are merged. Holders beyond the list are smaller than any on it: they
 *  keep their places at the low end, so that what they contribute can be taken out of the figures of the whole.
 *  With `S = sum((2i - n - 1) x_i) = gini * n * sum(x)` over ascending amounts: the tail's part of it moves by the
 *  tail's sum for each holder that merging takes away, the listed part by the tail's number of places. */
function withTail(whole: Figures, listed: Figures, merged: Figures, { listedSum, total, totals }: Sums): Figures {
  const tail = whole.holders - listed.holders
  const tailSum = Math.max(0, total - listedSum)
  const gone = listed.holders - merged.holders
  const holders = whole.holders - gone
  // Within the whole each listed amount stands `tail` places higher than within the list, of `tail` more.
  const inWhole = (part: Figures) => part.gini * part.holders * listedSum + tail * listedSum
  const tailPart = whole.gini * whole.holders * total - inWhole(listed) + gone * tailSum
  const share = total === 0 ? 0 : listedSum / total
  return {
    holders,
    gini: total === 0 ? 0 : Math.min(1, Math.max(0, (inWhole(merged) + tailPart) / (holders * total))),
    hhi: whole.hhi + (merged.hhi - listed.hhi) * share * share,
    nakamoto: majorityOf(totals, total) ?? whole.nakamoto - gone,
  }
}

/** Fewest of the totals (descending) that are more than half of all; null when all of them are not. */
function majorityOf(totals: Float64Array, total: number): number | null {
  let running = 0
  for (const [i, amount] of totals.entries()) {
    running += amount
    if (running > total / 2) return i + 1
  }
  return null
}
