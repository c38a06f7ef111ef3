import { addMoment, addWallet, solAmount } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import type { Action } from '../../sandbox/world/plan-types.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { type TrailRequest, withdrawScattered } from '../../sandbox/world/recipes/team.ts'
import {
  differingBudget,
  planTeamLaunch,
  type TeamExit,
  type TeamStage,
} from '../../sandbox/world/recipes/team-launch.ts'
import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'

export const latePurse: Recipe = {
  name: 'late-purse',
  kind: 'rug',
  archetype: 'bundled',
  evidence:
    'nobody of the team is there at the launch; over the next hour one purse pays a new wallet, which buys minutes later, then the next',
  plan: (draft, cast, random, index) => {
    let needs: Needs = { fundingWallet: '', lamports: new Map() }
    return planTeamLaunch(draft, cast, random, index, latePurse, {
      maxInsiders: 20,
      pay: (stage, request) => {
        needs = fillFundingWallet(stage, request)
        return { kind: 'direct', rootFunder: needs.fundingWallet, relays: [needs.fundingWallet], privacyHops: [] }
      },
      place: (stage, buys) => comeOneByOne(stage, buys, needs),
      earlyExits: true,
      exit: leaveTogether,
    })
  },
}

type Needs = { readonly fundingWallet: string; readonly lamports: ReadonlyMap<string, bigint> }

/** Part of the token's age in which they come, at most an hour and a bit. */
const COMING_SHARE = 0.45
const MOST_COMING_SECS = 75 * MINUTE_SECS
const HOP_LAMPORTS = 1_500_000n

/** The dev has its money from an exchange, long before; the purse gets its own, and holds it. */
function fillFundingWallet({ draft, cast, random }: TeamStage, request: TrailRequest): Needs {
  const { label, payees, doneSecsAgo } = request
  const [dev, ...insiders] = payees
  withdrawScattered(draft, cast, random, { ...request, payees: [dev!] }, 3 * DAY_SECS)
  const fundingWallet = addWallet(draft, 'relay', `late-purse/${label}`)
  const total = insiders.reduce((sum, { lamports }) => sum + lamports + HOP_LAMPORTS, solAmount(random, 0.2, 1.5))
  pay(
    draft,
    'direct',
    random.pick(cast.exchanges),
    fundingWallet,
    total,
    doneSecsAgo + random.integer(0, 20 * HOUR_SECS),
  )
  return { fundingWallet, lamports: new Map(insiders.map(({ wallet, lamports }) => [wallet, lamports])) }
}

/** Paid, and in a few minutes later; the wallets of two overlap at times. */
function comeOneByOne(
  { draft, random, token }: TeamStage,
  buys: readonly (Action & { do: 'buy' })[],
  { fundingWallet, lamports }: Needs,
): { opening: []; following: [] } {
  const spanSecs = Math.min(MOST_COMING_SECS, token.secsAgo * COMING_SHARE)
  const stepSecs = (spanSecs - 3 * MINUTE_SECS) / buys.length
  buys.forEach((buy, i) => {
    const paidAfter = 90 + stepSecs * (i + random.next() * 0.7)
    const boughtAfter = paidAfter + random.integer(25, 4 * MINUTE_SECS)
    pay(draft, 'direct', fundingWallet, buy.wallet, lamports.get(buy.wallet)!, Math.round(token.secsAgo - paidAfter))
    addMoment(draft, token.secsAgo - boughtAfter, [{ ...buy, dress: differingBudget(random) }])
  })
  return { opening: [], following: [] }
}

/** All at once, or not yet. */
function leaveTogether({ draft, random, team, token }: TeamStage, { rugged }: { rugged: boolean }): TeamExit {
  if (!rugged) return { collector: null, hops: [] }
  const startSecsAgo = Math.round(token.secsAgo * random.between(0.1, 0.42))
  for (const wallet of random.sample([...team.insiders, team.dev], team.insiders.length + 1))
    addMoment(draft, startSecsAgo - random.integer(0, 100), [
      { do: 'sell', mint: token.mint, wallet, sharePct: 100, dress: differingBudget(random) },
    ])
  return { collector: null, hops: [] }
}
