import { knownAddress } from '../../../chain/solana/labels.ts'
import { isMaterial, type Payee } from '../batches.ts'
import { compareText } from '../compare-text.ts'
import { isService } from '../funding-wallets.ts'
import { type LinkRule, type RawLink, toLink } from '../link-rule.ts'
import type { MapView } from '../map-view.ts'
import { tailOf } from '../poisson.ts'
import { sayChance } from '../rarity.ts'
import { MINUTES, RARITY, WEIGHTS, WITHDRAWAL } from '../weights.ts'

/** People who got their first money one right after the other, wherever from. */
export const sameMinutes: LinkRule = {
  kind: 'same_minutes',
  strength: 'either',
  rules: [
    'First money of both came from any exchanges or services, in one run of at least four payments to people of the token that follow each other within 90 seconds.',
    'Strong where so many in so short a time occur by chance in less than one token in a million (Poisson, at the rate at which other people of the token were first paid in the six hours around), and the run was over before the launch, when no call could have sent strangers to the token.',
    'Weight 0.5 where chance brings them to less than one token in a thousand; then none for two similar sums from one exchange, which `withdrawal_fingerprint` covers.',
  ],
  find(view) {
    const paid = view.people.flatMap((wallet): Payee[] => {
      const money = view.funding.get(wallet)
      return money !== undefined && money.timeSec !== null && isMaterial(money) && isService(view, money.from)
        ? [{ wallet, money }]
        : []
    })
    const inOrder = paid.sort((a, b) => timeOf(a) - timeOf(b) || compareText(a.wallet, b.wallet))
    return runsOf(inOrder).flatMap((run) => {
      const chance = chanceOf(run, inOrder)
      return chance > RARITY.fingerprint ? [] : linksOf(run, chance, isBeforeToken(view, run) && chance <= RARITY.join)
    })
  },
}

function timeOf({ money }: Payee): number {
  return money.timeSec!
}

function runsOf(inOrder: readonly Payee[]): readonly (readonly Payee[])[] {
  const runs: Payee[][] = []
  for (const payee of inOrder) {
    const last = runs.at(-1)?.at(-1)
    if (last !== undefined && timeOf(payee) - timeOf(last) <= MINUTES.gapSecs) runs.at(-1)!.push(payee)
    else runs.push([payee])
  }
  return runs.filter(({ length }) => length >= MINUTES.payments)
}

/** Whether it was over before there was a token that a call could have sent people to. */
function isBeforeToken({ launch }: MapView, run: readonly Payee[]): boolean {
  return launch !== null && launch.createdAtSec !== null && timeOf(run.at(-1)!) + MINUTES.gapSecs < launch.createdAtSec
}

/** How likely so many payments in so short a time are anywhere among all. */
function chanceOf(run: readonly Payee[], all: readonly Payee[]): number {
  const [fromSec, toSec] = [timeOf(run[0]!), timeOf(run.at(-1)!)]
  const around = all.filter((one) => {
    const sec = timeOf(one)
    return (sec < fromSec || sec > toSec) && sec >= fromSec - MINUTES.aroundSecs && sec <= toSec + MINUTES.aroundSecs
  })
  const expected = ((around.length + 1) * (toSec - fromSec + MINUTES.gapSecs)) / (MINUTES.aroundSecs * 2)
  // The first of a run is where it lies: the others came by chance or not.
  return tailOf(run.length - 1, expected) * Math.max(1, all.length)
}

function linksOf(run: readonly Payee[], chance: number, isSure: boolean): readonly RawLink[] {
  const weight = isSure ? WEIGHTS.strong : WEIGHTS.rareRun
  return run.flatMap((one, i) =>
    run.slice(i + 1).flatMap((other) =>
      !isSure && areAlike(one, other)
        ? []
        : [
            toLink(
              'same_minutes',
              { source: one.wallet, target: other.wallet, weight },
              {
                slot: other.money.slot,
                signature: other.money.signature,
                otherSignature: one.money.signature,
                amount: other.money.amountRaw.toString(),
                unit: 'lamports',
                detail: `${run.length} people of this token got their first SOL within ${timeOf(run.at(-1)!) - timeOf(run[0]!)} s; by chance ${sayChance(chance)}`,
              },
            ),
          ],
    ),
  )
}

function areAlike(one: Payee, other: Payee): boolean {
  const nameOf = ({ money }: Payee): string => knownAddress(money.from)?.entity ?? money.from
  const [a, b] = [Number(one.money.amountRaw), Number(other.money.amountRaw)]
  return nameOf(one) === nameOf(other) && Math.abs(a - b) <= Math.max(a, b) * WITHDRAWAL.maxAmountApart
}
