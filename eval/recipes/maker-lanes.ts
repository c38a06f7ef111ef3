import { addMoment, addWallet, solAmount } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import type { Action } from '../../sandbox/world/plan-types.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { type Payee, type Trail, type TrailRequest, withdrawScattered } from '../../sandbox/world/recipes/team.ts'
import {
  differingBudget,
  planTeamLaunch,
  type TeamExit,
  type TeamStage,
} from '../../sandbox/world/recipes/team-launch.ts'
import { HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'

/** A volume bot that leaves holders behind. Such bots are sold to make a token's chart, its "makers" and its holders
 *  grow: a new wallet buys, sells most of it some minutes later, keeps the rest of the tokens, and passes its SOL on to
 *  the next new wallet, which does the same. Several such lanes run side by side, each begun with a withdrawal of its
 *  own, so the same few SOL make dozens of purchases. When a lane has run, what is left goes back to the operator's
 *  main wallet, which had also paid the dev. What remains: down each lane one wallet's SOL is the next one's, and all
 *  lanes end in one place. */
export const makerLanes: Recipe = {
  name: 'maker-lanes',
  kind: 'rug',
  archetype: 'bundled',
  evidence:
    "lanes of new wallets: each buys, sells a part and hands its SOL to the next; the lanes' ends meet in the wallet that paid the dev",
  plan: (draft, cast, random, index) => {
    let bot: Bot = { main: '', lanes: [] }
    return planTeamLaunch(draft, cast, random, index, makerLanes, {
      maxInsiders: 22,
      teamSol: [5, 13],
      pay: (stage, request) => {
        bot = drawLanes(stage, request)
        return payHeads(stage, request, bot)
      },
      place: (stage, buys) => runLanes(stage, buys, bot),
      earlyExits: true,
      exit: (stage, { rugged }) => gather(stage, rugged, bot.main),
    })
  },
}

/** One wallet's turn. */
type Turn = { readonly wallet: string; readonly quoteRaw: bigint; readonly sellPct: number }
type Lane = { readonly turns: readonly Turn[]; readonly neededLamports: bigint }
type Bot = { readonly main: string; readonly lanes: readonly Lane[] }

const TURNS_ABOUT = 5
/** Of what a payee may spend, what it spends. */
const QUOTE_PCT = 75n
/** A sale brings at least that part of what was paid for it, whatever others do meanwhile. */
const SURE_PCT = 40n
/** Deposits of accounts, fees, and what a wallet keeps for the sale of the rest. */
const TURN_LAMPORTS = 75_000_000n
const FEE_PCT = 3n
const DONE_LAMPORTS = 2_000_000n
/** Part of the token's age, or time, after which no lane runs any more. */
const LANES_END = 0.5
const MOST_LANE_SECS = 4 * HOUR_SECS

function drawLanes({ draft, random }: TeamStage, { label, payees }: TrailRequest): Bot {
  const [, ...insiders] = payees
  const count = Math.max(2, Math.min(5, Math.round(insiders.length / TURNS_ABOUT)))
  const lanes = Array.from({ length: count }, (_, l): Lane => {
    const own = insiders.filter((_, i) => i % count === l)
    const turns = own.map(
      ({ wallet, lamports }): Turn => ({
        wallet,
        quoteRaw: (lamports * QUOTE_PCT) / 100n,
        sellPct: random.integer(45, 78),
      }),
    )
    return { turns, neededLamports: neededFor(turns) }
  })
  return { main: addWallet(draft, 'relay', `main/${label}`), lanes }
}

/** With what the first wallet can begin so that the last one still can buy. */
function neededFor(turns: readonly Turn[]): bigint {
  return turns.reduceRight((next, { quoteRaw, sellPct }) => {
    const comesBack = (quoteRaw * BigInt(sellPct) * SURE_PCT) / 10_000n
    const own = quoteRaw + (quoteRaw * FEE_PCT) / 100n + TURN_LAMPORTS
    return own + (next > comesBack ? next - comesBack : 0n)
  }, 0n)
}

function payHeads({ draft, cast, random }: TeamStage, request: TrailRequest, { main, lanes }: Bot): Trail {
  const { payees, doneSecsAgo } = request
  const dev = payees[0]!
  const mainSecsAgo = doneSecsAgo + random.integer(HOUR_SECS, 30 * HOUR_SECS)
  pay(draft, 'direct', random.pick(cast.exchanges), main, dev.lamports + solAmount(random, 0.1, 1.4), mainSecsAgo)
  pay(draft, 'direct', main, dev.wallet, dev.lamports, doneSecsAgo + random.integer(0, 50 * MINUTE_SECS))
  const heads = lanes.map(
    ({ turns, neededLamports }): Payee => ({ wallet: turns[0]!.wallet, lamports: neededLamports }),
  )
  withdrawScattered(draft, cast, random, { ...request, payees: heads }, 20 * HOUR_SECS)
  return { kind: 'direct', rootFunder: main, relays: [main], privacyHops: [] }
}

function runLanes(
  stage: TeamStage,
  buys: readonly (Action & { do: 'buy' })[],
  { main, lanes }: Bot,
): { opening: []; following: [] } {
  const { draft, random, token } = stage
  const buyOf = new Map(buys.map((buy) => [buy.wallet, buy]))
  for (const { turns } of lanes) {
    const startAfter = Math.min(random.integer(40, 15 * MINUTE_SECS), token.secsAgo * 0.06)
    const endAfter = Math.min(token.secsAgo * random.between(0.35, LANES_END), startAfter + MOST_LANE_SECS)
    const turnSecs = (endAfter - startAfter) / turns.length
    turns.forEach(({ wallet, quoteRaw, sellPct }, t) => {
      const secsAgoAt = (part: number): number => token.secsAgo - startAfter - turnSecs * (t + part)
      const buy = { ...buyOf.get(wallet)!, quoteRaw, dress: differingBudget(random) }
      addMoment(draft, secsAgoAt(random.between(0.03, 0.2)), [buy])
      addMoment(draft, secsAgoAt(random.between(0.4, 0.65)), [
        { do: 'sell', mint: token.mint, wallet, sharePct: sellPct, dress: differingBudget(random) },
      ])
      const keepLamports = BigInt(random.integer(24_000_000, 40_000_000))
      const to = turns[t + 1]?.wallet ?? main
      addMoment(draft, secsAgoAt(random.between(0.7, 0.97)), [{ do: 'sweepSol', from: wallet, to, keepLamports }])
    })
  }
  return { opening: [], following: [] }
}

/** The tokens the makers kept, sold within minutes, and the proceeds back to the main wallet; or not yet. */
function gather({ draft, random, team, token }: TeamStage, rugged: boolean, main: string): TeamExit {
  if (!rugged) return { collector: main, hops: [] }
  const startSecsAgo = token.secsAgo * random.between(0.2, 0.45)
  const windowSecs = Math.min(random.integer(4, 25) * MINUTE_SECS, token.secsAgo * 0.08)
  for (const wallet of [...team.insiders, team.dev]) {
    const soldSecsAgo = Math.round(startSecsAgo - windowSecs * random.next())
    addMoment(draft, soldSecsAgo, [
      { do: 'sell', mint: token.mint, wallet, sharePct: 100, dress: differingBudget(random) },
    ])
    addMoment(draft, soldSecsAgo - random.integer(15, 400), [
      { do: 'sweepSol', from: wallet, to: main, keepLamports: DONE_LAMPORTS },
    ])
  }
  return { collector: main, hops: [] }
}
