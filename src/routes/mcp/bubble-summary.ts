import Type, { type Static } from 'typebox'
import { MCP } from '../../config/mcp.ts'
import {
  BubbleCluster,
  type BubbleMapReport,
  BubbleNode,
  BubbleSummary,
  LINK_KINDS,
  type LinkKind,
} from '../../contract/bubble-map.ts'
import { Check } from '../../contract/check.ts'
import { closed, EpochMs, NullableNumber, NullableText, Text } from '../../contract/shapes.ts'

/** A Bubble Map without its hundreds of nodes and links: figures, clusters and the largest holders. */
export const BubbleMapSummary = closed({
  success: Type.Literal(true),
  ok: Type.Boolean(),
  mint: Text,
  decentralizationScore: NullableNumber,
  largestClusterPct: NullableNumber,
  summary: BubbleSummary,
  clusters: Type.Array(BubbleCluster, { description: 'Largest share first; of `memberCount` members the largest.' }),
  holders: Type.Array(BubbleNode, { description: 'Largest share first.' }),
  linksByKind: Type.Array(closed({ type: Type.Enum([...LINK_KINDS]), count: Type.Integer() }), {
    description: 'Of all links of the report, most frequent first.',
  }),
  checks: Type.Array(Check),
  errors: Type.Array(Text),
  omitted: closed({ clusters: Type.Integer(), nodes: Type.Integer(), links: Type.Integer() }),
  bundle: NullableText,
  generatedAt: EpochMs,
})

export function summarizeMap(report: BubbleMapReport): Static<typeof BubbleMapSummary> {
  const { nodes, links, clusters, ok, mint, decentralizationScore, largestClusterPct, summary } = report
  const counts = new Map<LinkKind, number>()
  for (const { type } of links) counts.set(type, (counts.get(type) ?? 0) + 1)
  const linksByKind = [...counts].map(([type, count]) => ({ type, count })).sort((a, b) => b.count - a.count)
  const shown = clusters.toSorted((a, b) => b.pctSupply - a.pctSupply).slice(0, MCP.map.clusters)
  const holders = nodes.slice(0, MCP.map.holders)
  return {
    success: true,
    ok,
    mint,
    decentralizationScore,
    largestClusterPct,
    summary,
    clusters: shown.map((one) => ({ ...one, members: one.members.slice(0, MCP.map.membersEach) })),
    holders,
    linksByKind,
    checks: report.checks,
    errors: report.errors,
    omitted: {
      clusters: clusters.length - shown.length,
      nodes: nodes.length - holders.length,
      links: links.length,
    },
    bundle: report.bundle,
    generatedAt: report.generatedAt,
  }
}
