import { compareText } from '../compare-text.ts'
import { distinctBy, isMostOfLife, sharedOf } from '../counterparties.ts'
import { isIdleFundingWallet } from '../funding-wallets.ts'
import { type LinkRule, type RawLink, starOf, toLink } from '../link-rule.ts'
import type { MapView } from '../map-view.ts'
import type { MoneyMove } from '../money-moves.ts'
import { COUNTERPARTY, WEIGHTS } from '../weights.ts'

/** Payments of any size from one unlabelled address before the purchases, even if it did not pay for those. */
export const sharedPayer: LinkRule = {
  kind: 'shared_payer',
  strength: 'either',
  rules: [
    'One unlabelled address sent SOL or stablecoins of any amount to both before they first bought (or to wallets that never bought and received at least 0.1 % of the supply); and of all but eight of its transactions, at least half are such payments.',
    'Strong when it is the creator and paid three or more people of the token, or when it does not hold the token, paid four or more and does nothing else. Weight 0.5 for others who paid four or more.',
    'None from exchanges, programs, busy addresses and addresses that pay strangers too.',
  ],
  find(view) {
    const payments = view.moves.filter((move) => view.isPerson.has(move.to) && isBeforeUse(view, move))
    return sharedOf(payments, ({ from }) => from).flatMap(([payer, moves]) => linksOf(view, payer, moves))
  },
}

function isBeforeUse({ uses }: MapView, { to, slot }: MoneyMove): boolean {
  const use = uses.get(to)
  return use !== undefined && slot < use.slot
}

function linksOf(view: MapView, payer: string, moves: readonly MoneyMove[]): readonly RawLink[] {
  const firsts = distinctBy(moves, ({ to }) => to)
  const isSure =
    payer === view.dev || isIdleFundingWallet(view, payer, new Set(moves.map(({ signature }) => signature)).size)
  const weight = isSure ? WEIGHTS.strong : WEIGHTS.payerWithLife
  const least = payer === view.dev ? COUNTERPARTY.payeesOfCreator : COUNTERPARTY.payees
  if (firsts.length < least || !isMostOfLife(view, payer, moves, COUNTERPARTY.perPayment)) return []
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
        detail: `${payer} sent something to ${firsts.length} wallets before they came to the coin, and does little else`,
      },
    )
  if (view.isPerson.has(payer)) return firsts.map((other) => link(payer, other, null))
  const sorted = [...firsts].sort((a, b) => a.slot - b.slot || compareText(a.to, b.to))
  if (isSure) return starOf(sorted, (first, other) => link(first.to, other, first))
  return sorted.flatMap((one, i) => sorted.slice(i + 1).map((other) => link(one.to, other, one)))
}
