import { LINK_KINDS, type LinkKind } from '../../contract/bubble-map.ts'
import { clusterHolders } from '../../hot-paths/cluster-holders.ts'
import { connectedComponents } from '../../hot-paths/connected-components.ts'
import { compareText } from './compare-text.ts'
import { isService } from './funding-wallets.ts'
import { linksBesideGroups } from './launch-neighbours.ts'
import type { RawLink } from './link-rule.ts'
import { LINK_RULES } from './links/index.ts'
import type { MapView } from './map-view.ts'
import { type PlacedLink, qualifyWeak } from './qualify-weak.ts'
import { BUNDLE, JOIN } from './weights.ts'

/** Wallets and what ties them, with the entity each ended up in. */
export type HolderGraph = {
  /** Sorted: people, and the ends of links that are no people of the token (funding wallets into which proceeds go). */
  readonly addresses: readonly string[]
  /** One of a kind for each pair, strongest first. */
  readonly links: readonly RawLink[]
  /** Members of entities of two or more, each sorted, in the order of their first members. */
  readonly entities: readonly (readonly string[])[]
  readonly entityOf: ReadonlyMap<string, number>
}

type Nodes = {
  readonly addresses: readonly string[]
  readonly at: ReadonlyMap<string, number>
  readonly excluded: Uint8Array
  readonly amounts: Float64Array
  /** 1 for who bought or launched the token. */
  readonly acted: Uint8Array
}
/** The best link of each kind and pair. */
type Best = Map<number, PlacedLink>

const KIND_AT = new Map(LINK_KINDS.map((kind, i) => [kind, i]))
/** Sums of weights that reach the score on paper may miss it by a rounding. */
const ROUNDING = 1e-9

/** Finds every link, leaves out services and supernodes, joins. The same evidence in any order gives the same graph.
 *  `without`: kinds that are not looked for, so that the evaluation can measure the value of each. */
export function buildGraph(view: MapView, without: ReadonlySet<LinkKind> = new Set()): HolderGraph {
  const rules = LINK_RULES.filter(({ kind }) => !without.has(kind))
  const found = rules.flatMap((rule) => rule.find(view))
  const ends = new Set(view.people)
  for (const { source, target } of found) ends.add(source).add(target)
  const addresses = [...ends].sort(compareText)
  const nodes: Nodes = {
    addresses,
    at: new Map(addresses.map((address, i) => [address, i])),
    excluded: Uint8Array.from(addresses, (address) => (isSupernode(view, address) ? 1 : 0)),
    amounts: Float64Array.from(addresses, (address) => Number(view.balances.get(address) ?? 0n)),
    acted: Uint8Array.from(addresses, (address) => (view.firstBuys.has(address) || address === view.dev ? 1 : 0)),
  }
  const best: Best = new Map()
  keepBest(best, nodes, found)
  let entityOf = join(nodes, best, null)
  for (let round = 0; round < BUNDLE.rounds; round++) {
    const groups = entityOf
    const groupOf = (wallet: string): string => `${groups[nodes.at.get(wallet)!]}`
    const beside = rules.flatMap((rule) => rule.beside?.(view, groupOf) ?? [])
    const neighbours = without.has('same_bundle') ? [] : linksBesideGroups(view, groupOf)
    const hasMore = keepBest(best, nodes, [...neighbours, ...beside])
    entityOf = join(nodes, best, groups)
    if (!hasMore && countOf(entityOf) === countOf(groups)) break
  }
  const links = [...best.values()].sort(inOrder).map(({ link }) => link)
  return { addresses, links, ...membersOf(addresses, entityOf) }
}

