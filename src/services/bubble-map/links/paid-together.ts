import { compareText } from '../compare-text.ts'
import { distinctBy } from '../counterparties.ts'
import { groupBy, type LinkRule, type RawLink, toLink } from '../link-rule.ts'
import type { MapView } from '../map-view.ts'
import type { MoneyMove } from '../money-moves.ts'
import { tailOf } from '../poisson.ts'
import { sayChance } from '../rarity.ts'
import { COUNTERPARTY, MINUTES, RARITY, WEIGHTS } from '../weights.ts'

/** Payments of several to one person of the token, one right after the other. */
export const paidTogether: LinkRule = {
  kind: 'paid_together',
  strength: 'either',
  rules: [
    'After they first had the token, at least four people of it paid one other person of it (its creator, most often) in SOL, in one run of payments that follow each other within 90 seconds. They are linked with that person.',
    'Strong where so many in so short a time occur by chance in less than one token in a million (Poisson, at the rate at which people of the token paid that person in the six hours around), 0.5 in less than one in a thousand.',
    'None where half or more of them paid one sum (a price), for a busy payee, and for payments in transactions that also moved the token.',
  ],
  find(view) {
    const payments = view.moves.filter((move) => isPayment(view, move))
    return groupBy(payments, ({ to }) => to).flatMap(([, own]) => runsOf(own).flatMap((run) => linksOf(run, own)))
  },
}

function isPayment(view: MapView, { from, to, unit, slot, timeSec }: MoneyMove): boolean {
  const use = view.uses.get(from)
  if (unit !== 'lamports' || timeSec === null || use === undefined || slot <= use.slot) return false
  return view.isPerson.has(from) && view.isPerson.has(to) && view.wallets.get(to)?.isBusy !== true
}

function runsOf(payments: readonly MoneyMove[]): readonly (readonly MoneyMove[])[] {
  const runs: MoneyMove[][] = []
  for (const payment of [...payments].sort((a, b) => a.timeSec! - b.timeSec! || compareText(a.from, b.from))) {
    const last = runs.at(-1)?.at(-1)
    if (last !== undefined && payment.timeSec! - last.timeSec! <= MINUTES.gapSecs) runs.at(-1)!.push(payment)
    else runs.push([payment])
  }
  return runs
}

function linksOf(run: readonly MoneyMove[], all: readonly MoneyMove[]): readonly RawLink[] {
  const firsts = distinctBy(run, ({ from }) => from)
  if (firsts.length < MINUTES.payments || isPrice(firsts)) return []
  const [fromSec, toSec] = [run[0]!.timeSec!, run.at(-1)!.timeSec!]
  const around = all.filter(
    ({ timeSec }) =>
      (timeSec! < fromSec && timeSec! >= fromSec - MINUTES.aroundSecs) ||
      (timeSec! > toSec && timeSec! <= toSec + MINUTES.aroundSecs),
  )
  const expected = ((around.length + 1) * (toSec - fromSec + MINUTES.gapSecs)) / (MINUTES.aroundSecs * 2)
  const chance = tailOf(firsts.length - 1, expected) * all.length
  if (chance > RARITY.fingerprint) return []
  const weight = chance <= RARITY.join ? WEIGHTS.strong : WEIGHTS.rareRun
  return firsts.map(({ from, to, slot, signature, amountRaw }) =>
    toLink(
      'paid_together',
      { source: to, target: from, weight },
      {
        slot,
        signature,
        amount: amountRaw.toString(),
        unit: 'lamports',
        hops: 1,
        detail: `${firsts.length} people paid ${to} within ${toSec - fromSec} s; by chance ${sayChance(chance)}`,
      },
    ),
  )
}

/** Whether many paid the same. */
function isPrice(firsts: readonly MoneyMove[]): boolean {
  const most = Math.max(...groupBy(firsts, ({ amountRaw }) => `${amountRaw}`).map(([, own]) => own.length))
  return most >= firsts.length * COUNTERPARTY.priceShare
}
