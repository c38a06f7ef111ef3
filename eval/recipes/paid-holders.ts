import { addMoment, addWallet, addWallets, solAmount } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import type { Action } from '../../sandbox/world/plan-types.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { type Trail, type TrailRequest, withdrawScattered } from '../../sandbox/world/recipes/team.ts'
import {
  differingBudget,
  planTeamLaunch,
  type TeamExit,
  type TeamStage,
} from '../../sandbox/world/recipes/team-launch.ts'
import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'
import { comeUnhurried } from './unhurried.ts'

/** Holders hired in a Telegram group. Whoever takes part uses a wallet of their own with a life of its own, buys for a
 *  sum they are told with their own SOL, and holds until they are told to sell. When all have bought, the organiser's
 *  two payout wallets give each its stake back and some percent for the trouble; whoever sells on command returns most
 *  of the stake, and keeps what the sale brought above it. So the tokens were the organiser's all along, though no one
 *  was paid before buying. What remains: a chest that paid the dev and the payout wallets, and refunds, each a little
 *  more than what the wallet had spent on this token. */
export const paidHolders: Recipe = {
  name: 'paid-holders',
  kind: 'rug',
  archetype: 'bundled',
  evidence:
    'lived-in wallets buy with their own money; afterwards two wallets, paid by who paid the dev, give each its stake back and a fee',
  plan: (draft, cast, random, index) => {
    let office: Office = { chest: '', payouts: [] }
    return planTeamLaunch(draft, cast, random, index, paidHolders, {
      maxInsiders: 26,
      teamSol: [6, 16],
      pay: (stage, request) => {
        office = openOffice(stage, request)
        hireWallets(stage, request)
        return paidByOffice(office)
      },
      place: (stage, buys) => {
        refund(stage, buys, office)
        return comeUnhurried(stage, buys, 80 * MINUTE_SECS)
      },
      earlyExits: true,
      exit: (stage, { rugged }) => sellOnCommand(stage, rugged, office),
    })
  },
}

type Office = { readonly chest: string; readonly payouts: readonly string[] }

/** On top of the stakes, more than any fee. */
const FEES_PCT = 118n
const HOP_LAMPORTS = 1_500_000n
/** Refunds are paid in whole hundredths. */
const HUNDREDTH_LAMPORTS = 10_000_000n
/** For trades of other tokens. */
const LIFE_LAMPORTS = 90_000_000n
/** Rounds of refunds: who bought early does not wait for the last. */
const ROUNDS = 2

function paidByOffice({ chest, payouts }: Office): Trail {
  return { kind: 'direct', rootFunder: chest, relays: [chest, ...payouts], privacyHops: [] }
}

/** The chest has the money for everything; the dev's part leaves before the launch. */
function openOffice({ draft, cast, random }: TeamStage, { label, payees, doneSecsAgo }: TrailRequest): Office {
  const [dev, ...insiders] = payees
  const chest = addWallet(draft, 'relay', `office/${label}`)
  const payouts = addWallets(draft, 'relay', `payout/${label}`, 2)
  const stakes = insiders.reduce((sum, { lamports }) => sum + lamports + HUNDREDTH_LAMPORTS + HOP_LAMPORTS, 0n)
  const total = dev!.lamports + (stakes * FEES_PCT) / 100n + solAmount(random, 0.2, 1.6)
  const openedSecsAgo = doneSecsAgo + random.integer(2 * HOUR_SECS, 2 * DAY_SECS)
  pay(draft, 'direct', random.pick(cast.exchanges), chest, total, openedSecsAgo)
  pay(draft, 'direct', chest, dev!.wallet, dev!.lamports, doneSecsAgo + random.integer(0, 90 * MINUTE_SECS))
  return { chest, payouts }
}

