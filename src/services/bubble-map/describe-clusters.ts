import { type BubbleCluster, LINK_KINDS } from '../../contract/bubble-map.ts'
import { pctOf } from '../tokens/intel/shares.ts'
import { isMaterial } from './batches.ts'
import { type HolderGraph, isSupernode } from './build-graph.ts'
import { compareText } from './compare-text.ts'
import { ancestorsOf, isService } from './funding-wallets.ts'
import { compareRaw } from './label-nodes.ts'
import type { RawLink } from './link-rule.ts'
import type { MapView } from './map-view.ts'
import { payoutsOf } from './proceeds.ts'
import { type PlacedLink, qualifyWeak } from './qualify-weak.ts'

/** What a link that joins on its own is worth towards the confidence: names and funding wallets can be borrowed. */
const STRONG_CONFIDENCE = 0.9
const MOST_CONFIDENCE = 0.99
/** Entities as the report tells them, largest share first (then more members, then address): `E1` is the largest. The
 *  numbers of `graph.entities` follow in `order`. */
export function describeClusters(
  view: MapView,
  graph: HolderGraph,
): { readonly clusters: readonly BubbleCluster[]; readonly idOf: readonly string[] } {
  const inside = linksByEntity(graph)
  const described = graph.entities.map((addresses, entity) => {
    const members = [...addresses].sort((a, b) => compareRaw(view, a, b))
    const heldRaw = members.reduce((sum, member) => sum + (view.balances.get(member) ?? 0n), 0n)
    return { entity, members, heldRaw }
  })
  described.sort(
    (a, b) =>
      (a.heldRaw === b.heldRaw ? 0 : a.heldRaw > b.heldRaw ? -1 : 1) ||
      b.members.length - a.members.length ||
      compareText(a.members[0]!, b.members[0]!),
  )
  const idOf: string[] = []
  const clusters = described.map(({ entity, members, heldRaw }, i): BubbleCluster => {
    const id = `E${i + 1}`
    idOf[entity] = id
    return describe(view, { id, members, heldRaw, links: inside.get(entity) ?? [], graph })
  })
  return { clusters, idOf }
}

function linksByEntity(graph: HolderGraph): ReadonlyMap<number, RawLink[]> {
  const inside = new Map<number, RawLink[]>()
  for (const link of graph.links) {
    const entity = graph.entityOf.get(link.source)
    if (entity === undefined || entity !== graph.entityOf.get(link.target)) continue
    const own = inside.get(entity) ?? []
    inside.set(entity, own)
    own.push(link)
  }
  return inside
}

type Entity = {
  readonly id: string
  readonly members: readonly string[]
  readonly heldRaw: bigint
  /** Strongest first. */
  readonly links: readonly RawLink[]
  readonly graph: HolderGraph
}

function describe(view: MapView, entity: Entity): BubbleCluster {
  const { id, members, heldRaw, links } = entity
  const kinds = LINK_KINDS.filter((kind) => links.some((link) => link.kind === kind))
  const devLinked = isTiedToDev(view, entity)
  return {
    entity_id: id,
    kind: devLinked ? 'team' : boughtAtLaunch(view, members) * 2 >= members.length ? 'insiders' : 'group',
    memberCount: members.length,
    pctSupply: pctOf(heldRaw, view.supplyRaw),
    rootFunder: rootFunderOf(view, members),
    collector: collectorOf(view, members),
    devLinked,
    confidence: confidenceOf(members, links),
    kinds,
    evidence: kinds.map((type) => {
      const own = links.filter(({ kind }) => kind === type)
      const { signature, slot, detail } = own[0]!.evidence
      return { type, count: own.length, signature, slot, detail }
    }),
    members: [...members],
  }
}

/** `1 - product(1 - strength * coverage)` over the kinds: the heaviest link of a kind (0.9 for strong ones), times the
 *  part of the members that links of the kind touch. */
