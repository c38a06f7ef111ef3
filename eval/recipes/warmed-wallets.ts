import { addMoment, addWallet, solAmount } from '../../sandbox/world/plan-draft.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { type Trail, type TrailRequest, withdrawScattered } from '../../sandbox/world/recipes/team.ts'
import {
  differingBudget,
  planTeamLaunch,
  type TeamExit,
  type TeamStage,
} from '../../sandbox/world/recipes/team-launch.ts'
import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'
import { USDC_MINT, WSOL_MINT } from '../../src/contract/mints.ts'
import { comeUnhurried } from './unhurried.ts'

/** Wallets warmed up by a script. Sellers of bundlers advertise it: fresh wallets, each paid by an exchange on a day of
 *  its own, get a history of small trades in well-known tokens, so that checks for new wallets find none. A script
 *  makes it, once a day for about a week: it goes through all wallets in a shuffled order, the dev's among them, and
 *  lets each buy the token of the day, or sell the one of the day before. At the launch they buy when they like in the
 *  first hour. In the end they sell one by one, change most of their SOL into dollars and send those to one wallet.
 *  What remains is a common past: the same tokens, in the same half hours, day after day; and the dollars, once they
 *  are cashed in. */
export const warmedWallets: Recipe = {
  name: 'warmed-wallets',
  kind: 'rug',
  archetype: 'bundled',
  evidence:
    'unrelated withdrawals and staggered purchases; but for days dev and buyers had traded the same listed tokens one after the other; proceeds leave as dollars to one wallet',
  plan: (draft, cast, random, index) =>
    planTeamLaunch(draft, cast, random, index, warmedWallets, {
      maxInsiders: 20,
      pay: withdrawBeforeWarmUp,
      prepare: warmUp,
      place: (stage, buys) => comeUnhurried(stage, buys, 60 * MINUTE_SECS),
      earlyExits: true,
      exit: (stage, { rugged }) => leaveInDollars(stage, rugged),
    }),
}

const MOST_SESSIONS = 7
const FUNDED_OVER_SECS = 6 * DAY_SECS
/** For the trades of all sessions, and for what it costs to leave. */
const WARM_UP_LAMPORTS = 420_000_000n
/** A wallet the script leaves out, for variety. */
const SKIPS = 0.15
const CHANGED_PCT = 75

function withdrawBeforeWarmUp({ draft, cast, random, token }: TeamStage, request: TrailRequest): Trail {
  const payees = request.payees.map(({ wallet, lamports }) => ({ wallet, lamports: lamports + WARM_UP_LAMPORTS }))
  const doneSecsAgo = token.secsAgo + (MOST_SESSIONS + 1) * DAY_SECS
  return withdrawScattered(draft, cast, random, { ...request, payees, doneSecsAgo }, FUNDED_OVER_SECS)
}

/** One session a day, at any hour of it. */
function warmUp({ draft, cast, random, team, token }: TeamStage): readonly string[] {
  if (cast.otherMints.length === 0) return []
  const wallets = [team.dev, ...team.insiders]
  const sessions = random.integer(5, MOST_SESSIONS)
  // Who has what the session before bought.
  let bought: { readonly mint: string; readonly by: readonly string[] } = { mint: '', by: [] }
  for (let session = 0; session < sessions; session++) {
    let secsAgo = token.secsAgo + (sessions - session) * DAY_SECS - random.integer(0, 14 * HOUR_SECS)
    const sells = bought.by.length > 0 && random.chance(0.45)
    const mint = sells ? bought.mint : random.pick(cast.otherMints)
    const sharePct = random.pick([50, 90, 100])
    const turn = (sells ? bought.by : wallets).filter(() => !random.chance(SKIPS))
    for (const wallet of random.sample(turn, turn.length)) {
      const dress = differingBudget(random)
      const quoteRaw = solAmount(random, 0.008, 0.03)
      addMoment(draft, secsAgo, [
        sells ? { do: 'sell', mint, wallet, sharePct, dress } : { do: 'buy', mint, wallet, quoteRaw, dress },
      ])
      secsAgo -= random.integer(12, 170)
    }
    bought = sells ? { mint: '', by: [] } : { mint, by: turn }
  }
  return []
}

/** Sold one by one, changed and sent on, each step minutes after the one before. */
function leaveInDollars({ draft, random, label, team, token }: TeamStage, rugged: boolean): TeamExit {
  if (!rugged) return { collector: null, hops: [] }
  const till = addWallet(draft, 'insider', `dollar-till/${label}`)
  const startSecsAgo = token.secsAgo * random.between(0.3, 0.55)
  const spanSecs = Math.min(token.secsAgo * 0.15, 5 * HOUR_SECS)
  const stepSecs = (): number => Math.min(random.integer(30, 40 * MINUTE_SECS), token.secsAgo * 0.05)
  for (const wallet of [...team.insiders, team.dev]) {
    const soldSecsAgo = startSecsAgo - spanSecs * random.next()
    const changedSecsAgo = soldSecsAgo - stepSecs()
    addMoment(draft, soldSecsAgo, [
      { do: 'sell', mint: token.mint, wallet, sharePct: 100, dress: differingBudget(random) },
    ])
    addMoment(draft, changedSecsAgo, [
      { do: 'sell', mint: WSOL_MINT, wallet, sharePct: CHANGED_PCT, dress: differingBudget(random) },
    ])
    addMoment(draft, changedSecsAgo - stepSecs(), [
      { do: 'sendToken', mint: USDC_MINT, from: wallet, to: till, sharePct: 100 },
    ])
  }
  return { collector: till, hops: [] }
}
