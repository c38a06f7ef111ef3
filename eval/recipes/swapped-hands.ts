import { addMoment } from '../../sandbox/world/plan-draft.ts'
import type { Action } from '../../sandbox/world/plan-types.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { type Trail, type TrailRequest, withdrawScattered } from '../../sandbox/world/recipes/team.ts'
import { differingBudget, planTeamLaunch, type TeamStage } from '../../sandbox/world/recipes/team-launch.ts'
import { DAY_SECS, MINUTE_SECS } from '../../src/config/durations.ts'
import { buyOnCurve, type CurveEstimate, NEW_CURVE, sellOnCurve } from './curve-estimate.ts'
import { leaveUnhurried } from './unhurried.ts'

/** A team that shows its bundle being sold. Half of its wallets buy in the launch slot; in the next quarter of an hour
 *  each of them sells everything, and in the same slot one of the other half, never seen before and paid by an
 *  exchange, buys for what the sale brought. Lists of holders then name none of the bundlers, no token was transferred
 *  and no SOL either. What remains is the pairs: a sale by a bundler and, right behind it, a purchase of nearly its
 *  size, time and again; the token's price hardly moves by it. */
export const swappedHands: Recipe = {
  name: 'swapped-hands',
  kind: 'rug',
  archetype: 'bundled',
  evidence:
    'bundlers sell all within minutes, and in the slot of each sale a new wallet buys for as much: what they held stays with the team',
  plan: (draft, cast, random, index) => {
    let fundsOf: ReadonlyMap<string, bigint> = new Map()
    return planTeamLaunch(draft, cast, random, index, swappedHands, {
      maxInsiders: 20,
      teamSol: [8, 18],
      pay: (stage, request) => {
        const payees = fundSecondHands(stage, request)
        fundsOf = new Map(payees.map(({ wallet, lamports }) => [wallet, lamports]))
        return withdrawApart(stage, { ...request, payees })
      },
      place: (stage, buys) => changeHands(stage, buys, fundsOf),
      earlyExits: true,
      exit: (stage, { rugged }) =>
        leaveUnhurried(stage, {
          rugged,
          wallets: [...handsOf(stage.team.insiders).second, stage.team.dev],
          spanSecs: 20 * MINUTE_SECS,
        }),
    })
  },
}

/** By the time of the swap a token costs up to so many percent of what a bundler paid. */
const MOST_DEARER_PCT = 330n
const KEPT_LAMPORTS = 60_000_000n
/** The dev's own purchase comes first, and is of about that size. */
const DEV_BUYS_ABOUT_LAMPORTS = 1_200_000_000n

/** First hands buy at the launch; of an odd number the second hands are one more. */
function handsOf<T>(insiders: readonly T[]): { readonly first: readonly T[]; readonly second: readonly T[] } {
  const half = Math.floor(insiders.length / 2)
  return { first: insiders.slice(0, half), second: insiders.slice(half) }
}

function fundSecondHands({ team }: TeamStage, { payees }: TrailRequest): TrailRequest['payees'] {
  const { first, second } = handsOf(team.insiders)
  const needed = new Map(payees.map(({ wallet, lamports }) => [wallet, lamports]))
  return payees.map((payee) => {
    const at = second.indexOf(payee.wallet)
    if (at < 0) return payee
    return { wallet: payee.wallet, lamports: (needed.get(first[at % first.length]!)! * MOST_DEARER_PCT) / 100n }
  })
}

function withdrawApart({ draft, cast, random }: TeamStage, request: TrailRequest): Trail {
  return withdrawScattered(draft, cast, random, request, 4 * DAY_SECS)
}

type Buy = Action & { do: 'buy' }

function changeHands(
  { draft, random, token }: TeamStage,
  buys: readonly Buy[],
  fundsOf: ReadonlyMap<string, bigint>,
): { opening: readonly Buy[]; following: [] } {
  const { first, second } = handsOf(buys)
  const heldRaw: bigint[] = []
  let curve: CurveEstimate = buyOnCurve(NEW_CURVE, DEV_BUYS_ABOUT_LAMPORTS).curve
  for (const { quoteRaw } of first) {
    const bought = buyOnCurve(curve, quoteRaw)
    curve = bought.curve
    heldRaw.push(bought.tokensRaw)
  }
  let secsAgo = token.secsAgo - random.integer(2, 6) * MINUTE_SECS
  second.forEach((buy, i) => {
    const at = i % first.length
    const goesOn = i + first.length < second.length
    const soldRaw = goesOn ? heldRaw[at]! / 2n : heldRaw[at]!
    heldRaw[at]! -= soldRaw
    const sold = sellOnCurve(curve, soldRaw)
    const affordable = fundsOf.get(buy.wallet)! - KEPT_LAMPORTS
    const quoteRaw = sold.lamports < affordable ? sold.lamports : affordable
    curve = buyOnCurve(sold.curve, quoteRaw).curve
    addMoment(draft, secsAgo, [
      {
        do: 'sell',
        mint: token.mint,
        wallet: first[at]!.wallet,
        sharePct: goesOn ? 50 : 100,
        dress: differingBudget(random),
      },
      { ...buy, quoteRaw, dress: differingBudget(random) },
    ])
    secsAgo -= random.integer(20, 90)
  })
  return { opening: first, following: [] }
}
