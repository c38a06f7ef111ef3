import { compareText } from '../compare-text.ts'
import { distinctBy, isMostOfLife, sharedOf } from '../counterparties.ts'
import type { MapView } from '../evidence-view.ts'
import { type LinkRule, type RawLink, starOf, toLink } from '../link-rule.ts'
import type { MoneyMove } from '../money-moves.ts'
import { COUNTERPARTY, WEIGHTS } from '../weights.ts'

/** SOL of both went to one address: exchanges give each customer a deposit address of its own. */
export const sharedPayee: LinkRule = {
  kind: 'shared_payee',
  strength: 'strong',
  rule: 'Both sent SOL or stablecoins (at least 0.02 SOL or 5 dollars) outside trades to one unlabelled address: strong when at least three people of the coin did and at least a third of its transactions, but for eight, are such payments, as at an address where one customer of an exchange deposits. Nothing to exchanges, programs, busy addresses and those that strangers pay too.',
  find(view) {
    const payments = view.moves.filter((move) => view.isPerson.has(move.from) && isDeposit(move))
    return sharedOf(payments, ({ to }) => to).flatMap(([payee, moves]) => linksOf(view, payee, moves))
  },
}

function isDeposit({ amountRaw, unit }: MoneyMove): boolean {
  return amountRaw >= (unit === 'lamports' ? COUNTERPARTY.depositLamports : COUNTERPARTY.depositStablecoinRaw)
}

function linksOf(view: MapView, payee: string, moves: readonly MoneyMove[]): readonly RawLink[] {
  const firsts = [...distinctBy(moves, ({ from }) => from)]
  if (firsts.length < COUNTERPARTY.payers || !isMostOfLife(view, payee, moves, COUNTERPARTY.perDeposit)) return []
  firsts.sort((a, b) => a.slot - b.slot || compareText(a.from, b.from))
  return starOf(firsts, (first, other) =>
    toLink(
      'shared_payee',
      { source: first.from, target: other.from, weight: WEIGHTS.strong },
      {
        slot: other.slot,
        signature: other.signature,
        otherSignature: first.signature,
        amount: other.amountRaw.toString(),
        unit: other.unit,
        via: payee,
        detail: `both paid ${payee}, as ${firsts.length} wallets of this coin and hardly anybody else did`,
      },
    ),
  )
}
