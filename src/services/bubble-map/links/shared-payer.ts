import { compareText } from '../compare-text.ts'
import { distinctBy, isMostOfLife, sharedOf } from '../counterparties.ts'
import { isIdleFundingWallet } from '../funding-wallets.ts'
import { type LinkRule, type RawLink, starOf, toLink } from '../link-rule.ts'
import type { MapView } from '../map-view.ts'
import type { MoneyMove } from '../money-moves.ts'
import { COUNTERPARTY, FUNDING, WEIGHTS } from '../weights.ts'

/** Payments of any size from one unlabelled address before the purchases, even if it did not pay for those. */
export const sharedPayer: LinkRule = {
  kind: 'shared_payer',
  strength: 'either',
  rules: [
    'One unlabelled address sent SOL or stablecoins of any amount to at least four people of the token before they first bought (or to wallets that never bought and received at least 0.1 % of the supply); and of all but eight of its transactions, at least half are such payments.',
    'Only wallets that came to life within two days before that count: no stranger knew of them. A payment to a wallet that was known says nothing about the one who got it.',
    'Strong when the payer is the creator, or does not hold the token and does nothing else; 0.5 for others.',
    'None from exchanges, programs, busy addresses and addresses that pay strangers too.',
  ],
  find(view) {
    const payments = view.moves.filter((move) => view.isPerson.has(move.to) && isToUnknown(view, move))
    return sharedOf(payments, ({ from }) => from).flatMap(([payer, moves]) => linksOf(view, payer, moves))
  },
}

/** Before its first use, to a wallet that no one could know but who made it. Anyone may pay the wallet of a known buyer:
 *  that would join victims. */
function isToUnknown({ uses, wallets }: MapView, { to, slot }: MoneyMove): boolean {
  const use = uses.get(to)
  const seenSec = wallets.get(to)?.firstSeenSec ?? null
  if (use === undefined || slot >= use.slot || use.timeSec === null || seenSec === null) return false
  return use.timeSec - seenSec <= FUNDING.forThisTokenSecs
}

function linksOf(view: MapView, payer: string, moves: readonly MoneyMove[]): readonly RawLink[] {
  const firsts = distinctBy(moves, ({ to }) => to)
  const isSure =
    payer === view.dev || isIdleFundingWallet(view, payer, new Set(moves.map(({ signature }) => signature)).size)
  const weight = isSure ? WEIGHTS.strong : WEIGHTS.payerWithLife
  if (firsts.length < COUNTERPARTY.payees || !isMostOfLife(view, payer, moves, COUNTERPARTY.perPayment)) return []
  const link = (
    source: string,
    { to, slot, signature, amountRaw, unit }: MoneyMove,
    first: MoneyMove | null,
  ): RawLink =>
    toLink(
      'shared_payer',
      { source, target: to, weight },
      {
        slot,
        signature,
        otherSignature: first?.signature ?? null,
        amount: amountRaw.toString(),
        unit,
        via: payer,
        detail: `${payer} sent something to ${firsts.length} wallets before they came to the token, and does little else`,
      },
    )
  if (view.isPerson.has(payer)) return firsts.map((other) => link(payer, other, null))
  const sorted = [...firsts].sort((a, b) => a.slot - b.slot || compareText(a.to, b.to))
  if (isSure) return starOf(sorted, (first, other) => link(first.to, other, first))
  return sorted.flatMap((one, i) => sorted.slice(i + 1).map((other) => link(one.to, other, one)))
}
