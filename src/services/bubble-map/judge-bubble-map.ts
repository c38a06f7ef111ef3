import { LIMITS } from '../../config/limits.ts'
import type { BubbleLink, BubbleMapReport, LinkKind } from '../../contract/bubble-map.ts'
import type { TokenEvidence } from '../evidence-bundle/evidence.ts'
import type { Gathered } from '../evidence-bundle/input-bundle.ts'
import { buildGraph, type HolderGraph } from './build-graph.ts'
import { decentralizationScore } from './decentralization.ts'
import { describeClusters } from './describe-clusters.ts'
import { viewEvidence } from './evidence-view.ts'
import { chooseNodes, labelNodes } from './label-nodes.ts'
import { checkMap, unbuiltCheck } from './map-checks.ts'
import { measureSummary } from './measure-summary.ts'
import { payerLinks } from './payer-links.ts'
import { walletRoles } from './wallet-roles.ts'

export type MapHead = {
  readonly mint: string
  readonly generatedAtMs: number
  /** Of the bytes the report was made from; null when they are not kept. */
  readonly bundleSha256: string | null
}

/** The Bubble Map of recorded evidence. Pure and the same to the byte for the same evidence in any order. Without a
 *  mint or holders there is no graph: `ok` false, empty arrays and a check that says why. About 50 ms for 500 holders.
 *  `without`: kinds of links that are left out, by the evaluation alone. */
export function judgeBubbleMap(
  gathered: Pick<Gathered<TokenEvidence>, 'value' | 'gap'>,
  head: MapHead,
  without?: ReadonlySet<LinkKind>,
): BubbleMapReport {
  const evidence = gathered.value
  const gaps = evidence?.gaps.map(({ part, reason }) => `${part}: ${reason}`) ?? [gathered.gap ?? 'nothing was read']
  const why = unbuildable(evidence)
  if (evidence === null || why !== null) return unbuilt(head, why ?? gathered.gap ?? 'nothing was read', gaps, evidence)
  const view = viewEvidence(evidence)
  const graph = buildGraph(view, without)
  const { clusters, idOf } = describeClusters(view, graph)
  const payers = payerLinks(view, graph)
  const chosen = chooseNodes(
    view,
    graph,
    payers.map(({ source }) => source),
  )
  const links = chooseLinks(graph, payers, chosen)
  const roles = walletRoles(view, clusters)
  const nodes = labelNodes(chosen, { view, graph, entityIds: idOf, links, roles })
  const { topPct, ...summary } = measureSummary({
    view,
    graph,
    clusters,
    nodeCount: nodes.length,
    payerLinkCount: payers.length,
  })
  return {
    ok: true,
    mint: head.mint,
    nodes,
    links,
    clusters: [...clusters],
    decentralizationScore: decentralizationScore({ ...summary, topPct }),
    largestClusterPct: clusters[0]?.pctSupply ?? 0,
    summary,
    roles,
    checks: checkMap({ view, clusters, summary }),
    errors: gaps,
    bundle: head.bundleSha256,
    generatedAt: head.generatedAtMs,
  }
}

function unbuildable(evidence: TokenEvidence | null): string | null {
  if (evidence === null) return null
  if (evidence.mintInfo === null)
    return evidence.gaps.some(({ part }) => part === 'mint')
      ? 'the mint could not be read'
      : 'no mint stands at this address'
  if (evidence.holders === null) return 'the holders could not be read'
  return evidence.holders.largest.length === 0 ? 'nobody holds it' : null
}

function unbuilt(
  { mint, generatedAtMs, bundleSha256 }: MapHead,
  why: string,
  errors: readonly string[],
  evidence: TokenEvidence | null,
): BubbleMapReport {
  return {
    ok: false,
    mint,
    nodes: [],
    links: [],
    clusters: [],
    decentralizationScore: null,
    largestClusterPct: null,
    summary: {
      gini: null,
      hhi: null,
      nakamoto: null,
      entity_gini: null,
      entity_hhi: null,
      entity_nakamoto: null,
      entityCount: null,
      nodeCount: 0,
      linkCount: 0,
      clusteredPct: null,
      hiddenSupplyPct: null,
      decimals: evidence?.mintInfo?.decimals ?? null,
      holdersTotal: evidence?.holders?.exact === true ? evidence.holders.ownerCount : null,
    },
    roles: null,
    checks: [unbuiltCheck(why)],
    errors: [...errors],
    bundle: bundleSha256,
    generatedAt: generatedAtMs,
  }
}

/** Strongest first, both ends shown. */
function chooseLinks(graph: HolderGraph, payers: readonly BubbleLink[], chosen: ReadonlySet<string>): BubbleLink[] {
  const found = graph.links.map(({ source, target, kind, weight, evidence }) => ({
    source,
    target,
    type: kind,
    weight,
    evidence,
  }))
  const strong = found.filter(({ weight }) => weight === 1)
  const weak = found.filter(({ weight }) => weight < 1)
  return [...strong, ...payers, ...weak]
    .filter(({ source, target }) => chosen.has(source) && chosen.has(target))
    .slice(0, LIMITS.bubbleLinks)
}
