import { counted, oneOrMany } from '../../../contract/counted.ts'
import { isMaterial } from '../batches.ts'
import { compareText } from '../compare-text.ts'
import { distinctBy } from '../counterparties.ts'
import { groupBy, type LinkRule, type RawLink, toLink } from '../link-rule.ts'
import type { MapView } from '../map-view.ts'
import type { MoneyMove } from '../money-moves.ts'
import { othersOfPrivate } from '../private-keys.ts'
import { chanceOfKey, sayChance, weightOfRun } from '../rarity.ts'
import { FUNDING } from '../weights.ts'

/** What someone paid to one who had advanced money to others. */
type Repayment = {
  readonly move: MoneyMove
  readonly advances: readonly MoneyMove[]
  /** Transactions of the lender with nobody of them. */
  readonly others: number
}

/** Money that one advanced to some and another repaid: one debt, one hand. */
export const debtRepaid: LinkRule = {
  kind: 'debt_repaid',
  strength: 'either',
  rules: [
    'An unlabelled wallet that has no part in the token paid people of it at least 0.05 SOL within two days before they first had it, and later someone of the token whom it never paid sent it as much or more than 0.05 SOL: that one settles the debts of the others, and is linked with each of them. Several such lenders whom one repaid count as one run.',
    'Strong where three or more people dealt so with lenders that so many would know by chance in less than one token in a million (as for `standing_power`), 0.5 in less than one in a thousand.',
    'None where the lender is named, busy, a service, was not read, or deals with more than twice as many others; money back from who got it is a loan that is repaid, and says nothing.',
  ],
  find(view) {
    const repayments = repaymentsIn(view)
    return groupBy(repayments, ({ move }) => move.from).flatMap(([, own]) => linksOf(view, own))
  },
}

function repaymentsIn(view: MapView): readonly Repayment[] {
  const sums = view.moves.filter((move) => move.unit === 'lamports' && isMaterial(move))
  const outOf = new Map(groupBy(sums, ({ from }) => from))
  const into = groupBy(sums, ({ to }) => to).filter(([lender]) => outOf.has(lender) && !view.isPerson.has(lender))
  return into.flatMap(([lender, moves]): Repayment[] => {
    const paid = outOf.get(lender)!
    const debtors = new Set(paid.map(({ to }) => to))
    const advances = distinctBy(
      paid.filter((move) => isAdvance(view, move)),
      ({ to }) => to,
    )
    const back = distinctBy(
      moves.filter(({ from, slot }) => isPayer(view, from, debtors) && advances.some((one) => one.slot < slot)),
      ({ from }) => from,
    )
    if (advances.length === 0 || back.length === 0) return []
    const own = new Set([...paid.filter(({ to }) => view.isPerson.has(to)), ...back].map(({ signature }) => signature))
    const users = advances.length + back.length
    const others = othersOfPrivate(view, lender, { users, transactions: own.size })
    return others === null ? [] : back.map((move) => ({ move, advances, others }))
  })
}

/** To someone of the token, for its first use of it. */
function isAdvance({ uses, isPerson }: MapView, { to, slot, timeSec }: MoneyMove): boolean {
  const use = uses.get(to)
  if (!isPerson.has(to) || use === undefined || use.timeSec === null || timeSec === null) return false
  return slot < use.slot && use.timeSec - timeSec <= FUNDING.forThisTokenSecs
}

function isPayer({ isPerson, wallets }: MapView, from: string, debtors: ReadonlySet<string>): boolean {
  return isPerson.has(from) && !debtors.has(from) && wallets.get(from)?.isBusy !== true
}

function linksOf(view: MapView, repayments: readonly Repayment[]): readonly RawLink[] {
  const payees = new Set(repayments.flatMap(({ advances }) => advances.map(({ to }) => to)))
  const sharers = payees.size + 1
  const others = Math.max(...repayments.map((one) => one.others))
  const chance = chanceOfKey(sharers, view.people.length, others)
  const weight = weightOfRun(sharers, chance)
  if (weight === 0) return []
  return repayments.flatMap(({ move, advances }) =>
    [...advances]
      .sort((a, b) => compareText(a.to, b.to))
      .map((advance) =>
        toLink(
          'debt_repaid',
          { source: move.from, target: advance.to, weight },
          {
            slot: move.slot,
            signature: move.signature,
            otherSignature: advance.signature,
            amount: move.amountRaw.toString(),
            unit: 'lamports',
            via: move.to,
            hops: 1,
            detail: `${move.to} paid the one ${advance.amountRaw} lamports before it came to the token, and the other repaid it; ${counted(repayments.length, 'lender')} of ${counted(payees.size, 'person', 'people')} ${oneOrMany(repayments.length, 'was', 'were')} repaid so, with ${counted(others, 'transaction')} of others; by chance ${sayChance(chance)}`,
          },
        ),
      ),
  )
}
