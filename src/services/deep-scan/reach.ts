import { knownAddress } from '../../chain/solana/labels.ts'
import type { BubbleCluster } from '../../contract/bubble-map.ts'
import type { ReachBlock } from '../../contract/deep-scan.ts'
import { looksLikeCrowd } from '../bubble-map/crowds.ts'
import { viewEvidence } from '../bubble-map/evidence-view.ts'
import { ancestorsOf, isService } from '../bubble-map/funding-wallets.ts'
import type { MapView } from '../bubble-map/map-view.ts'
import { CROWD } from '../bubble-map/weights.ts'
import type { ObservedTransaction, TokenEvidence } from '../evidence-bundle/evidence.ts'
import { pctOf, round2 } from '../evidence-bundle/holder-view.ts'

export const REACH = {
  /** The first quarter of the supply to be bought: who has it bought at the lowest prices and can end the market. In
   *  supply and not in time, for a patient team waits, and pays for it. */
  earlySupplyPct: 25,
  /** Most of that must be in wallets of which it is known that a team could not be hidden there. */
  leastPct: 50,
  /** Wallets that the map joined are no strangers to one another; two may be one person's. */
  groupMembers: 3,
} as const

/** What of a wallet was not read, or was read and is not known to be public; and that the map joined it to others. */
type Doubt = 'money' | 'signers' | 'tools' | 'groups'

/** How far one could have seen. Absence of links is evidence only where money, signers and tools of a wallet were read
 *  and lead to what serves the public. Null without a launch or a purchase after it: then nothing was seen of who
 *  bought early. Pure; O(transactions + wallets). */
export function measureReach(
  evidence: TokenEvidence | null,
  clusters: readonly Pick<BubbleCluster, 'members'>[],
): ReachBlock | null {
  if (evidence === null || evidence.launch?.status !== 'found') return null
  const view = viewEvidence(evidence)
  const early = earlySupply(view)
  if (early.totalRaw === 0n) return null
  const users = toolUsers(view)
  const joined = new Set(clusters.flatMap(({ members }) => (members.length < REACH.groupMembers ? [] : members)))
  const doubtful: Record<Doubt, bigint> = { money: 0n, signers: 0n, tools: 0n, groups: 0n }
  let publicRaw = 0n
  let publicWallets = 0
  for (const [wallet, boughtRaw] of early.bought) {
    const doubts = doubtsOf(view, wallet, users)
    if (joined.has(wallet)) doubts.push('groups')
    for (const doubt of doubts) doubtful[doubt] += boughtRaw
    if (doubts.length > 0) continue
    publicRaw += boughtRaw
    publicWallets++
  }
  const part = (raw: bigint) => round2(pctOf(raw, early.totalRaw))
  return {
    pct: part(publicRaw),
    leastPct: REACH.leastPct,
    earlyPct: round2(pctOf(early.totalRaw, view.supplyRaw)),
    wallets: early.bought.size,
    publicWallets,
    notPublicPct: {
      money: part(doubtful.money),
      signers: part(doubtful.signers),
      tools: part(doubtful.tools),
      groups: part(doubtful.groups),
    },
  }
}

type Early = { readonly bought: ReadonlyMap<string, bigint>; readonly totalRaw: bigint }

/** Purchases in order of the chain until a quarter of the supply is gone; the creator's own money is looked at for
 *  itself. */
function earlySupply({ trades, dev, supplyRaw }: MapView): Early {
  const bought = new Map<string, bigint>()
  const mostRaw = (supplyRaw * BigInt(REACH.earlySupplyPct)) / 100n
  let totalRaw = 0n
  for (const { trades: own } of trades)
    for (const { wallet, side, baseRaw } of own) {
      if (side !== 'buy' || wallet === dev) continue
      if (totalRaw >= mostRaw) return { bought, totalRaw }
      const amountRaw = BigInt(baseRaw)
      bought.set(wallet, (bought.get(wallet) ?? 0n) + amountRaw)
      totalRaw += amountRaw
    }
  return { bought, totalRaw }
}

