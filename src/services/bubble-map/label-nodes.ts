import { knownAddress } from '../../chain/solana/labels.ts'
import { LIMITS } from '../../config/limits.ts'
import type { BubbleLink, BubbleNode, NodeKind, WalletRoles } from '../../contract/bubble-map.ts'
import { rawToNumber } from '../../contract/units.ts'
import { holderFlags, type LaunchRoles } from '../tokens/intel/holder-flags.ts'
import { pctOf } from '../tokens/intel/shares.ts'
import { type HolderGraph, isSupernode } from './build-graph.ts'
import { compareText } from './compare-text.ts'
import type { MapView } from './map-view.ts'
import { FRESH_SECS } from './weights.ts'

export type LabelParts = {
  readonly view: MapView
  readonly graph: HolderGraph
  /** Entity number to its id. */
  readonly entityIds: readonly string[]
  /** Of the report: what degrees count. */
  readonly links: readonly BubbleLink[]
  readonly roles: WalletRoles | null
}

/** Who may be shown, the most telling first: the creator and members of entities, then holders by size, then the rest
 *  of the people, then who paid members. Cut to the cap. */
export function chooseNodes(view: MapView, graph: HolderGraph, payers: readonly string[]): ReadonlySet<string> {
  const bySize = (a: string, b: string) => compareRaw(view, a, b)
  const chosen = new Set<string>()
  const add = (addresses: readonly string[]) => {
    for (const address of addresses) if (chosen.size < LIMITS.bubbleNodes) chosen.add(address)
  }
  if (view.dev !== null) add([view.dev])
  add([...graph.entityOf.keys()].sort(bySize))
  // Payers of members are few; the smallest of hundreds of holders give way to them.
  add(payers)
  add([...view.balances.keys()].sort(bySize))
  add([...graph.addresses].sort(bySize))
  return chosen
}

export function compareRaw(view: MapView, a: string, b: string): number {
  const [left, right] = [view.balances.get(a) ?? 0n, view.balances.get(b) ?? 0n]
  return left === right ? compareText(a, b) : left > right ? -1 : 1
}

/** Nodes in the order of the report: by share of the supply, then degree, then address. */
export function labelNodes(
  addresses: Iterable<string>,
  { view, graph, entityIds, links, roles }: LabelParts,
): BubbleNode[] {
  const degrees = new Map<string, number>()
  for (const { source, target } of links) {
    degrees.set(source, (degrees.get(source) ?? 0) + 1)
    degrees.set(target, (degrees.get(target) ?? 0) + 1)
  }
  const largest = [...view.balances.keys()].sort((a, b) => compareRaw(view, a, b))
  const ranks = new Map(largest.map((owner, i) => [owner, i + 1]))
  const pools = poolNames(view)
  const launch = view.launch === null ? null : { ...view.launch, ...roles }
  const nodes = [...addresses].map((id): BubbleNode => {
    const entity = graph.entityOf.get(id)
    const balanceRaw = view.balances.get(id) ?? 0n
    const kind = kindOf(view, pools, id)
    return {
      id,
      kind,
      label: pools.get(id) ?? knownAddress(id)?.label ?? view.wallets.get(id)?.identity?.entity ?? null,
      pctSupply: pctOf(balanceRaw, view.supplyRaw),
      balance: rawToNumber(balanceRaw, view.evidence.mintInfo?.decimals ?? 0),
      rank: ranks.get(id) ?? null,
      flags: flagsOf(view, id, launch),
      entity_id: entity === undefined ? null : entityIds[entity]!,
      degree: degrees.get(id) ?? 0,
      is_cex: kind === 'cex',
      is_dex: kind === 'dex' || kind === 'lp',
      is_lp: kind === 'lp',
      is_supernode: isSupernode(view, id),
      fresh_wallet: isFresh(view, id),
      first_buy_slot: view.firstBuys.get(id)?.slot ?? null,
      age_sec: ageOf(view, id),
    }
  })
  return nodes.sort((a, b) => b.pctSupply - a.pctSupply || b.degree - a.degree || compareText(a.id, b.id))
}

/** Owners of the vaults of the token's pools (and the pools), with the name of the DEX. */
function poolNames(view: MapView): ReadonlyMap<string, string> {
  return new Map(
    view.evidence.pools.flatMap(({ dex, address, vaultOwners }) =>
      [address, ...vaultOwners].map((owner) => [owner, knownAddress(owner)?.label ?? dex] as const),
    ),
  )
}

function kindOf(view: MapView, pools: ReadonlyMap<string, string>, id: string): NodeKind {
  if (id === view.dev) return 'dev'
  if (pools.has(id)) return 'lp'
  const known = knownAddress(id)
  const wallet = view.wallets.get(id)
  const type = known?.kind ?? wallet?.identity?.entityType ?? 'wallet'
  if (type === 'cex' || type === 'locker' || type === 'burn' || type === 'program') return type
  if (type === 'liquidity' || type === 'dex') return 'dex'
  if (type !== 'wallet' || isSupernode(view, id)) return 'service'
  if (wallet?.identity?.isContract === true) return 'program'
  return view.isPerson.has(id) ? 'wallet' : 'funder'
}

/** The holder flags of intel; beside them what only the map knows. */
function flagsOf(view: MapView, id: string, launch: LaunchRoles | null): string[] {
  const flags: string[] = [...holderFlags(id, view.dev, launch, { valueUsd: null, fromUsd: Number.POSITIVE_INFINITY })]
  const wallet = view.wallets.get(id)
  if (isFresh(view, id) && !flags.includes('fresh_wallet')) flags.push('fresh_wallet')
  if (wallet?.isBusy === true) flags.push('busy')
  if (wallet !== undefined && (!wallet.traced || wallet.partial)) flags.push('untraced')
  if (isUnlisted(view, id)) flags.push('balance_unlisted')
  return flags
}

/** Holds less than the smallest that is listed, if anything. */
function isUnlisted(view: MapView, id: string): boolean {
  const { holders } = view.evidence
  if (holders === null || view.balances.has(id) || !view.isPerson.has(id)) return false
  return !holders.exact || holders.ownerCount > holders.largest.length
}

function isFresh(view: MapView, id: string): boolean {
  if (view.launch?.fresh.includes(id) === true) return true
  const seenSec = view.wallets.get(id)?.firstSeenSec ?? null
  const thenSec = view.firstBuys.get(id)?.timeSec ?? view.launch?.createdAtSec ?? null
  return seenSec !== null && thenSec !== null && view.isPerson.has(id) && thenSec - seenSec < FRESH_SECS
}

function ageOf(view: MapView, id: string): number | null {
  const seenSec = view.wallets.get(id)?.firstSeenSec ?? null
  return seenSec === null ? null : Math.max(0, Math.floor(view.evidence.timeSec - seenSec))
}
