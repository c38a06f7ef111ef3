import { componentsOf } from '../components.ts'
import { isService, isTrading } from '../funding-wallets.ts'
import { type LinkRule, type RawLink, toLink } from '../link-rule.ts'
import type { MapView } from '../map-view.ts'
import type { MoneyMove } from '../money-moves.ts'
import { MUTUAL, WEIGHTS } from '../weights.ts'

type Payment = MoneyMove & { readonly source: string; readonly target: string }

/** Payments between holders after both have bought. Strangers who hold the same token do not pay each other. */
export const mutualPayment: LinkRule = {
  kind: 'mutual_payment',
  strength: 'either',
  rules: [
    'SOL or stablecoins of any amount went from one to the other outside trades, after both had bought the token (the creator: launched it).',
    'Strong where such payments join at least five people, three or more of whom pay; no one takes part in more than two thirds of the payments (that would be a host and guests); and together they pay, or are paid by, no more other unnamed addresses after buying than they are people.',
    'Weight 0.5 for three or four people, two or more of whom pay, under the same conditions.',
  ],
  find: (view) => componentsOf(paymentsAmongBuyers(view)).flatMap((payments) => linksOf(view, payments)),
}

function paymentsAmongBuyers(view: MapView): readonly Payment[] {
  return view.moves.flatMap((move) => {
    const { from, to } = move
    if (!view.isPerson.has(from) || !view.isPerson.has(to) || isTrading(view, from) || isTrading(view, to)) return []
    if (move.slot <= inSince(view, from) || move.slot <= inSince(view, to)) return []
    return [{ ...move, source: from, target: to }]
  })
}

/** Slot from which on a wallet has a part in the token. */
function inSince({ firstBuys, dev, launch }: MapView, wallet: string): number {
  const launchSlot = wallet === dev ? launch?.launchSlot : null
  return launchSlot ?? firstBuys.get(wallet)?.slot ?? Number.POSITIVE_INFINITY
}

function linksOf(view: MapView, payments: readonly Payment[]): readonly RawLink[] {
  const members = new Set(payments.flatMap(({ from, to }) => [from, to]))
  const payers = new Set(payments.map(({ from }) => from))
  const isMany = members.size >= MUTUAL.members
  if (members.size < MUTUAL.fewMembers || payers.size < (isMany ? MUTUAL.payers : MUTUAL.fewPayers)) return []
  if (hasHost(payments, members) || outsidersOf(view, members) > members.size) return []
  const weight = isMany ? WEIGHTS.strong : WEIGHTS.mutualOfFew
  return payments.map(({ from, to, slot, signature, amountRaw, unit }) =>
    toLink(
      'mutual_payment',
      { source: from, target: to, weight },
      {
        slot,
        signature,
        amount: amountRaw.toString(),
        unit,
        hops: 1,
        detail: `paid after both had bought; such payments join ${members.size} people, ${payers.size} of whom pay`,
      },
    ),
  )
}

function hasHost(payments: readonly Payment[], members: ReadonlySet<string>): boolean {
  return [...members].some((member) => {
    const parts = payments.filter(({ from, to }) => from === member || to === member).length
    return parts > payments.length * MUTUAL.hostShare
  })
}

/** How many other addresses no one has named they paid or were paid by since they bought. */
function outsidersOf(view: MapView, members: ReadonlySet<string>): number {
  const outside = new Set<string>()
  for (const { from, to, slot } of view.moves) {
    if (members.has(from) === members.has(to)) continue
    const [member, other] = members.has(from) ? [from, to] : [to, from]
    if (slot > inSince(view, member) && !isService(view, other)) outside.add(other)
  }
  return outside.size
}
