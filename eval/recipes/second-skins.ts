import { addMoment, addWallet, addWallets, solAmount } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import type { Action } from '../../sandbox/world/plan-types.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { type Trail, type TrailRequest, withdrawScattered } from '../../sandbox/world/recipes/team.ts'
import {
  differingBudget,
  planTeamLaunch,
  type TeamExit,
  type TeamStage,
} from '../../sandbox/world/recipes/team-launch.ts'
import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'
import { comeUnhurried } from './unhurried.ts'

/** Bags that change wallets one by one. Screens for new tokens say what part early buyers and the dev still hold, so
 *  once the first hour is over each of them moves its tokens to a new wallet that has never bought anything: the screen
 *  then shows that early buyers have left. No two bags go to one wallet, and the buyers' SOL comes from exchanges. But
 *  new wallets need SOL to sell with, and it comes from two tanks in small odd sums, shortly before the tokens do; one
 *  wallet had filled both. What remains: transfers of the token, one to one, into wallets whose first SOL leads back to
 *  one. */
export const secondSkins: Recipe = {
  name: 'second-skins',
  kind: 'rug',
  archetype: 'bundled',
  evidence:
    'unrelated withdrawals; hours later dev and buyers each move their coins to a new wallet of their own, and two tanks of one owner gave the new wallets SOL for fees',
  plan: (draft, cast, random, index) => {
    let tanks: readonly string[] = []
    return planTeamLaunch(draft, cast, random, index, secondSkins, {
      maxInsiders: 28,
      pay: withdrawForBuyers,
      prepare: (stage) => {
        const owner = addWallet(stage.draft, 'relay', `tank-owner/${stage.label}`)
        tanks = addWallets(stage.draft, 'relay', `tank/${stage.label}`, 2)
        fillTanks(stage, owner, tanks)
        return [owner, ...tanks]
      },
      place: (stage, buys) => {
        const { buyers } = rolesOf(stage.team.insiders)
        changeSkins(stage, tanks)
        const own = buys.filter(({ wallet }) => buyers.includes(wallet))
        return comeUnhurried(stage, own.map(asLargeAsTwo), 50 * MINUTE_SECS)
      },
      earlyExits: true,
      exit: (stage, { rugged }) => leaveInNewSkins(stage, rugged),
    })
  },
}

const FUNDED_OVER_SECS = 6 * DAY_SECS
/** Of what a buyer has beyond one share, since no one buys for the new wallets. */
const LARGER_PCT = 160n
/** Parts of the token's age, when the tanks are filled and the tokens begin to move. */
const FILLED_AFTER = [0.255, 0.27] as const
const MOVES_AFTER = [0.31, 0.38] as const
const MOST_MOVING_SECS = 4 * HOUR_SECS
const GAS_SOL = [0.031, 0.072] as const
const TANK_LAMPORTS = 40_000_000n
const TAKES_PROFIT = 0.3
const KEPT_LAMPORTS = 3_000_000n

type Roles = { readonly buyers: readonly string[]; readonly skins: readonly string[] }

/** As many new wallets as there are buyers and the dev, or one more. They are the last of the list. */
function rolesOf(insiders: readonly string[]): Roles {
  const buyers = Math.floor((insiders.length - 1) / 2)
  return { buyers: insiders.slice(0, buyers), skins: insiders.slice(buyers) }
}

const larger = (lamports: bigint): bigint => (lamports * LARGER_PCT) / 100n

function asLargeAsTwo<T extends Action & { do: 'buy' }>(buy: T): T {
  return { ...buy, quoteRaw: larger(buy.quoteRaw) }
}

function withdrawForBuyers({ draft, cast, random, team }: TeamStage, request: TrailRequest): Trail {
  const { buyers } = rolesOf(team.insiders)
  const payees = request.payees
    .filter(({ wallet }) => wallet === team.dev || buyers.includes(wallet))
    .map(({ wallet, lamports }) => ({ wallet, lamports: larger(lamports) }))
  return withdrawScattered(draft, cast, random, { ...request, payees }, FUNDED_OVER_SECS)
}

