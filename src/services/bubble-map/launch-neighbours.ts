import { groupBy, type RawLink, toLink } from './link-rule.ts'
import { areNeighbours, priorityFeeOf } from './links/same-bundle.ts'
import type { Act, MapView } from './map-view.ts'
import { BUNDLE, FUNDING, WEIGHTS } from './weights.ts'

/** Second look, once groups are joined: wallets in a slot of the launch next to a group, without a gap in the block. No
 *  one gets into a bundle from outside, and who could not know of the launch pays dearly to come into its slot.
 *  `groupOf`: text that is the same for all of a group. */
export function linksBesideGroups(view: MapView, groupOf: (wallet: string) => string): readonly RawLink[] {
  return runsAtLaunch(view).flatMap((run) => {
    const actors = new Set(run.flatMap((act) => act.actors))
    return groupBy(actors, groupOf).flatMap(([, members]) =>
      members.length < BUNDLE.groupInSlot ? [] : besideGroup(view, run, new Set(members)),
    )
  })
}

/** First purchases (and the launch) in the slots that count as the launch, by block and without gaps. */
function runsAtLaunch(view: MapView): readonly (readonly Act[])[] {
  const { launch } = view
  if (launch === null || launch.launchSlot === null) return []
  const lastSlot = launch.launchSlot + launch.windowSlots
  const runs: Act[][] = []
  for (const act of view.acts) {
    const { slot, signature } = act.transaction
    if (slot < launch.launchSlot || slot > lastSlot) continue
    const isFirst =
      signature === launch.creationSignature ||
      act.actors.some((actor) => view.firstBuys.get(actor)?.signature === signature)
    const before = runs.at(-1)?.at(-1)
    if (!isFirst) runs.push([])
    else if (before !== undefined && areNeighbours(before.transaction, act.transaction)) runs.at(-1)!.push(act)
    else runs.push([act])
  }
  return runs.filter(({ length }) => length > 1)
}

function besideGroup(view: MapView, run: readonly Act[], members: ReadonlySet<string>): readonly RawLink[] {
  const hurrying = run.filter(({ actors }) => actors.some((actor) => members.has(actor) && actor !== view.dev))
  const middle = middleOf(hurrying.map(costOf)) ?? 0n
  const most = ordinaryFee(view) ?? middle * BUNDLE.timesGroup
  // Any group can pay for its places, and its neighbours may be unrelated.
  if (middle > most) return []
  const tips = new Set(hurrying.map(tipOf).filter((tip) => tip > 0n))
  const isLike = (act: Act): boolean => {
    if (view.dev !== null && act.actors.includes(view.dev)) return true
    return costOf(act) <= most || (tips.has(tipOf(act)) && priorityFeeOf(act.transaction) <= most)
  }
  const detail = `beside a group of ${members.size} in that slot of the launch, without a gap, at ordinary fees, from a wallet made for it`
  const beside = run.flatMap((act) =>
    isLike(act)
      ? act.actors.flatMap((actor) => (members.has(actor) || !isOfThisToken(view, actor) ? [] : [{ actor, act }]))
      : [],
  )
  const own = run.flatMap((act) => act.actors.flatMap((actor) => (members.has(actor) ? [{ actor, act }] : [])))
  return beside.flatMap((one, i) => [
    ...own.map((member) => tieOf(member, one, detail)),
    ...beside.slice(i + 1).map((other) => tieOf(one, other, detail)),
  ])
}

/** The creator, and wallets that came up shortly before the launch and hardly did anything else: who snipes for himself
 *  has done it before. */
function isOfThisToken(view: MapView, actor: string): boolean {
  if (actor === view.dev) return true
  const wallet = view.wallets.get(actor)
  const launchSec = view.launch!.createdAtSec
  if (wallet === undefined || !wallet.traced || wallet.isBusy || wallet.firstSeenSec === null || launchSec === null)
    return false
  return launchSec - wallet.firstSeenSec <= FUNDING.purposeSecs && wallet.signatureCount <= BUNDLE.fewSignatures
}

/** A price that hurried buyers would not offer, from the purchases after the window. Null while there are too few. */
function ordinaryFee(view: MapView): bigint | null {
  const lastSlot = view.launch!.launchSlot! + view.launch!.windowSlots
  const fees = [...view.firstBuys.values()].flatMap(({ slot, transaction }) =>
    slot > lastSlot && transaction.tips.length === 0 ? [priorityFeeOf(transaction)] : [],
  )
  const middle = fees.length < BUNDLE.ordinaryBuyers ? null : middleOf(fees)
  return middle === null ? null : middle * BUNDLE.timesOrdinary
}

function middleOf(amounts: readonly bigint[]): bigint | null {
  const sorted = [...amounts].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null
}

/** What an act paid for its place. */
function costOf(act: Act): bigint {
  return priorityFeeOf(act.transaction) + tipOf(act)
}

function tipOf({ transaction }: Act): bigint {
  return transaction.tips.reduce((sum, { lamports }) => sum + BigInt(lamports), 0n)
}

type WebhookWithState = { readonly actor: string; readonly act: Act }

function tieOf(one: WebhookWithState, other: WebhookWithState, detail: string): RawLink {
  const { slot, signature } = other.act.transaction
  return toLink(
    'same_bundle',
    { source: one.actor, target: other.actor, weight: WEIGHTS.bundled },
    { slot, signature, otherSignature: one.act.transaction.signature, detail },
  )
}