/** Keeps the heaviest (then the earliest) link of a kind for each pair; true when that changed anything. */
function keepBest(best: Best, { addresses, at }: Nodes, links: readonly RawLink[]): boolean {
  let hasChanged = false
  for (const link of links) {
    const [one, other] = [at.get(link.source)!, at.get(link.target)!]
    if (one === other) continue
    const kind = KIND_AT.get(link.kind)!
    const placed = { link, from: Math.min(one, other), to: Math.max(one, other), kind }
    const key = (kind * addresses.length + placed.from) * addresses.length + placed.to
    const before = best.get(key)
    if (before !== undefined && inOrder(before, placed) <= 0) continue
    best.set(key, placed)
    hasChanged = true
  }
  return hasChanged
}

function inOrder(one: PlacedLink, other: PlacedLink): number {
  const [a, b] = [one.link, other.link]
  return (
    b.weight - a.weight ||
    one.kind - other.kind ||
    (a.evidence.slot ?? 0) - (b.evidence.slot ?? 0) ||
    one.from - other.from ||
    one.to - other.to ||
    compareText(a.source, b.source) ||
    compareText(a.evidence.signature ?? '', b.evidence.signature ?? '') ||
    compareText(a.evidence.detail, b.evidence.detail)
  )
}

/** Entity number of each node. What `before` has joined stays joined: later rounds weigh whole entities. */
function join({ addresses, excluded, amounts, acted }: Nodes, best: Best, before: Uint32Array | null): Uint32Array {
  const strongSrc: number[] = []
  const strongDst: number[] = []
  const weak: PlacedLink[] = []
  for (const placed of best.values()) {
    if (excluded[placed.from] === 1 || excluded[placed.to] === 1) continue
    if (placed.link.weight < 1) weak.push(placed)
    else {
      strongSrc.push(placed.from)
      strongDst.push(placed.to)
    }
  }
  if (before !== null) tieEntities(before, strongSrc, strongDst)
  const [src, dst] = [Uint32Array.from(strongSrc), Uint32Array.from(strongDst)]
  const groups = new Uint32Array(addresses.length)
  connectedComponents(src, dst, groups)
  const weighed = qualifyWeak(weak, groups, acted)
  return clusterHolders(
    {
      amounts,
      excluded,
      strongSrc: src,
      strongDst: dst,
      weakSrc: Uint32Array.from(weighed, ({ from }) => from),
      weakDst: Uint32Array.from(weighed, ({ to }) => to),
      weakWeight: Float64Array.from(weighed, ({ weight }) => weight),
      weakKind: Uint8Array.from(weighed, ({ kind }) => kind),
    },
    {
      seed: 1,
      weakThreshold: JOIN.score - ROUNDING,
      minWeakKinds: JOIN.kinds,
      density: JOIN.density,
      gatherKinds: false,
    },
  ).entityOf
}

/** Ties each node to the first of its entity. */
function tieEntities(entityOf: Uint32Array, src: number[], dst: number[]): void {
  const first = new Map<number, number>()
  for (const [node, entity] of entityOf.entries()) {
    const start = first.get(entity)
    if (start === undefined) first.set(entity, node)
    else {
      src.push(start)
      dst.push(node)
    }
  }
}

function countOf(entityOf: Uint32Array): number {
  return entityOf.reduce((most, entity) => Math.max(most, entity + 1), 0)
}

function membersOf(addresses: readonly string[], entityOf: Uint32Array): Pick<HolderGraph, 'entities' | 'entityOf'> {
  const members = new Map<number, string[]>()
  for (const [i, address] of addresses.entries()) {
    const own = members.get(entityOf[i]!) ?? []
    members.set(entityOf[i]!, own)
    own.push(address)
  }
  const entities = [...members.values()].filter(({ length }) => length > 1).sort((a, b) => compareText(a[0]!, b[0]!))
  return { entities, entityOf: new Map(entities.flatMap((own, i) => own.map((address) => [address, i] as const))) }
}

/** Services and busy payers: never joined, never a bridge. A busy trader is someone all the same: what it signs
 *  together with others says so, only as a payer it says nothing. */
export function isSupernode(view: MapView, address: string): boolean {
  const isTrader = view.isPerson.has(address) && view.firstBuys.has(address)
  return isService(view, address) && !isTrader
}