/** The owner has had its SOL for days. */
function fillTanks({ draft, cast, random, team, token }: TeamStage, owner: string, tanks: readonly string[]): void {
  const [, mostSol] = GAS_SOL
  const gas = solAmount(random, mostSol, mostSol * 1.2) * BigInt(rolesOf(team.insiders).skins.length) + TANK_LAMPORTS
  const paidSecsAgo = token.secsAgo + random.integer(3 * HOUR_SECS, 8 * DAY_SECS)
  const lamports = gas * BigInt(tanks.length) + solAmount(random, 0.1, 1.5)
  pay(draft, 'scattered', random.pick(cast.exchanges), owner, lamports, paidSecsAgo)
  const [earliest, latest] = FILLED_AFTER
  for (const tank of tanks)
    pay(draft, 'direct', owner, tank, gas, Math.round(token.secsAgo * (1 - random.between(earliest, latest))))
}

/** Each bag at a time of its own; where there is a new wallet too many, it gets half of the first bag beforehand. */
function changeSkins({ draft, random, team, token }: TeamStage, tanks: readonly string[]): void {
  const { buyers, skins } = rolesOf(team.insiders)
  const givers = random.sample([team.dev, ...buyers], buyers.length + 1)
  const [earliest, latest] = MOVES_AFTER
  const startAfter = token.secsAgo * random.between(earliest, latest)
  const spanSecs = Math.min(token.secsAgo * 0.14, MOST_MOVING_SECS)
  const [minGas, maxGas] = GAS_SOL
  const give = (from: string, to: string, sharePct: number, after: number, tank: string): void => {
    const gasAfter = after - Math.min(random.integer(40, 20 * MINUTE_SECS), token.secsAgo * 0.02)
    pay(draft, 'direct', tank, to, solAmount(random, minGas, maxGas), Math.round(token.secsAgo - gasAfter))
    addMoment(draft, token.secsAgo - after, [
      { do: 'sendToken', mint: token.mint, from, to, sharePct, dress: differingBudget(random) },
    ])
  }
  // A little is left behind: an account with nothing in it looks like one that sold out.
  const most = (): number => random.integer(88, 98)
  skins.forEach((to, i) => {
    const after = startAfter + spanSecs * random.next()
    const from = givers[i]
    if (from !== undefined) give(from, to, most(), after, tanks[i % tanks.length]!)
    else give(givers[0]!, to, random.integer(40, 60), startAfter - token.secsAgo * 0.01, tanks[i % tanks.length]!)
  })
}

/** The new wallets sell in one to three parts within an hour and a half, the old ones what they kept. */
function leaveInNewSkins({ draft, cast, random, team, token }: TeamStage, rugged: boolean): TeamExit {
  const { buyers, skins } = rolesOf(team.insiders)
  const startSecsAgo = token.secsAgo * random.between(0.2, 0.36)
  const spanSecs = Math.min(token.secsAgo * 0.09, 90 * MINUTE_SECS)
  const sell = (wallet: string, sharePct: number, secsAgo: number): void =>
    addMoment(draft, secsAgo, [{ do: 'sell', mint: token.mint, wallet, sharePct, dress: differingBudget(random) }])
  for (const wallet of skins)
    if (random.chance(TAKES_PROFIT)) sell(wallet, random.integer(8, 22), token.secsAgo * random.between(0.38, 0.43))
  if (!rugged) return { collector: null, hops: [] }
  for (const wallet of skins) {
    const parts = random.integer(1, 3)
    for (let part = 0; part < parts; part++)
      sell(
        wallet,
        part === parts - 1 ? 100 : random.integer(30, 55),
        startSecsAgo - (spanSecs * (part + random.next() * 0.9)) / parts,
      )
    addMoment(draft, startSecsAgo - spanSecs - token.secsAgo * random.between(0.01, 0.07), [
      { do: 'sweepSol', from: wallet, to: random.pick(cast.exchanges), keepLamports: KEPT_LAMPORTS },
    ])
  }
  for (const wallet of [team.dev, ...buyers]) sell(wallet, 100, startSecsAgo - spanSecs * random.next())
  return { collector: null, hops: [] }
}