function confidenceOf(members: readonly string[], links: readonly RawLink[]): number {
  const kinds = new Map<string, { heaviest: number; touched: Set<string> }>()
  for (const { kind, weight, source, target } of links) {
    const own = kinds.get(kind) ?? { heaviest: 0, touched: new Set<string>() }
    kinds.set(kind, own)
    own.heaviest = Math.max(own.heaviest, Math.min(weight, STRONG_CONFIDENCE))
    own.touched.add(source).add(target)
  }
  let doubt = 1
  for (const { heaviest, touched } of kinds.values()) doubt *= 1 - heaviest * (touched.size / members.length)
  return Math.round(Math.min(MOST_CONFIDENCE, 1 - doubt) * 100) / 100
}

/** Whether a group is the creator's: the creator is one of it, or what ties the two would have joined them, were the
 *  creator no busy trader or service, whom nothing joins. One weak link between a member and the creator makes no
 *  team. */
function isTiedToDev(view: MapView, { members, graph }: Entity): boolean {
  const { dev } = view
  if (dev === null) return false
  if (members.includes(dev)) return true
  if (!isSupernode(view, dev)) return false
  const at = new Map(members.map((member, i) => [member, i + 1]))
  const ties = graph.links.flatMap((link): PlacedLink[] => {
    const member = link.source === dev ? link.target : link.target === dev ? link.source : null
    const to = member === null ? undefined : at.get(member)
    return to === undefined ? [] : [{ link, from: CREATOR, to, kind: LINK_KINDS.indexOf(link.kind) }]
  })
  if (ties.some(({ link }) => link.weight >= 1)) return true
  const groups = Uint32Array.from([CREATOR, ...members], (_, i) => (i === CREATOR ? 0 : 1))
  const acted = Uint8Array.from([dev, ...members], (wallet) => (wallet === dev || view.firstBuys.has(wallet) ? 1 : 0))
  return qualifyWeak(ties, groups, acted).length > 0
}

/** Place of the creator before the members. */
const CREATOR = 0

function boughtAtLaunch(view: MapView, members: readonly string[]): number {
  const { launch } = view
  if (launch === null || launch.launchSlot === null) return 0
  const lastSlot = launch.launchSlot + launch.windowSlots
  return members.filter((member) => (view.firstBuys.get(member)?.slot ?? Number.POSITIVE_INFINITY) <= lastSlot).length
}

/** The wallet that funded most members, the furthest back of those that funded as many; else the exchange that paid at
 *  least half of them. */
function rootFunderOf(view: MapView, members: readonly string[]): string | null {
  const funders = new Map<string, { members: number; hops: number }>()
  const services = new Map<string, number>()
  for (const member of members) {
    for (const { address, hops } of ancestorsOf(view, member)) {
      const own = funders.get(address) ?? { members: 0, hops: 0 }
      funders.set(address, { members: own.members + 1, hops: Math.max(own.hops, hops) })
    }
    const money = view.funding.get(member)
    if (money !== undefined && isMaterial(money) && isService(view, money.from))
      services.set(money.from, (services.get(money.from) ?? 0) + 1)
  }
  const [best] = [...funders].sort(
    ([a, one], [b, other]) => other.members - one.members || other.hops - one.hops || compareText(a, b),
  )
  if (best !== undefined && best[1].members >= 2) return best[0]
  const [service] = [...services].sort(([a, one], [b, other]) => other - one || compareText(a, b))
  return service !== undefined && service[1] >= 2 && service[1] * 2 >= members.length ? service[0] : null
}

/** Where two or more members sent what they had earned. */
function collectorOf(view: MapView, members: readonly string[]): string | null {
  const own = new Set(members)
  const senders = new Map<string, Set<string>>()
  for (const { from, to } of payoutsOf(view)) {
    if (!own.has(from)) continue
    senders.set(to, (senders.get(to) ?? new Set()).add(from))
  }
  const [best] = [...senders].sort(([a, one], [b, other]) => other.size - one.size || compareText(a, b))
  return best !== undefined && best[1].size >= 2 ? best[0] : null
}
