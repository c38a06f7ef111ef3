import { pay } from '../../sandbox/world/plan-funding.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { type Trail, type TrailRequest, withdrawScattered } from '../../sandbox/world/recipes/team.ts'
import { planTeamLaunch, type TeamStage } from '../../sandbox/world/recipes/team-launch.ts'
import { DAY_SECS, MINUTE_SECS } from '../../src/config/durations.ts'
import { comeUnhurried, leaveUnhurried } from './unhurried.ts'

/** A careful team until the launch: every wallet, the dev's too, has its money from an exchange of its own choice on a
 *  day of its own, and buys when it likes in the first three quarters of an hour. Afterwards the operator gets
 *  careless: where a wallet runs short of SOL for fees, whichever wallet is at hand sends it a little. What remains is
 *  those payments of hundredths of a SOL, later than all purchases, from holder to holder; taken together they join
 *  them all, though no wallet paid more than a few. */
export const gasLenders: Recipe = {
  name: 'gas-lenders',
  kind: 'rug',
  archetype: 'bundled',
  evidence:
    'unrelated withdrawals and purchases; hours after buying, holders send each other hundredths of a SOL for fees, which joins all of them',
  plan: (draft, cast, random, index) =>
    planTeamLaunch(draft, cast, random, index, gasLenders, {
      maxInsiders: 18,
      pay: withdrawEnough,
      prepare: lendGas,
      place: (stage, buys) => comeUnhurried(stage, buys, 45 * MINUTE_SECS),
      earlyExits: true,
      exit: (stage, { rugged }) =>
        leaveUnhurried(stage, {
          rugged,
          wallets: [...stage.team.insiders, stage.team.dev],
          spanSecs: 50 * MINUTE_SECS,
        }),
    }),
}

const GAS_LAMPORTS = [5_000_000n, 10_000_000n, 10_000_000n, 15_000_000n, 20_000_000n, 30_000_000n] as const
/** No one lends to more than so many. */
const MOST_LOANS = 3
/** What they lend, on top of what they need. */
const TO_LEND_LAMPORTS = 100_000_000n

function withdrawEnough({ draft, cast, random }: TeamStage, request: TrailRequest): Trail {
  const payees = request.payees.map(({ wallet, lamports }) => ({ wallet, lamports: lamports + TO_LEND_LAMPORTS }))
  return withdrawScattered(draft, cast, random, { ...request, payees }, 9 * DAY_SECS)
}

/** After the last purchase and before the first sale: each wallet but one borrows once, from one of the others. */
function lendGas({ draft, random, team, token }: TeamStage): readonly string[] {
  const [first, ...borrowers] = random.sample([team.dev, ...team.insiders], team.insiders.length + 1)
  const loansOf = new Map([[first!, 0]])
  for (const borrower of borrowers) {
    const lender = random.pick([...loansOf].filter(([, loans]) => loans < MOST_LOANS))[0]
    loansOf.set(lender, loansOf.get(lender)! + 1)
    loansOf.set(borrower, 0)
    const secsAgo = Math.round(token.secsAgo * random.between(0.42, 0.72))
    pay(draft, 'direct', lender, borrower, random.pick(GAS_LAMPORTS), secsAgo)
  }
  return []
}