function doubtsOf(view: MapView, wallet: string, users: ToolUsers): Doubt[] {
  const purchase = view.firstBuys.get(wallet)?.transaction
  const doubts: Doubt[] = []
  if (!hasPublicMoney(view, wallet)) doubts.push('money')
  if (purchase === undefined || !signedAlone(view, wallet, purchase)) doubts.push('signers')
  if (purchase === undefined || !hasPublicTools(view, purchase, users)) doubts.push('tools')
  return doubts
}

/** Whether what a wallet bought with is known to come from where everyone's comes from: an exchange or another service,
 *  or over wallets that had a life of their own before. A wallet with a long life elsewhere needs no beginning. */
function hasPublicMoney(view: MapView, wallet: string): boolean {
  const own = view.wallets.get(wallet)
  if (own === undefined || !own.traced || own.partial) return false
  const top = view.usedTraces[0]?.money.get(wallet)
  const first = view.funding.get(wallet)
  const isFilled = top !== undefined && top.signature !== first?.signature
  if (isFilled && !isService(view, top.from)) return false
  if (own.isBusy || isEstablished(view, own.firstSeenSec, own.signatureCount)) return true
  if (first === undefined) return false
  if (isService(view, first.from)) return true
  const behind = ancestorsOf(view, wallet)
  const last = behind.at(-1)
  if (last === undefined || behind.some(({ fundingWallet }) => fundingWallet !== 'old')) return false
  const source = view.funding.get(last.address)
  return source !== undefined && isService(view, source.from)
}

/** Whether a wallet lived long before the launch and did more than a team's wallet does. */
function isEstablished({ launch }: MapView, firstSeenSec: number | null, signatureCount: number): boolean {
  const launchSec = launch?.createdAtSec ?? null
  if (firstSeenSec === null || launchSec === null) return false
  return launchSec - firstSeenSec >= CROWD.establishedSecs && signatureCount >= CROWD.establishedSignatures
}

/** Others under a purchase are named, or were seen to serve strangers. */
function signedAlone(view: MapView, wallet: string, { signers, feePayer, nonce }: ObservedTransaction): boolean {
  const others = new Set([...signers, feePayer, ...(nonce === null ? [] : [nonce.authority])])
  others.delete(wallet)
  return [...others].every((one) => isService(view, one))
}

type ToolUsers = {
  readonly tables: ReadonlyMap<string, readonly string[]>
  readonly memos: ReadonlyMap<string, readonly string[]>
}

/** A tool that no other buyer of the token uses ties no one; one that several use is everyone's when its maker is named
 *  or its users come like any other buyers. Tools are known by their lookup tables and by the memos that they write. */
function hasPublicTools(view: MapView, { lookupTables, memos = [] }: ObservedTransaction, users: ToolUsers): boolean {
  const authorities = new Map(view.evidence.tables.map(({ address, authority }) => [address, authority]))
  const isUsedLikeAny = (sharers: readonly string[]) => sharers.length < 2 || looksLikeCrowd(view, sharers)
  const hasNamedMaker = (table: string): boolean => {
    const authority = authorities.get(table) ?? null
    return authority !== null && knownAddress(authority) !== null
  }
  return (
    lookupTables.every((table) => hasNamedMaker(table) || isUsedLikeAny(users.tables.get(table) ?? [])) &&
    memos.every((memo) => isUsedLikeAny(users.memos.get(memo) ?? []))
  )
}

/** Buyers by the lookup tables and the memos of their first purchases. */
function toolUsers({ firstBuys }: MapView): ToolUsers {
  const tables = new Map<string, string[]>()
  const memos = new Map<string, string[]>()
  for (const [wallet, { transaction }] of firstBuys) {
    for (const table of transaction.lookupTables) addTo(tables, table, wallet)
    for (const memo of transaction.memos ?? []) addTo(memos, memo, wallet)
  }
  return { tables, memos }
}

function addTo(users: Map<string, string[]>, tool: string, wallet: string): void {
  const own = users.get(tool)
  if (own === undefined) users.set(tool, [wallet])
  else own.push(wallet)
}
