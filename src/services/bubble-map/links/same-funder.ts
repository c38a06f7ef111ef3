import type { Batch, Payee } from '../batches.ts'
import { gradeFundingWallet, isIdleFundingWallet } from '../funding-wallets.ts'
import { type LinkRule, type RawLink, starOf, toLink } from '../link-rule.ts'
import type { FundingWallet, MapView } from '../map-view.ts'
import { FUNDING, WEIGHTS } from '../weights.ts'

const WEIGHT_OF: Readonly<Record<FundingWallet, number>> = {
  purpose: WEIGHTS.strong,
  old: WEIGHTS.sharedOldFunder,
  unread: WEIGHTS.sharedUnreadFunder,
  service: 0,
}

/** First money of two wallets from one unlabelled wallet, within a day of each other. */
export const sameFunder: LinkRule = {
  kind: 'same_funder',
  strength: 'either',
  rules: [
    'First money of both comes from one unlabelled wallet. Or the money that filled both within two days before their first purchases does (SOL, wrapped SOL or stablecoins; at least three wallets, or two when the payer does nothing but pass money on).',
    'The payments are at most a day apart, or any time apart when the payer does nothing else.',
    'Strong when the payer was created for it or did little else, and neither holds nor trades the token (the creator, givers of half of what they had, and one that came to life with at least eight wallets it pays and does little else, are exempt). Created for it: first seen within three days before, unless it stays active and most of those it paid bought much later, as with an employer.',
    'Weight 0.6 when the payer has an earlier history and serves others too, times the part of the SOL (or tokens) it was seen to pay that went to people of the token; 0.5 when its past was not read.',
    'None from exchanges, programs and busy addresses.',
  ],
  find(view) {
    const first = view.batches.flatMap((batch) =>
      linksOf(view, batch, gradeFundingWallet(view, batch), 'their first SOL'),
    )
    return [
      ...first,
      ...view.topUps.flatMap((batch) => linksOf(view, batch, gradeTopUp(view, batch), 'what they bought with')),
    ]
  },
}

/** A funding wallet that fills wallets for their purchase speaks as loudly as one that made them, where it fills
 *  several. */
function gradeTopUp(view: MapView, batch: Batch): FundingWallet {
  const fundingWallet = gradeFundingWallet(view, batch)
  const isSmall = batch.paid.length < FUNDING.topUpWallets && !isIdleFundingWallet(view, batch.payer, batch.paid.length)
  return fundingWallet === 'purpose' && isSmall ? 'old' : fundingWallet
}

function linksOf(view: MapView, batch: Batch, fundingWallet: FundingWallet, what: string): readonly RawLink[] {
  const people = batch.paid.filter(({ wallet }) => view.isPerson.has(wallet))
  if (people.length < 2) return []
  const weight = WEIGHT_OF[fundingWallet] * (fundingWallet === 'old' ? shareOfPeople(view, batch) : 1)
  if (weight === 0) return []
  // A weak link says something about each pair; a strong one joins them all through the first.
  if (weight === 1) return starOf(people, (first, other) => linkOf(batch, first, other, weight, what))
  return people.flatMap((one, i) => people.slice(i + 1).map((other) => linkOf(batch, one, other, weight, what)))
}

/** Of what a payer was seen to pay, the part that went to people of the token: one who pays a crowd of strangers, too,
 *  says as much less of those of them who came here. Of tokens the one of which that part is largest. 1 where its
 *  customers were not sampled. */
function shareOfPeople({ wallets }: MapView, { payer, paid }: Batch): number {
  const isSol = paid.every(({ money }) => money.unit === 'lamports')
  const turnover = wallets.get(payer)?.customers?.turnover ?? []
  const shares = turnover.flatMap(({ mint, toPeopleRaw, toOthersRaw }) => {
    const [toPeople, toOthers] = [Number(toPeopleRaw), Number(toOthersRaw)]
    return (mint === null) === isSol && toPeople > 0 ? [toPeople / (toPeople + toOthers)] : []
  })
  return shares.length === 0 ? 1 : Math.max(...shares)
}

function linkOf({ payer, paid }: Batch, one: Payee, other: Payee, weight: number, what: string): RawLink {
  return toLink(
    'same_funder',
    { source: one.wallet, target: other.wallet, weight },
    {
      slot: other.money.slot,
      signature: other.money.signature,
      otherSignature: one.money.signature,
      amount: other.money.amountRaw.toString(),
      unit: other.money.unit,
      via: payer,
      hops: 1,
      detail: `${payer} gave both ${what}; ${paid.length} wallets in this batch`,
    },
  )
}
