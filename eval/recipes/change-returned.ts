import { addMoment, addWallet, addWallets } from '../../sandbox/world/plan-draft.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { type Trail, type TrailRequest, withdrawScattered } from '../../sandbox/world/recipes/team.ts'
import { planTeamLaunch, type TeamExit, type TeamStage } from '../../sandbox/world/recipes/team-launch.ts'
import { HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'
import { comeUnhurried, leaveUnhurried } from './unhurried.ts'

/** Change that goes back. Withdrawals of the size of purchases would be a pattern, so each wallet withdraws far more
 *  than it will spend, from any exchange on any day. But SOL that lies idle in twenty wallets is missing at the next
 *  launch: once all have bought, dev and buyers hand in what is left, but for fees, at one of a few tills, and the
 *  tills are emptied into one chest. They all go on holding, so nothing of it is proceeds. What remains: holders who
 *  give nearly all their SOL away soon after buying, without having sold, to wallets that end in one. */
export const changeReturned: Recipe = {
  name: 'change-returned',
  kind: 'rug',
  archetype: 'bundled',
  evidence:
    'unrelated withdrawals far above what is spent; hours after buying, holders who sold nothing send the rest of their SOL by two to four wallets to one',
  plan: (draft, cast, random, index) =>
    planTeamLaunch(draft, cast, random, index, changeReturned, {
      maxInsiders: 22,
      teamSol: [7, 20],
      pay: withdrawTooMuch,
      place: (stage, buys) => comeUnhurried(stage, buys, 50 * MINUTE_SECS),
      earlyExits: true,
      exit: (stage, { rugged }) => handInChange(stage, rugged),
    }),
}

const FUNDED_OVER_SECS = 72 * HOUR_SECS
const MOST_HAND_IN_SECS = 4 * HOUR_SECS
const TILL_KEEPS_LAMPORTS = 1_000_000n
const MEMBERS_PER_TILL = 6

function withdrawTooMuch({ draft, cast, random }: TeamStage, request: TrailRequest): Trail {
  const payees = request.payees.map(({ wallet, lamports }) => ({
    wallet,
    lamports: (lamports * BigInt(random.integer(150, 320))) / 100n,
  }))
  return withdrawScattered(draft, cast, random, { ...request, payees }, FUNDED_OVER_SECS)
}

/** Between the last purchase and the first sale. */
function handInChange(stage: TeamStage, rugged: boolean): TeamExit {
  const { draft, random, label, team, token } = stage
  const members = [team.dev, ...team.insiders]
  const count = Math.max(2, Math.min(4, Math.round(members.length / MEMBERS_PER_TILL)))
  const tills = addWallets(draft, 'relay', `till/${label}`, count)
  const chest = addWallet(draft, 'relay', `chest/${label}`)
  const startAfter = token.secsAgo * random.between(0.27, 0.32)
  const spanSecs = Math.min(token.secsAgo * 0.17, MOST_HAND_IN_SECS)
  random.sample(members, members.length).forEach((from, i) => {
    // For the fees of the day on which it sells.
    const keepLamports = BigInt(random.integer(28_000_000, 75_000_000))
    addMoment(draft, token.secsAgo - startAfter - spanSecs * random.next(), [
      { do: 'sweepSol', from, to: tills[i % tills.length]!, keepLamports },
    ])
  })
  for (const till of tills)
    addMoment(draft, token.secsAgo - startAfter - spanSecs - token.secsAgo * random.between(0.005, 0.06), [
      { do: 'sweepSol', from: till, to: chest, keepLamports: TILL_KEEPS_LAMPORTS },
    ])
  const left = leaveUnhurried(stage, {
    rugged,
    wallets: [...team.insiders, team.dev],
    spanSecs: 25 * MINUTE_SECS,
  })
  return { ...left, hops: [...tills, chest] }
}
