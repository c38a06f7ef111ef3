import { addMoment, addWallet } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import type { Action, Dress } from '../../sandbox/world/plan-types.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import type { Trail, TrailRequest } from '../../sandbox/world/recipes/team.ts'
import {
  differingBudget,
  planTeamLaunch,
  type TeamExit,
  type TeamStage,
} from '../../sandbox/world/recipes/team-launch.ts'
import { TIP_ACCOUNTS } from '../../sandbox/world/tip-accounts.ts'
import { HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'
import { payTogether } from './pay-together.ts'

/** A volume bot with a massive buy and a sell mode. Source: README and sample settings of "Solana Volume Bot on
 *  Raydium" (0xSabonis, and the copies of it). The main wallet distributes one sum to eight wallets at once. The
 *  massive buy has all eight buy together. The volume mode then has them buy in turn, one every two to four seconds,
 *  tiny random sums between 0.001 and 0.002 SOL. The sell mode sells what the eight wallets have in twenty steps, each
 *  wallet a twentieth a step. Every trade tips 120 000 lamports and has the budget that is set for the whole
 *  program. */
export const twentySales: Recipe = {
  name: 'twenty-sales',
  kind: 'rug',
  archetype: 'bundled',
  evidence:
    'eight wallets paid one sum at once by who paid the dev buy together after the launch, then tiny sums in turn every few seconds, and sell in twenty equal steps',
  plan: (draft, cast, random, index) => {
    const budget = programBudget(random.integer(0, 2))
    return planTeamLaunch(draft, cast, random, index, twentySales, {
      teamSizes: [WALLETS],
      teamSol: [5, 14],
      earlyExits: true,
      pay: distribute,
      place: (stage, buys) => {
        buyMassively(stage, buys, budget)
        makeVolume(stage, budget)
        return { opening: [], following: [] }
      },
      exit: (stage, { rugged }) => sellInSteps(stage, rugged, budget),
    })
  },
}

const WALLETS = 8
const STEPS = 20
const TINY_LAMPORTS = [1_000_000, 2_000_000] as const
const TINY_SECS = [2, 4] as const
const TIP_LAMPORTS = 120_000n
/** What users set; the README names no default. */
const PRICES_MICRO_LAMPORTS = [50_000n, 100_000n, 250_000n] as const
const UNIT_LIMIT = 600_000
/** For tiny purchases, tips and the fees of two dozen sales. */
const RUNNING_LAMPORTS = 70_000_000n

type Budget = Pick<Dress, 'unitLimit' | 'unitPriceMicroLamports'>

function programBudget(choice: number): Budget {
  return { unitLimit: UNIT_LIMIT, unitPriceMicroLamports: PRICES_MICRO_LAMPORTS[choice]! }
}

function dressed({ random }: TeamStage, budget: Budget): Dress {
  return { ...budget, tip: { to: random.pick(TIP_ACCOUNTS), lamports: TIP_LAMPORTS } }
}

function distribute({ draft, cast, random, label, token }: TeamStage, request: TrailRequest): Trail {
  const [dev, ...insiders] = request.payees
  const main = addWallet(draft, 'relay', `main/${label}`)
  const most = insiders.reduce((max, { lamports }) => (lamports > max ? lamports : max), 0n) + RUNNING_LAMPORTS
  const total = dev!.lamports + most * BigInt(insiders.length) + RUNNING_LAMPORTS
  pay(
    draft,
    'direct',
    random.pick(cast.exchanges),
    main,
    total,
    request.doneSecsAgo + random.integer(1, 26) * HOUR_SECS,
  )
  pay(draft, 'direct', main, dev!.wallet, dev!.lamports, request.doneSecsAgo + random.integer(0, 40 * MINUTE_SECS))
  const payees = insiders.map(({ wallet }) => ({ wallet, lamports: most }))
  payTogether(draft, main, payees, token.secsAgo + random.integer(3, 15) * MINUTE_SECS)
  return { kind: 'direct', rootFunder: main, relays: [main], privacyHops: [] }
}

/** Minutes after the launch, in one slot. */
function buyMassively(stage: TeamStage, buys: readonly (Action & { do: 'buy' })[], budget: Budget): void {
  const { draft, random, token } = stage
  const after = Math.min(random.integer(20, 8 * MINUTE_SECS), token.secsAgo * 0.06)
  addMoment(
    draft,
    token.secsAgo - after,
    buys.map((buy) => ({ ...buy, dress: dressed(stage, budget) })),
  )
}

/** A few rounds; it goes on for longer in reality. */
function makeVolume(stage: TeamStage, budget: Budget): void {
  const { draft, random, team, token } = stage
  const [leastSecs, mostSecs] = TINY_SECS
  let secsAgo = token.secsAgo - Math.min(random.integer(9, 16) * MINUTE_SECS, token.secsAgo * 0.1)
  for (let round = random.integer(3, 5); round > 0; round--)
    for (const wallet of team.insiders) {
      const quoteRaw = BigInt(random.integer(...TINY_LAMPORTS))
      addMoment(draft, secsAgo, [{ do: 'buy', mint: token.mint, wallet, quoteRaw, dress: dressed(stage, budget) }])
      secsAgo -= random.integer(leastSecs, mostSecs)
    }
}

/** All twenty steps, or when it is not over yet up to eight of them; the dev sells for itself. */
function sellInSteps(stage: TeamStage, rugged: boolean, budget: Budget): TeamExit {
  const { draft, random, team, token } = stage
  const steps = rugged ? STEPS : random.integer(0, 8)
  const startSecsAgo = token.secsAgo * random.between(0.4, 0.75)
  const stepSecs = Math.min(token.secsAgo * 0.3, random.integer(20, 150) * MINUTE_SECS) / STEPS
  for (let step = 0; step < steps; step++) {
    const left = STEPS - step
    team.insiders.forEach((wallet, i) => {
      const secsAgo = startSecsAgo - stepSecs * (step + (0.9 * i) / team.insiders.length)
      addMoment(draft, secsAgo, [
        { do: 'sell', mint: token.mint, wallet, sharePct: 100 / left, dress: dressed(stage, budget) },
      ])
    })
  }
  if (rugged)
    addMoment(draft, startSecsAgo - stepSecs * STEPS * random.between(0.6, 1.1), [
      { do: 'sell', mint: token.mint, wallet: team.dev, sharePct: 100, dress: differingBudget(random) },
    ])
  return { collector: null, hops: [] }
}
