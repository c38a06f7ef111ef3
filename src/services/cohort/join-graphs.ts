import { flatten, join } from '../../hot-paths/union-find.ts'
import { buildGraph } from '../bubble-map/build-graph.ts'
import { viewEvidence } from '../bubble-map/evidence-view.ts'
import type { RawLink } from '../bubble-map/link-rule.ts'
import type { TokenEvidence } from '../evidence-bundle/evidence.ts'

/** A link between two members, and the mint whose evidence shows it (null for their own histories). */
export type MemberLink = RawLink & { readonly token: string | null }
export type JoinedGraph = {
  readonly links: readonly MemberLink[]
  /** Clusters of two or more, the largest first, members sorted. */
  readonly clusters: readonly (readonly string[])[]
  /** Mints whose evidence joined members, by cluster. */
  readonly tokensOf: readonly (readonly string[])[]
  /** The links with addresses beside the cohort, which are what ties some members. */
  readonly outer: readonly MemberLink[]
}

/** Members that any of the graphs joins belong together; each graph is judged by itself, so that one cause that shows in
 *  two of them counts once. Links are the best of each kind and pair. */
export function joinGraphs(
  members: readonly string[],
  own: TokenEvidence,
  tokens: readonly TokenEvidence[],
): JoinedGraph {
  const sorted = [...members].sort()
  const at = new Map(sorted.map((member, i) => [member, i]))
  const groups = Uint32Array.from(sorted, (_, i) => i)
  const best = new Map<string, MemberLink>()
  const outer: MemberLink[] = []
  const joinedBy: (readonly [number, number, string])[] = []
  for (const evidence of [own, ...tokens]) {
    const token = evidence === own ? null : evidence.mint
    const graph = buildGraph(viewEvidence(evidence))
    const first = new Map<number, number>()
    for (const [i, member] of sorted.entries()) {
      const entity = graph.entityOf.get(member)
      if (entity === undefined) continue
      const start = first.get(entity)
      if (start === undefined) first.set(entity, i)
      else {
        join(groups, start, i)
        if (token !== null) joinedBy.push([start, i, token])
      }
    }
    for (const link of graph.links) {
      const isInside = at.has(link.source) && at.has(link.target)
      if (!isInside) {
        if (graph.entityOf.get(link.source) === graph.entityOf.get(link.target)) outer.push({ ...link, token })
        continue
      }
      const [low, high] = link.source < link.target ? [link.source, link.target] : [link.target, link.source]
      const key = `${link.kind} ${low} ${high}`
      if ((best.get(key)?.weight ?? 0) < link.weight) best.set(key, { ...link, token })
    }
  }
  flatten(groups)
  const { clusters, tokensOf } = clustersOf(sorted, groups, joinedBy)
  const links = [...best.values()].sort(byStrength)
  return { links, clusters, tokensOf, outer: outer.sort(byStrength) }
}

function clustersOf(
  sorted: readonly string[],
  groups: Uint32Array,
  joinedBy: readonly (readonly [number, number, string])[],
): Pick<JoinedGraph, 'clusters' | 'tokensOf'> {
  const members = new Map<number, string[]>()
  for (const [i, member] of sorted.entries()) {
    const own = members.get(groups[i]!) ?? []
    own.push(member)
    members.set(groups[i]!, own)
  }
  const ordered = [...members]
    .filter(([, own]) => own.length > 1)
    .sort(([, a], [, b]) => b.length - a.length || (a[0]! < b[0]! ? -1 : 1))
  const tokensOf = ordered.map(([label]) => {
    const tokens = joinedBy.filter(([start]) => groups[start] === label).map(([, , token]) => token)
    return [...new Set(tokens)].sort()
  })
  return { clusters: ordered.map(([, own]) => own), tokensOf }
}

function byStrength(a: MemberLink, b: MemberLink): number {
  if (a.weight !== b.weight) return b.weight - a.weight
  const [one, other] = [`${a.source} ${a.target} ${a.kind}`, `${b.source} ${b.target} ${b.kind}`]
  return one < other ? -1 : one > other ? 1 : 0
}
