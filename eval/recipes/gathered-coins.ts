import { addMoment, solAmount } from '../../sandbox/world/plan-draft.ts'
import type { Action } from '../../sandbox/world/plan-types.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { type Trail, type TrailRequest, withdrawScattered } from '../../sandbox/world/recipes/team.ts'
import {
  differingBudget,
  planTeamLaunch,
  type TeamExit,
  type TeamStage,
} from '../../sandbox/world/recipes/team-launch.ts'
import { HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'
import { comeUnhurried } from './unhurried.ts'

/** Tokens brought together before they are sold. Many wallets buy small and apart, with money from exchanges, so that
 *  no holder looks large while people come. Selling from twenty wallets in a thin market takes too long, so hours later
 *  each sends most of its tokens to one of a few exit wallets that never bought, and keeps a remnant that goes on
 *  looking like a holder; large bags are split between two of them. The exit wallets sell in parts and pay out to
 *  exchanges. What remains: transfers of this token out of wallets that bought it, which meet in few hands, and
 *  overlap. */
export const gatheredCoins: Recipe = {
  name: 'gathered-coins',
  kind: 'rug',
  archetype: 'bundled',
  evidence:
    'unrelated withdrawals and small purchases apart; hours later dev and buyers send most of their coins to a few wallets that never bought, some to two of them',
  plan: (draft, cast, random, index) =>
    planTeamLaunch(draft, cast, random, index, gatheredCoins, {
      maxInsiders: 26,
      pay: withdrawForBuyers,
      place: (stage, buys) => {
        const { buyers } = rolesOf(stage.team.insiders)
        gather(stage)
        return comeUnhurried(stage, withoutExits(buys, buyers), 75 * MINUTE_SECS)
      },
      earlyExits: true,
      exit: (stage, { rugged }) => sellGathered(stage, rugged),
    }),
}

type Roles = { readonly exits: readonly string[]; readonly buyers: readonly string[] }

const BUYERS_PER_EXIT = 5
const MOST_GATHER_SECS = 5 * HOUR_SECS
const FUNDED_OVER_SECS = 5 * 24 * HOUR_SECS
const SPLITS_BAG = 0.25
const KEPT_LAMPORTS = 3_000_000n

/** Two to five members sell for the others; they are the last of the list. */
function rolesOf(insiders: readonly string[]): Roles {
  const exits = Math.max(2, Math.min(5, Math.floor(insiders.length / BUYERS_PER_EXIT)))
  return { exits: insiders.slice(-exits), buyers: insiders.slice(0, -exits) }
}

function withoutExits<T extends Action & { do: 'buy' }>(buys: readonly T[], buyers: readonly string[]): readonly T[] {
  return buys.filter(({ wallet }) => buyers.includes(wallet))
}

/** Who only sells needs some SOL for fees, as people have it. */
function withdrawForBuyers({ draft, cast, random, team }: TeamStage, request: TrailRequest): Trail {
  const { exits } = rolesOf(team.insiders)
  const payees = request.payees.map((payee) =>
    exits.includes(payee.wallet) ? { wallet: payee.wallet, lamports: solAmount(random, 0.06, 0.3) } : payee,
  )
  return withdrawScattered(draft, cast, random, { ...request, payees }, FUNDED_OVER_SECS)
}

/** Between the last purchase and the first sale. */
function gather({ draft, random, team, token }: TeamStage): void {
  const { exits, buyers } = rolesOf(team.insiders)
  const startAfter = token.secsAgo * random.between(0.27, 0.33)
  const spanSecs = Math.min(token.secsAgo * 0.2, MOST_GATHER_SECS)
  random.sample([team.dev, ...buyers], buyers.length + 1).forEach((from, i) => {
    const after = startAfter + spanSecs * random.next()
    const send = (to: string, sharePct: number, laterSecs: number): void =>
      addMoment(draft, token.secsAgo - after - laterSecs, [
        { do: 'sendToken', mint: token.mint, from, to, sharePct, dress: differingBudget(random) },
      ])
    const to = exits[i % exits.length]!
    // The first bags of all are split, so that every exit wallet shares a sender with the next one.
    const splits = i < exits.length - 1 || random.chance(SPLITS_BAG)
    send(to, splits ? random.integer(40, 60) : random.integer(72, 95), 0)
    if (!splits) return
    const next = exits[(i + 1) % exits.length]!
    send(next, random.integer(65, 90), Math.min(random.integer(40, 900), token.secsAgo * 0.02))
  })
}

/** Exit wallets sell in two to four parts; what the others kept goes in the meantime, now that no one looks. */
function sellGathered({ draft, cast, random, team, token }: TeamStage, rugged: boolean): TeamExit {
  if (!rugged) return { collector: null, hops: [] }
  const { exits, buyers } = rolesOf(team.insiders)
  const startSecsAgo = token.secsAgo * random.between(0.25, 0.42)
  const spanSecs = Math.min(token.secsAgo * 0.1, 90 * MINUTE_SECS)
  const sell = (wallet: string, sharePct: number, secsAgo: number): void =>
    addMoment(draft, secsAgo, [{ do: 'sell', mint: token.mint, wallet, sharePct, dress: differingBudget(random) }])
  for (const wallet of exits) {
    const parts = random.integer(2, 4)
    for (let part = 0; part < parts; part++) {
      const secsAgo = startSecsAgo - (spanSecs * (part + random.next() * 0.9)) / parts
      sell(wallet, part === parts - 1 ? 100 : random.integer(30, 60), secsAgo)
    }
    addMoment(draft, startSecsAgo - spanSecs - token.secsAgo * random.between(0.01, 0.08), [
      { do: 'sweepSol', from: wallet, to: random.pick(cast.exchanges), keepLamports: KEPT_LAMPORTS },
    ])
  }
  for (const wallet of [team.dev, ...buyers]) sell(wallet, 100, startSecsAgo - spanSecs * random.next())
  return { collector: null, hops: [] }
}
