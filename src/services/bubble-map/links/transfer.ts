import { counted } from '../../../contract/counted.ts'
import { isMaterial, type Money } from '../batches.ts'
import { compareText } from '../compare-text.ts'
import { ancestorsOf, isForThisToken, isMostOfMoney } from '../funding-wallets.ts'
import { groupBy, type LinkRule, type RawLink, toLink } from '../link-rule.ts'
import type { MapView } from '../map-view.ts'
import type { MoneyMove } from '../money-moves.ts'
import { isFundingWalletOfOne, type Payout, payoutsOf } from '../proceeds.ts'
import { recycledProceeds } from '../recycled-proceeds.ts'
import { type Handover, handoversOf, receiverCounts } from '../token-moves.ts'
import { CROWD, WEIGHTS } from '../weights.ts'

const REPAYMENT_APART_PCT = 20n

/** Something went from the one to the other: first money, units of the token, or what its sale earned. */
export const transfer: LinkRule = {
  kind: 'transfer',
  strength: 'either',
  rules: [
    'First funding: the first money of one (B) came from the other (A), who also held or traded the token. Strong when it came within two days of B’s first purchase (or of the launch), was half or more of what A had, and B received no larger sum before it bought; or when it came within those two days and A or B is the creator. Else 0.5.',
    'A second transfer besides that first funding is strong: another sum went back from B to A (one within 20 % of the first in the same asset is a repaid loan and does not count), or at least 0.1 % of the supply went between the two.',
    'The token itself, sent from A to B. Strong when it is at least 0.1 % of the supply, B never bought, and B was never seen on chain before or A had at most three receivers. Weight 0.5 for four to twelve receivers with an earlier history; 0.3 for smaller parts or when B also bought; none when A had more receivers, except for those never seen before, as above.',
    'If A is a busy address, neither a second transfer nor the token itself links it with B.',
    'Proceeds: sales of both paid one unlabelled address, or sales of A paid B. Strong when that address was read and is not busy, 0.6 when it was not read; none for addresses that are named, busy or serve strangers.',
    'Recycled proceeds: proceeds of A reached, over any number of such addresses, an address whose money was the first of B, through wallets created for it. Strong.',
  ],
  find: (view) => [
    ...gifts(view),
    ...familiarLinks(view),
    ...tokenLinks(view),
    ...proceedsLinks(view),
    ...recycledLinks(view),
  ],
}

function gifts(view: MapView): readonly RawLink[] {
  return view.people.flatMap((wallet) =>
    ancestorsOf(view, wallet).flatMap(({ address, hops, money, branch }) => {
      if (!view.isPerson.has(address)) return []
      const first = view.funding.get(wallet)!
      const weight =
        isForThisToken(view, wallet, first) && isMoreThanGift(view, { from: address, to: wallet, money, first })
          ? WEIGHTS.strong
          : WEIGHTS.oldGift
      return [
        toLink(
          'transfer',
          { source: address, target: wallet, weight },
          {
            slot: money.slot,
            signature: money.signature,
            otherSignature: branch === wallet ? null : first.signature,
            amount: money.amountRaw.toString(),
            unit: 'lamports',
            hops,
            detail:
              hops === 1
                ? 'first SOL of the one came from the other'
                : `first SOL of the one came from the other over ${hops} hops`,
          },
        ),
      ]
    }),
  )
}

type Gift = { readonly from: string; readonly to: string; readonly money: Money; readonly first: Money }

/** Whether first money says that two are one hand: the creator has its part in it, or the giver gave most of what it
 *  had; and the receiver got nothing larger from elsewhere before it bought. People help out friends with less. */
function isMoreThanGift(view: MapView, { from, to, money, first }: Gift): boolean {
  const { dev, moves, firstBuys } = view
  const until = firstBuys.get(to)?.slot ?? Number.POSITIVE_INFINITY
  const isOwn = (move: MoneyMove): boolean =>
    move.to === to && move.slot < until && move.signature !== first.signature && move.amountRaw > first.amountRaw
  if (from === dev || to === dev) return true
  if (moves.some((move) => move.unit === 'lamports' && isOwn(move))) return false
  return isMostOfMoney(view, from, money)
}

/** Two people with a past in common: any two of first money, money back, and units of the token. */
function familiarLinks(view: MapView): readonly RawLink[] {
  const stakes = handoversOf(view).filter((handover) => isStake(view, handover))
  return view.people.flatMap((wallet) => {
    const first = view.funding.get(wallet)
    if (first === undefined || !isMaterial(first) || !view.isPerson.has(first.from)) return []
    const back = view.moves.find((move) => move.from === wallet && move.to === first.from && !isRepayment(first, move))
    const handed = stakes.find(
      ({ from, to }) => (from === wallet && to === first.from) || (from === first.from && to === wallet),
    )
    const other = back ?? handed
    if (other === undefined || isSupposedService(view, first.from)) return []
    return [
      toLink(
        'transfer',
        { source: first.from, target: wallet, weight: WEIGHTS.strong },
        {
          slot: other.slot,
          signature: other.signature,
          otherSignature: first.signature,
          amount: other.amountRaw.toString(),
          unit: back === undefined ? 'token' : back.unit,
          hops: 1,
          detail: `first SOL of the one came from the other, and ${back === undefined ? 'units of the token went between them' : 'money went back'}`,
        },
      ),
    ]
  })
}