/** Wallets of people who did other things before, and go on doing them. */
function hireWallets({ draft, cast, random }: TeamStage, request: TrailRequest): void {
  const [, ...insiders] = request.payees
  for (const { wallet, lamports } of insiders) {
    const bornSecsAgo = request.doneSecsAgo + random.integer(6 * HOUR_SECS, 17 * DAY_SECS)
    const payees = [{ wallet, lamports: lamports + LIFE_LAMPORTS }]
    withdrawScattered(draft, cast, random, { ...request, payees, doneSecsAgo: bornSecsAgo }, 0)
    if (cast.otherMints.length === 0) continue
    for (let left = random.pick([0, 1, 1, 2]); left > 0; left--) {
      const quoteRaw = solAmount(random, 0.01, 0.03)
      const secsAgo = random.integer(10 * MINUTE_SECS, bornSecsAgo - 10 * MINUTE_SECS)
      addMoment(draft, secsAgo, [
        { do: 'buy', mint: random.pick(cast.otherMints), wallet, quoteRaw, dress: differingBudget(random) },
      ])
    }
  }
}

/** After the last purchase; each payout wallet has its own people, and pays them in two rounds. */
function refund(
  { draft, random, token }: TeamStage,
  buys: readonly (Action & { do: 'buy' })[],
  { chest, payouts }: Office,
): void {
  const feePct = BigInt(random.integer(104, 114))
  const refunds = random.sample(buys, buys.length).map(({ wallet, quoteRaw }, i) => ({
    wallet,
    lamports: roundUp((quoteRaw * feePct) / 100n),
    payout: payouts[i % payouts.length]!,
  }))
  const startAfter = token.secsAgo * random.between(0.27, 0.4)
  for (const payout of payouts) {
    const own = refunds.filter((one) => one.payout === payout)
    const needed = own.reduce((sum, { lamports }) => sum + lamports + HOP_LAMPORTS, 8_000_000n)
    const filledAfter = startAfter + random.between(0, 0.03) * token.secsAgo
    pay(draft, 'direct', chest, payout, needed, Math.round(token.secsAgo - filledAfter))
    const roundSecs = token.secsAgo * random.between(0.03, 0.07)
    own.forEach(({ wallet, lamports }, i) => {
      const round = Math.floor((i * ROUNDS) / own.length)
      const after = filledAfter + 20 + roundSecs * round + i * random.integer(8, 30)
      pay(draft, 'direct', payout, wallet, lamports, Math.round(token.secsAgo - after))
    })
  }
}

function roundUp(lamports: bigint): bigint {
  return ((lamports + HUNDREDTH_LAMPORTS - 1n) / HUNDREDTH_LAMPORTS) * HUNDREDTH_LAMPORTS
}

/** Everyone within half an hour of the command, the dev too; most of the stake goes back the way it came. */
function sellOnCommand({ draft, random, team, token }: TeamStage, rugged: boolean, office: Office): TeamExit {
  if (!rugged) return { collector: null, hops: [] }
  const { chest, payouts } = office
  const commandSecsAgo = token.secsAgo * random.between(0.2, 0.38)
  const windowSecs = Math.min(32 * MINUTE_SECS, token.secsAgo * 0.08)
  for (const wallet of [...team.insiders, team.dev]) {
    const soldSecsAgo = Math.round(commandSecsAgo - windowSecs * random.next() ** 1.5)
    addMoment(draft, soldSecsAgo, [
      { do: 'sell', mint: token.mint, wallet, sharePct: 100, dress: differingBudget(random) },
    ])
    const refunded = draft.funding.findLast(({ from, to }) => to === wallet && payouts.includes(from))
    if (refunded === undefined) continue
    const lamports = (refunded.lamports * BigInt(random.integer(70, 88))) / 100n
    const backSecsAgo = soldSecsAgo - Math.min(random.integer(30, 45 * MINUTE_SECS), token.secsAgo * 0.05)
    const back: Action = { do: 'sendSol', from: wallet, to: refunded.from, lamports: roundUp(lamports) }
    addMoment(draft, backSecsAgo, [back])
  }
  for (const payout of payouts)
    addMoment(draft, token.secsAgo * random.between(0.01, 0.05), [
      { do: 'sweepSol', from: payout, to: chest, keepLamports: HOP_LAMPORTS },
    ])
  return { collector: chest, hops: [] }
}
