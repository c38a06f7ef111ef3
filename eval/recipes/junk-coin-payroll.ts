import { addMoment, addWallet, solAmount } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import { drawToken, launchAt, type Token } from '../../sandbox/world/recipes/launch-story.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import type { Payee, Trail, TrailRequest } from '../../sandbox/world/recipes/team.ts'
import { differingBudget, planTeamLaunch, type TeamStage } from '../../sandbox/world/recipes/team-launch.ts'
import { HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'
import { buyOnCurve, type CurveEstimate, NEW_CURVE, sellOnCurve } from './curve-estimate.ts'
import { comeUnhurried, leaveUnhurried } from './unhurried.ts'

/** Wages paid as profits of trade. The wallets withdraw a little from exchanges and put it into a token no one has
 *  heard of, which an accomplice launched. Then a paymaster buys that token for tens of SOL, and each wallet sells to
 *  it at several times what it paid; for each that has sold the paymaster buys again. With the gain dev and buyers come
 *  to the launch. No transfer joins them. What remains is the junk token: it had hardly any other buyers, one wallet
 *  bought the top and lost what all the others won, and their purchases here are paid with that money. */
export const junkCoinPayroll: Recipe = {
  name: 'junk-coin-payroll',
  kind: 'rug',
  archetype: 'bundled',
  evidence:
    'dev and buyers made their money selling one unknown coin, in turn, to one wallet that bought it dear and dumped it; no payment joins them',
  plan: (draft, cast, random, index) =>
    planTeamLaunch(draft, cast, random, index, junkCoinPayroll, {
      maxInsiders: 12,
      teamSol: [6, 12],
      pay: payByTrade,
      place: (stage, buys) => comeUnhurried(stage, buys, 4 * MINUTE_SECS),
      earlyExits: true,
      exit: (stage, { rugged }) =>
        leaveUnhurried(stage, {
          rugged,
          wallets: [...stage.team.insiders, stage.team.dev],
          spanSecs: 10 * MINUTE_SECS,
        }),
    }),
}

/** Of what a wallet needs, what it brings along. */
const STAKE_PCT = 38n
/** On top of its stake, for fees and accounts. */
const FEES_LAMPORTS = 90_000_000n
const PURSE_LAMPORTS = 95_000_000_000n
const ACCOMPLICE_LAMPORTS = 1_200_000_000n
const ACCOMPLICE_BUY_LAMPORTS = 50_000_000n
/** The paymaster raises its bid in steps. */
const STEP_LAMPORTS = 100_000_000n
/** Curves complete at 115 SOL of virtual reserves; it stops well before. */
const HIGHEST_LAMPORTS = 108_000_000_000n
/** Estimates may be so much too high. */
const SAFETY_PCT = 105n

type Worker = Payee & { readonly stakeLamports: bigint }

function payByTrade(stage: TeamStage, { label, payees, doneSecsAgo }: TrailRequest): Trail {
  const { draft, cast, random } = stage
  const paymaster = addWallet(draft, 'relay', `paymaster/${label}`)
  const accomplice = addWallet(draft, 'relay', `accomplice/${label}`)
  const stepSecs = random.integer(100, 420)
  const paydaySecsAgo = doneSecsAgo + (payees.length + 1) * stepSecs
  const launchedSecsAgo = paydaySecsAgo + random.integer(9, 40) * HOUR_SECS
  const fundedSecsAgo = launchedSecsAgo + random.integer(2, 20) * HOUR_SECS
  pay(draft, 'exchange', random.pick(cast.exchanges), accomplice, ACCOMPLICE_LAMPORTS, fundedSecsAgo)
  pay(
    draft,
    'exchange',
    random.pick(cast.exchanges),
    paymaster,
    PURSE_LAMPORTS,
    paydaySecsAgo + random.integer(1, 8) * HOUR_SECS,
  )
  const workers = payees.map(
    (payee): Worker => ({ ...payee, stakeLamports: (payee.lamports * STAKE_PCT) / 100n + solAmount(random, 0, 0.04) }),
  )
  for (const { wallet, stakeLamports } of workers)
    pay(
      draft,
      'scattered',
      random.pick(cast.exchanges),
      wallet,
      stakeLamports + FEES_LAMPORTS,
      launchedSecsAgo + random.integer(20, 2_400) * MINUTE_SECS,
    )
  const token = launchJunk(stage, accomplice, launchedSecsAgo)
  const bought = stakeOnJunk(stage, token, { workers, untilSecsAgo: paydaySecsAgo })
  buyFromEach(stage, token, { ...bought, paymaster, paydaySecsAgo, stepSecs })
  for (const wallet of [paymaster, accomplice])
    addMoment(draft, doneSecsAgo - random.integer(60, 20 * MINUTE_SECS), [
      { do: 'sell', mint: token.mint, wallet, sharePct: 100, dress: differingBudget(random) },
    ])
  return { kind: 'multi_hop', rootFunder: paymaster, relays: [paymaster, accomplice], privacyHops: [] }
}

function launchJunk({ draft, random, label }: TeamStage, dev: string, secsAgo: number): Token {
  const token = drawToken(draft, random, { label: `${label}/junk`, dev, secsAgo, archetype: 'rugged_prior' })
  launchAt(draft, {
    token,
    dev,
    devBuyLamports: ACCOMPLICE_BUY_LAMPORTS,
    dress: differingBudget(random),
    opening: [],
  })
  draft.trueTokens.push({
    mint: token.mint,
    archetype: 'rugged_prior',
    dev,
    bundlers: [],
    snipers: [],
    teamId: `team/${label}`,
    rugged: true,
    honeypot: false,
    priorTokens: [],
  })
  return token
}

type Staked = {
  readonly curve: CurveEstimate
  readonly stakes: readonly { readonly worker: Worker; readonly tokensRaw: bigint }[]
}

/** Everyone buys, hours before the payday; the estimate follows the order of time. */
function stakeOnJunk(
  { draft, random }: TeamStage,
  { mint, secsAgo }: Token,
  { workers, untilSecsAgo }: { readonly workers: readonly Worker[]; readonly untilSecsAgo: number },
): Staked {
  const times = workers
    .map(() => random.integer(untilSecsAgo + 40 * MINUTE_SECS, secsAgo - 20 * MINUTE_SECS))
    .sort((a, b) => b - a)
  let curve = buyOnCurve(NEW_CURVE, ACCOMPLICE_BUY_LAMPORTS).curve
  const stakes = random.sample(workers, workers.length).map((worker, i) => {
    const { wallet, stakeLamports } = worker
    addMoment(draft, times[i]!, [{ do: 'buy', mint, wallet, quoteRaw: stakeLamports, dress: differingBudget(random) }])
    const bought = buyOnCurve(curve, stakeLamports)
    curve = bought.curve
    return { worker, tokensRaw: bought.tokensRaw }
  })
  return { curve, stakes }
}

type Payday = Staked & { readonly paymaster: string; readonly paydaySecsAgo: number; readonly stepSecs: number }

/** The paymaster bids until the next sale brings enough, then that wallet sells all it has. */
function buyFromEach(
  { draft, random }: TeamStage,
  { mint }: Token,
  { curve: before, stakes, paymaster, paydaySecsAgo, stepSecs }: Payday,
): void {
  let curve = before
  random.sample(stakes, stakes.length).forEach(({ worker, tokensRaw }, i) => {
    const secsAgo = paydaySecsAgo - i * stepSecs
    const bid = enoughFor(curve, tokensRaw, (worker.lamports * SAFETY_PCT) / 100n)
    if (bid > 0n) {
      curve = buyOnCurve(curve, bid).curve
      addMoment(draft, secsAgo, [{ do: 'buy', mint, wallet: paymaster, quoteRaw: bid, dress: differingBudget(random) }])
    }
    curve = sellOnCurve(curve, tokensRaw).curve
    addMoment(draft, secsAgo - random.integer(15, 80), [
      { do: 'sell', mint, wallet: worker.wallet, sharePct: 100, dress: differingBudget(random) },
    ])
  })
}

/** Lamports the paymaster must put in for a sale to bring so much. */
function enoughFor(curve: CurveEstimate, tokensRaw: bigint, lamports: bigint): bigint {
  let bid = 0n
  while (curve.lamports + bid < HIGHEST_LAMPORTS) {
    if (sellOnCurve(buyOnCurve(curve, bid).curve, tokensRaw).lamports >= lamports) return bid
    bid += STEP_LAMPORTS
  }
  return bid
}