/** A loan comes back as the sum that was lent. */
function isRepayment(first: Money, { amountRaw, unit }: MoneyMove): boolean {
  const apart = amountRaw > first.amountRaw ? amountRaw - first.amountRaw : first.amountRaw - amountRaw
  return unit === first.unit && apart * 100n <= first.amountRaw * REPAYMENT_APART_PCT
}

function isSupposedService(view: MapView, address: string): boolean {
  return view.wallets.get(address)?.isBusy === true
}

function isStake({ supplyRaw }: MapView, { amountRaw }: Handover): boolean {
  return amountRaw * 1_000_000n >= supplyRaw * CROWD.stakePpm
}

function tokenLinks(view: MapView): readonly RawLink[] {
  const handovers = handoversOf(view)
  const receivers = receiverCounts(handovers)
  return handovers.flatMap((handover) => {
    const weight = handoverWeight(view, handover, receivers.get(handover.from)!)
    if (weight === 0) return []
    const { from, to, slot, signature, amountRaw } = handover
    return [
      toLink(
        'transfer',
        { source: from, target: to, weight },
        {
          slot,
          signature,
          amount: amountRaw.toString(),
          unit: 'token',
          detail: `units of the token went from the one to the other; ${counted(receivers.get(from)!, 'receiver')} of that giver`,
        },
      ),
    ]
  })
}

function handoverWeight(view: MapView, handover: Handover, receivers: number): number {
  const { from, to, slot } = handover
  if (view.wallets.get(from)?.isBusy === true) return 0
  const isHolderOnly = isStake(view, handover) && !view.firstBuys.has(to)
  if (isHolderOnly && isUntouched(view, to, slot)) return WEIGHTS.strong
  if (receivers > CROWD.airdropReceivers) return 0
  if (!isHolderOnly) return WEIGHTS.handedOver
  return receivers <= CROWD.ownReceivers ? WEIGHTS.strong : WEIGHTS.handedToSome
}

/** Whether a wallet first appeared on chain when it was handed the token. */
function isUntouched(view: MapView, address: string, slot: number): boolean {
  const seenSlot = view.wallets.get(address)?.firstSeenSlot ?? null
  return seenSlot !== null && seenSlot >= slot
}

/** Who sells into one funding wallet is one hand: each seller is tied to the funding wallet, or to one another while it
 *  is unread. */
function proceedsLinks(view: MapView): readonly RawLink[] {
  return groupBy(payoutsOf(view), ({ to }) => to).flatMap(([fundingWallet, payouts]) => {
    const own = isFundingWalletOfOne(view, fundingWallet)
    if (own === false) return []
    const firsts = groupBy(payouts, ({ from }) => from).map(([, paid]) => paid[0]!)
    firsts.sort((a, b) => a.slot - b.slot || compareText(a.from, b.from))
    if (firsts.length < 2 && !view.isPerson.has(fundingWallet)) return []
    if (own === true)
      return firsts.map((paid) =>
        proceedsLink(paid, { source: paid.from, target: fundingWallet, weight: WEIGHTS.strong }, null),
      )
    return firsts.flatMap((one, i) =>
      firsts
        .slice(i + 1)
        .map((other) =>
          proceedsLink(other, { source: one.from, target: other.from, weight: WEIGHTS.proceedsToUnread }, one),
        ),
    )
  })
}

/** What the one earned paid for the other. */
function recycledLinks(view: MapView): readonly RawLink[] {
  const { payouts, grants } = recycledProceeds(view)
  return [
    ...payouts.map((paid) => proceedsLink(paid, { source: paid.from, target: paid.to, weight: WEIGHTS.strong }, null)),
    ...grants.map(({ fundingWallet, to, slot, signature, lamports }) =>
      toLink(
        'transfer',
        { source: fundingWallet, target: to, weight: WEIGHTS.strong },
        {
          slot,
          signature,
          amount: lamports.toString(),
          unit: 'lamports',
          via: fundingWallet,
          detail: `first SOL of the one came from ${fundingWallet}, which proceeds of sales of this token went to`,
        },
      ),
    ),
  ]
}

function proceedsLink(
  paid: Payout,
  ends: { readonly source: string; readonly target: string; readonly weight: number },
  first: Payout | null,
): RawLink {
  return toLink('transfer', ends, {
    slot: paid.slot,
    signature: paid.signature,
    otherSignature: first?.signature ?? null,
    amount: paid.lamports.toString(),
    unit: 'lamports',
    via: paid.to,
    detail: first === null ? `proceeds of a sale went to ${paid.to}` : `proceeds of sales of both went to ${paid.to}`,
  })
}
