import { addMoment, solAmount } from '../../sandbox/world/plan-draft.ts'
import type { Dress } from '../../sandbox/world/plan-types.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { type Trail, type TrailRequest, withdrawScattered } from '../../sandbox/world/recipes/team.ts'
import { differingBudget, planTeamLaunch, type TeamStage } from '../../sandbox/world/recipes/team-launch.ts'
import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'
import { comeUnhurried, leaveUnhurried } from './unhurried.ts'

/** Wallets warmed by a tool that signs for several of them. All SOL comes from exchanges, on other days and in any
 *  size; no one of the team pays another, and at the launch each wallet buys alone, with a budget and at a minute of
 *  its own. But in the week before, so that the wallets should look alive, a tool bought and sold listed tokens with
 *  them, a few at a time, and for each batch the first wallet of it paid the fees of all. Who was in a batch differed
 *  from day to day. What remains: transactions of other tokens that two of them signed, by which every wallet is joined
 *  to all. */
export const batchWarmed: Recipe = {
  name: 'batch-warmed',
  kind: 'rug',
  archetype: 'bundled',
  evidence:
    'unrelated withdrawals and staggered purchases; but days before, in changing batches, one of them paid the fees of others for trades of listed tokens',
  plan: (draft, cast, random, index) =>
    planTeamLaunch(draft, cast, random, index, batchWarmed, {
      maxInsiders: 22,
      pay: withdrawBeforeWarming,
      prepare: (stage) => {
        warm(stage)
        return []
      },
      place: (stage, buys) => comeUnhurried(stage, buys, 70 * MINUTE_SECS),
      earlyExits: true,
      exit: (stage, { rugged }) =>
        leaveUnhurried(stage, {
          rugged,
          wallets: [...stage.team.insiders, stage.team.dev],
          spanSecs: 50 * MINUTE_SECS,
        }),
    }),
}

/** When the rounds begin, before the launch. The second goes through the list half a batch further on than the first,
 *  so that batches overlap; who comes to the last one is chance. */
const FIRST_ROUND_SECS = 6 * DAY_SECS
const SECOND_ROUND_SECS = 4 * DAY_SECS
const LAST_ROUND_SECS = 30 * HOUR_SECS
const ROUND_SECS = 14 * HOUR_SECS
const BATCH = 4
const COMES_TO_LAST = 0.6
const FUNDED_BEFORE_SECS = 7 * DAY_SECS
const FUNDED_OVER_SECS = 9 * DAY_SECS
/** For what they trade in the rounds. */
const WARMING_LAMPORTS = 330_000_000n
const STEP_SECS = [2, 25] as const
const SELLS_AGAIN = 0.45

function withdrawBeforeWarming({ draft, cast, random, token }: TeamStage, request: TrailRequest): Trail {
  const payees = request.payees.map(({ wallet, lamports }) => ({ wallet, lamports: lamports + WARMING_LAMPORTS }))
  const doneSecsAgo = token.secsAgo + FUNDED_BEFORE_SECS
  return withdrawScattered(draft, cast, random, { ...request, payees, doneSecsAgo }, FUNDED_OVER_SECS)
}

function warm(stage: TeamStage): void {
  const { random, team, cast } = stage
  if (cast.otherMints.length === 0) return
  const list = random.sample([team.dev, ...team.insiders], team.insiders.length + 1)
  const further = [...list.slice(BATCH / 2), ...list.slice(0, BATCH / 2)]
  const last = random.sample(list, list.length).filter(() => random.chance(COMES_TO_LAST))
  runRound(stage, list, FIRST_ROUND_SECS)
  runRound(stage, further, SECOND_ROUND_SECS)
  runRound(stage, last, LAST_ROUND_SECS)
}

/** Batch after batch in the course of a day, each with a token of its own. */
function runRound(stage: TeamStage, wallets: readonly string[], beforeSecs: number): void {
  const { random, cast, token } = stage
  for (let at = 0; at < wallets.length; at += BATCH) {
    const secsAgo = token.secsAgo + beforeSecs - random.integer(0, ROUND_SECS)
    tradeBatch(stage, wallets.slice(at, at + BATCH), random.pick(cast.otherMints), secsAgo)
  }
}

function tradeBatch({ draft, random }: TeamStage, batch: readonly string[], mint: string, startSecsAgo: number): void {
  const [feePayer] = batch
  const [least, most] = STEP_SECS
  let secsAgo = startSecsAgo
  for (const wallet of batch) {
    const dress: Dress = { ...differingBudget(random), ...(wallet === feePayer ? {} : { feePayer: feePayer! }) }
    addMoment(draft, secsAgo, [{ do: 'buy', mint, wallet, quoteRaw: solAmount(random, 0.015, 0.07), dress }])
    if (random.chance(SELLS_AGAIN))
      addMoment(draft, secsAgo - random.integer(10 * MINUTE_SECS, 9 * HOUR_SECS), [
        { do: 'sell', mint, wallet, sharePct: random.pick([40, 70, 100]), dress: differingBudget(random) },
      ])
    secsAgo -= random.integer(least, most)
  }
}
