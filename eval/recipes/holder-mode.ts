import { addMoment, addWallet, solAmount } from '../../sandbox/world/plan-draft.ts'
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

/** A program that makes holders, four at a time. Source: "Jito-Bot v1.0.0", holder mode, and the notes on its scripts
 *  (`createHolders`, `jitoBundleHolders`, `jito_holders`). The operator loads a bot wallet. Each run makes four new
 *  wallets and spends about a fifth of what the bot wallet has on them, in one bundle; some ten seconds later, in
 *  another bundle, the four buy. The operator runs it again and again while people look at the token, so the sums
 *  shrink by a fifth from run to run. The recovery mode (`de-funder`) brings the SOL of all of them back to the bot
 *  wallet. The bot is for tokens that are out already: no one but the dev buys at the launch. */
export const holderMode: Recipe = {
  name: 'holder-mode',
  kind: 'rug',
  archetype: 'bundled',
  evidence:
    'the dev loads a bot wallet, which after the launch pays four new wallets at once, time and again, each time a fifth of what it has; the four buy in one slot seconds later',
  plan: (draft, cast, random, index) => {
    let bot: Bot = { wallet: '', loadedLamports: 0n }
    return planTeamLaunch(draft, cast, random, index, holderMode, {
      teamSizes: WALLETS,
      earlyExits: true,
      pay: (stage, request) => {
        bot = loadBot(stage, request)
        return { kind: 'direct', rootFunder: null, relays: [bot.wallet], privacyHops: [] } satisfies Trail
      },
      place: (stage, buys) => runAgainAndAgain(stage, buys, bot),
      exit: (stage, { rugged }) => recover(stage, rugged, bot),
    })
  },
}

type Bot = { readonly wallet: string; readonly loadedLamports: bigint }

/** Three to six runs. */
const WALLETS = [12, 16, 20, 24] as const
const WALLETS_A_RUN = 4
const SPENT_PCT = 20n
/** Deposits of accounts, and fees. */
const UNSPENT_LAMPORTS = 26_000_000n
const TIP_LAMPORTS = 1_000_000n
const TRANSFER_LAMPORTS = 5_000n
const LEFT_LAMPORTS = 1_000_000n
/** Part of the token's age in which the operator is busy, and at most so long. */
const BUSY = 0.28
const MOST_BUSY_SECS = 100 * MINUTE_SECS

/** The operator's own wallet made the token and loads the bot. */
function loadBot({ draft, cast, random, team, token, label }: TeamStage, request: TrailRequest): Bot {
  const wallet = addWallet(draft, 'relay', `bot-wallet/${label}`)
  const loadedLamports = solAmount(random, 8, 17)
  const dev = request.payees[0]!
  const filledSecsAgo = request.doneSecsAgo + random.integer(HOUR_SECS, 30 * HOUR_SECS)
  const total = dev.lamports + loadedLamports + UNSPENT_LAMPORTS
  pay(draft, 'exchange', random.pick(cast.exchanges), team.dev, total, filledSecsAgo)
  pay(draft, 'direct', team.dev, wallet, loadedLamports, token.secsAgo + random.integer(2, 20) * MINUTE_SECS)
  return { wallet, loadedLamports }
}

function runAgainAndAgain(
  { draft, random, token }: TeamStage,
  buys: readonly (Action & { do: 'buy' })[],
  bot: Bot,
): { opening: []; following: [] } {
  const runs = Math.ceil(buys.length / WALLETS_A_RUN)
  const runSecs = Math.min(MOST_BUSY_SECS, token.secsAgo * BUSY) / runs
  let left = bot.loadedLamports
  for (let run = 0; run < runs; run++) {
    const group = buys.slice(run * WALLETS_A_RUN, (run + 1) * WALLETS_A_RUN)
    const each = (left * SPENT_PCT) / 100n / BigInt(WALLETS_A_RUN)
    const paidSecsAgo = Math.round(token.secsAgo - 25 - runSecs * (run + random.next() * 0.7))
    const payees = group.map(({ wallet }) => ({ wallet, lamports: each }))
    payTogether(draft, bot.wallet, payees, paidSecsAgo)
    left -= (each + TRANSFER_LAMPORTS) * BigInt(group.length)
    const budget = differingBudget(random)
    const tipped: Dress = { ...budget, tip: { to: random.pick(TIP_ACCOUNTS), lamports: TIP_LAMPORTS } }
    addMoment(
      draft,
      paidSecsAgo - random.integer(8, 14),
      group.map((buy, i) => ({
        ...buy,
        quoteRaw: each - UNSPENT_LAMPORTS,
        dress: i === group.length - 1 ? tipped : budget,
      })),
    )
  }
  return { opening: [], following: [] }
}

/** Everyone sells, and the recovery goes through the wallets in the order in which they were made. */
function recover({ draft, random, team, token }: TeamStage, rugged: boolean, bot: Bot): TeamExit {
  if (!rugged) return { collector: null, hops: [] }
  const startSecsAgo = token.secsAgo * random.between(0.2, 0.6)
  const windowSecs = Math.min(random.integer(1, 12) * MINUTE_SECS, token.secsAgo * 0.05)
  for (const wallet of [...team.insiders, team.dev])
    addMoment(draft, startSecsAgo - windowSecs * random.next(), [
      { do: 'sell', mint: token.mint, wallet, sharePct: 100, dress: differingBudget(random) },
    ])
  const recoveredSecsAgo = startSecsAgo - windowSecs - Math.min(20 * MINUTE_SECS, token.secsAgo * 0.03) * random.next()
  team.insiders.forEach((from, i) => {
    addMoment(draft, recoveredSecsAgo - 10 - i * 2, [
      { do: 'sweepSol', from, to: bot.wallet, keepLamports: LEFT_LAMPORTS },
    ])
  })
  return { collector: bot.wallet, hops: [] }
}
