import type { LaunchFacts } from '../../chain/solana/launch-window.ts'
import type { BubbleCluster, BubbleMapReport } from '../../contract/bubble-map.ts'
import type { CheckEvidence } from '../../contract/check.ts'
import { counted } from '../../contract/counted.ts'
import type { CheckRule } from '../checks/layer.ts'
import type { ObservedTransaction, TokenEvidence } from '../evidence-bundle/evidence.ts'
import { pctOf } from '../evidence-bundle/holder-view.ts'

/** How long no one who reads about a token can have bought it: what is bought in these seconds was prepared. In
 *  seconds, and turned into slots by the chain's measured slot time. */
export const EARLY_SECS = 5

/** What wallets that belong together must have bought in the first seconds, percent of the supply, for it to weigh in
 *  full: the spec's limit for the creator alone. Below it they are a few friends, or one professional. */
export const WEIGHTY_PCT = 5

/** First purchase of a wallet other than the creator in the first seconds, and what it bought in them. */
export type EarlyBuyer = {
  readonly wallet: string
  readonly slot: number
  readonly transaction: ObservedTransaction
  readonly boughtRaw: bigint
}

/** A launch whose facts were found, or null. */
export function foundLaunch(evidence: TokenEvidence | null): (LaunchFacts & { readonly launchSlot: number }) | null {
  const launch = evidence?.launch ?? null
  if (launch === null || launch.status !== 'found' || launch.launchSlot === null) return null
  return { ...launch, launchSlot: launch.launchSlot }
}

/** The same with its wallets as the map knows them. */
export function mappedLaunch(
  evidence: TokenEvidence | null,
  { roles }: BubbleMapReport,
): ReturnType<typeof foundLaunch> {
  const launch = foundLaunch(evidence)
  return launch === null ? null : { ...launch, ...roles }
}

/** Slots that `secs` are, at the chain's pace; at least the launch window. */
export function slotsOf({ slotMs }: Pick<TokenEvidence, 'slotMs'>, secs: number, least: number): number {
  return slotMs > 0 ? Math.max(least, Math.ceil((secs * 1_000) / slotMs)) : least
}

/** In order of the chain. O(transactions). */
export function earlyBuyers(
  evidence: TokenEvidence,
  launch: LaunchFacts & { readonly launchSlot: number },
): readonly EarlyBuyer[] {
  const lastSlot = launch.launchSlot + slotsOf(evidence, EARLY_SECS, launch.windowSlots)
  const buyers = new Map<string, EarlyBuyer>()
  for (const transaction of evidence.transactions) {
    const { slot, trades } = transaction
    if (slot < launch.launchSlot || slot > lastSlot) continue
    for (const { wallet, side, baseRaw } of trades) {
      if (side !== 'buy' || wallet === launch.dev) continue
      const first = buyers.get(wallet) ?? { wallet, slot, transaction, boughtRaw: 0n }
      buyers.set(wallet, { ...first, boughtRaw: first.boughtRaw + BigInt(baseRaw) })
    }
  }
  return [...buyers.values()]
}

/** What a set of wallets bought in a range of slots, percent of the supply. Null without a supply. */
export function boughtPct(
  evidence: TokenEvidence,
  wallets: ReadonlySet<string>,
  slots: { readonly from: number; readonly to: number },
): number | null {
  const supplyRaw = supplyOf(evidence)
  if (supplyRaw === null) return null
  let sumRaw = 0n
  for (const { slot, trades } of evidence.transactions) {
    if (slot < slots.from || slot > slots.to) continue
    for (const { wallet, side, baseRaw } of trades) if (side === 'buy' && wallets.has(wallet)) sumRaw += BigInt(baseRaw)
  }
  return pctOf(sumRaw, supplyRaw)
}

/** Base units that exist; null when neither mint nor holders were read. */
export function supplyOf({ mintInfo, holders }: TokenEvidence): bigint | null {
  const text = mintInfo?.supplyRaw ?? holders?.supplyRaw ?? null
  return text === null || BigInt(text) === 0n ? null : BigInt(text)
}

/** A rule as it weighs for some early buyers together. Unknown without a supply: then in full. */
export function weighed(rule: CheckRule, evidence: TokenEvidence, buyers: readonly EarlyBuyer[]): CheckRule {
  const supplyRaw = supplyOf(evidence)
  if (supplyRaw === null) return rule
  const boughtRaw = buyers.reduce((sum, buyer) => sum + buyer.boughtRaw, 0n)
  return pctOf(boughtRaw, supplyRaw) > WEIGHTY_PCT ? rule : { ...rule, severity: 'medium' }
}

export function clusterByMember(map: BubbleMapReport): ReadonlyMap<string, BubbleCluster> {
  return new Map(map.clusters.flatMap((cluster) => cluster.members.map((member) => [member, cluster] as const)))
}

export function asEvidence(buyers: readonly EarlyBuyer[]): readonly CheckEvidence[] {
  return buyers.map(({ wallet, slot, transaction, boughtRaw }) => ({
    what: `buyer ${wallet}`,
    signature: transaction.signature,
    slot,
    value: counted(boughtRaw, 'base unit'),
  }))
}
