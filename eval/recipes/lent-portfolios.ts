import { addMoment, addWallet, LAMPORTS, solAmount } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { type Trail, type TrailRequest, withdrawScattered } from '../../sandbox/world/recipes/team.ts'
import {
  differingBudget,
  planTeamLaunch,
  type TeamExit,
  type TeamStage,
} from '../../sandbox/world/recipes/team-launch.ts'
import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'
import { comeUnhurried, leaveUnhurried } from './unhurried.ts'

/** Wallets dressed up as collectors. Whoever opens a profile of a holder wants to see other tokens there, so the
 *  operator lends each wallet a portfolio: a stocker buys some listed tokens and gives each kind to a courier of its
 *  own, and over days the couriers hand parts of them to the dev and to the later buyers, some a second kind. All SOL
 *  comes from exchanges, on other days and in any size; no one of them sends SOL to another. They buy when they like in
 *  the first hours. After the rug most of the portfolio goes back to where it came from, for the next team. What
 *  remains: holders who never bought the tokens they show, given to them by wallets that one wallet had stocked. */
export const lentPortfolios: Recipe = {
  name: 'lent-portfolios',
  kind: 'rug',
  archetype: 'bundled',
  evidence:
    'unrelated withdrawals and staggered purchases; but the listed tokens that dev and buyers show were given to them by couriers, all stocked by one wallet',
  plan: (draft, cast, random, index) => {
    let loans: readonly Loan[] = []
    return planTeamLaunch(draft, cast, random, index, lentPortfolios, {
      maxInsiders: 22,
      pay: withdrawBeforeLoans,
      prepare: (stage) => {
        const shop = stockCouriers(stage)
        loans = lend(stage, shop)
        return [shop.stocker, ...shop.couriers.map(({ wallet }) => wallet)]
      },
      place: (stage, buys) => comeUnhurried(stage, buys, 100 * MINUTE_SECS),
      earlyExits: true,
      exit: (stage, { rugged }) => leaveAndReturn(stage, rugged, loans),
    })
  },
}

type Courier = { readonly wallet: string; readonly mint: string }
type Shop = { readonly stocker: string; readonly couriers: readonly Courier[] }
type Loan = { readonly courier: Courier; readonly to: string }

const LENT_OVER_SECS = 3 * DAY_SECS
const STOCKED_BEFORE_SECS = 20 * HOUR_SECS
/** All money and all loans are there so long before the launch. */
const READY_SECS = 6 * HOUR_SECS
const FUNDED_OVER_SECS = 9 * DAY_SECS
const MOST_KINDS = 3
/** Of a portfolio of one kind. */
const PART_SOL = [0.02, 0.09] as const
/** Deposits of the accounts it opens for others, and fees. */
const COURIER_LAMPORTS = 160_000_000n
const SECOND_KIND = 0.4
/** Who buys a little of the same on its own, once it has SOL. */
const TRADES_ITS_LOAN = 0.25
const RETURNED = 0.7
const RETURN_SECS = 30 * MINUTE_SECS

function withdrawBeforeLoans({ draft, cast, random, token }: TeamStage, request: TrailRequest): Trail {
  const doneSecsAgo = token.secsAgo + READY_SECS
  return withdrawScattered(draft, cast, random, { ...request, doneSecsAgo }, FUNDED_OVER_SECS)
}

/** One wallet buys all that is lent, and passes each kind on whole. */
function stockCouriers({ draft, cast, random, label, team, token }: TeamStage): Shop {
  const stocker = addWallet(draft, 'relay', `stocker/${label}`)
  const mints = random.sample(cast.otherMints, random.integer(2, MOST_KINDS))
  const [minSol, maxSol] = PART_SOL
  const quoteRaw = BigInt(team.insiders.length) * solAmount(random, minSol, maxSol)
  const boughtSecsAgo = token.secsAgo + READY_SECS + LENT_OVER_SECS + STOCKED_BEFORE_SECS
  const paidSecsAgo = boughtSecsAgo + random.integer(HOUR_SECS, 2 * DAY_SECS)
  pay(draft, 'scattered', random.pick(cast.exchanges), stocker, quoteRaw * BigInt(mints.length) + LAMPORTS, paidSecsAgo)
  const couriers = mints.map((mint, i): Courier => {
    const wallet = addWallet(draft, 'relay', `courier/${label}/${i}`)
    const secsAgo = boughtSecsAgo - i * random.integer(4, 50) * MINUTE_SECS
    const gasSecsAgo = boughtSecsAgo + random.integer(20 * MINUTE_SECS, 3 * DAY_SECS)
    pay(
      draft,
      'scattered',
      random.pick(cast.exchanges),
      wallet,
      COURIER_LAMPORTS + solAmount(random, 0, 0.3),
      gasSecsAgo,
    )
    addMoment(draft, secsAgo, [{ do: 'buy', mint, wallet: stocker, quoteRaw, dress: differingBudget(random) }])
    addMoment(draft, secsAgo - random.integer(3, 90) * MINUTE_SECS, [
      { do: 'sendToken', mint, from: stocker, to: wallet, sharePct: 100 },
    ])
    return { wallet, mint }
  })
  return { stocker, couriers }
}

/** Each member gets one kind or two, at any hour of the days before the launch. */
function lend({ draft, random, team, token }: TeamStage, { couriers }: Shop): readonly Loan[] {
  if (couriers.length === 0) return []
  const members = [team.dev, ...team.insiders]
  const loans = random.sample(members, members.length).flatMap((to, i): Loan[] => {
    const courier = couriers[i % couriers.length]!
    const other = couriers[(i + 1) % couriers.length]!
    return other !== courier && random.chance(SECOND_KIND)
      ? [
          { courier, to },
          { courier: other, to },
        ]
      : [{ courier, to }]
  })
  for (const courier of couriers) {
    const own = loans.filter((loan) => loan.courier === courier)
    const times = own.map(() => token.secsAgo + READY_SECS + random.integer(0, LENT_OVER_SECS)).sort((a, b) => b - a)
    own.forEach(({ to }, i) => {
      // Parts of what is left, so that all get about as much.
      const sharePct = (100 / (own.length - i + 0.6)) * random.between(0.5, 1.4)
      addMoment(draft, times[i]!, [{ do: 'sendToken', mint: courier.mint, from: courier.wallet, to, sharePct }])
      if (!random.chance(TRADES_ITS_LOAN)) return
      const dress = differingBudget(random)
      const quoteRaw = solAmount(random, 0.005, 0.012)
      addMoment(draft, token.secsAgo + random.integer(5 * MINUTE_SECS, READY_SECS / 2), [
        { do: 'buy', mint: courier.mint, wallet: to, quoteRaw, dress },
      ])
    })
  }
  return loans
}

/** Once all have sold, most loans go back in the course of half an hour. */
function leaveAndReturn(stage: TeamStage, rugged: boolean, loans: readonly Loan[]): TeamExit {
  const { draft, random, team, token } = stage
  const wallets = [...team.insiders, team.dev]
  const exit = leaveUnhurried(stage, { rugged, wallets, spanSecs: 40 * MINUTE_SECS })
  if (!rugged) return exit
  const startSecsAgo = token.secsAgo * random.between(0.02, 0.045)
  for (const { courier, to } of loans) {
    if (!random.chance(RETURNED)) continue
    addMoment(draft, startSecsAgo - Math.min(RETURN_SECS, token.secsAgo * 0.02) * random.next(), [
      { do: 'sendToken', mint: courier.mint, from: to, to: courier.wallet, sharePct: 100 },
    ])
  }
  return exit
}
