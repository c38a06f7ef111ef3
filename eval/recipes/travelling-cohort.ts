import { addMoment, addWallet, solAmount } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import { crowdTrades, drawToken, launchAt } from '../../sandbox/world/recipes/launch-story.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { type Trail, type TrailRequest, withdrawScattered } from '../../sandbox/world/recipes/team.ts'
import { differingBudget, planTeamLaunch, type TeamStage } from '../../sandbox/world/recipes/team-launch.ts'
import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'
import { comeUnhurried, leaveUnhurried } from './unhurried.ts'

/** A cabal that goes from token to token. Its wallets never pay each other: each has withdrawn from an exchange weeks
 *  ago, and buys this token for itself in the first half hour. What remains is where they have been: three tokens of
 *  three other devs in the weeks before, small ones that few others bought, and each wallet (the present dev's too) was
 *  among the early buyers of two or three of them and left them within the same half hour. */
export const travellingCohort: Recipe = {
  name: 'travelling-cohort',
  kind: 'rug',
  archetype: 'bundled',
  evidence:
    'no payment joins them, and they buy minutes apart; but dev and buyers had all bought, and dumped together, the same small coins of other devs before',
  plan: (draft, cast, random, index) =>
    planTeamLaunch(draft, cast, random, index, travellingCohort, {
      maxInsiders: 16,
      pay: withdrawLongBefore,
      prepare: tradeEarlierTokens,
      place: (stage, buys) => comeUnhurried(stage, buys, 30 * MINUTE_SECS),
      earlyExits: true,
      exit: (stage, { rugged }) =>
        leaveUnhurried(stage, {
          rugged,
          wallets: [...stage.team.insiders, stage.team.dev],
          spanSecs: 40 * MINUTE_SECS,
        }),
    }),
}

/** When the earlier tokens were launched, before this one. */
const EARLIER_SECS = [11 * DAY_SECS, 7 * DAY_SECS, 3 * DAY_SECS] as const
const FUNDED_BEFORE_SECS = 13 * DAY_SECS
const FUNDED_OVER_SECS = 7 * DAY_SECS
/** For purchases of the earlier tokens. */
const TRAVEL_LAMPORTS = 1_300_000_000n
const EARLIER_ROOM_LAMPORTS = 14_000_000_000n

function withdrawLongBefore({ draft, cast, random, token }: TeamStage, request: TrailRequest): Trail {
  const payees = request.payees.map(({ wallet, lamports }) => ({ wallet, lamports: lamports + TRAVEL_LAMPORTS }))
  const doneSecsAgo = token.secsAgo + FUNDED_BEFORE_SECS
  return withdrawScattered(draft, cast, random, { ...request, payees, doneSecsAgo }, FUNDED_OVER_SECS)
}

/** Returns the wallets that launched the earlier tokens. */
function tradeEarlierTokens(stage: TeamStage): readonly string[] {
  const { random, team } = stage
  const visits = [team.dev, ...team.insiders].map((wallet) => ({
    wallet,
    where: random.sample([0, 1, 2], random.chance(0.4) ? 3 : 2),
  }))
  return EARLIER_SECS.map((secs, c) =>
    dumpEarlierToken(stage, {
      label: `${stage.label}/earlier/${c}`,
      secsAgo: stage.token.secsAgo + secs + random.integer(-14, 14) * HOUR_SECS,
      visitors: visits.filter(({ where }) => where.includes(c)).map(({ wallet }) => wallet),
    }),
  )
}

type EarlierToken = { readonly label: string; readonly secsAgo: number; readonly visitors: readonly string[] }

/** Returns its dev. */
function dumpEarlierToken({ draft, cast, random, label: launch }: TeamStage, earlier: EarlierToken): string {
  const { label, visitors } = earlier
  const dev = addWallet(draft, 'dev', `earlier-dev/${label}`)
  pay(
    draft,
    'exchange',
    random.pick(cast.exchanges),
    dev,
    solAmount(random, 1.5, 3),
    earlier.secsAgo + random.integer(90, 1_400) * MINUTE_SECS,
  )
  const token = drawToken(draft, random, { label, dev, secsAgo: earlier.secsAgo, archetype: 'rugged_prior' })
  const { mint, secsAgo } = token
  launchAt(draft, {
    token,
    dev,
    devBuyLamports: solAmount(random, 0.2, 0.7),
    dress: differingBudget(random),
    opening: [],
  })
  const dumpAfter = random.integer(50, 300) * MINUTE_SECS
  for (const wallet of visitors)
    addMoment(draft, secsAgo - 15 - 25 * MINUTE_SECS * random.next() ** 1.5, [
      { do: 'buy', mint, wallet, quoteRaw: solAmount(random, 0.1, 0.35), dress: differingBudget(random) },
    ])
  for (const wallet of [dev, ...visitors])
    addMoment(draft, secsAgo - dumpAfter - random.integer(0, 30 * MINUTE_SECS), [
      { do: 'sell', mint, wallet, sharePct: 100, dress: differingBudget(random) },
    ])
  crowdTrades(draft, cast, random, {
    token,
    buyers: random.integer(6, 11),
    roomLamports: EARLIER_ROOM_LAMPORTS,
    spanSecs: dumpAfter + HOUR_SECS,
  })
  draft.trueTokens.push({
    mint,
    archetype: 'rugged_prior',
    dev,
    bundlers: [],
    snipers: [],
    teamId: `team/${launch}`,
    rugged: true,
    honeypot: false,
    priorTokens: [],
  })
  return dev
}
