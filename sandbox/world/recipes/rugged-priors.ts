import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../../src/config/durations.ts'
import { addMoment, addWallets, solAmount } from '../plan-draft.ts'
import { pay } from '../plan-funding.ts'
import type { Action, PriorOutcome, TrueRecipe } from '../plan-types.ts'
import { crowdTrades, drawToken, launchAt, snipes } from './launch-story.ts'
import { differingBudget, type TeamStage } from './team-launch.ts'

const PRIOR_ROOM_LAMPORTS = 12_000_000_000n
/** What one prior costs its dev: purchases of the helpers and its own. */
const PRIOR_LAMPORTS = 9_000_000_000n
const FAST_RUG_SECS = 10 * MINUTE_SECS

/** Two to five tokens that the same dev launched and dumped, the oldest three weeks ago, some within minutes. */
export function planRuggedPriors(stage: TeamStage): TrueRecipe['priors'] {
  const { draft, cast, random, team, token, label } = stage
  const count = random.integer(2, 5)
  const oldest = Math.min(24 * DAY_SECS, token.secsAgo + random.integer(5, 16) * DAY_SECS)
  pay(draft, 'scattered', random.pick(cast.exchanges), team.dev, PRIOR_LAMPORTS * BigInt(count), oldest + 6 * HOUR_SECS)
  const gap = (oldest - token.secsAgo) / (count + 0.5)
  return Array.from({ length: count }, (_, p) => planPrior(stage, `${label}/prior/${p}`, Math.round(oldest - p * gap)))
}

function planPrior(
  { draft, cast, random, team }: TeamStage,
  label: string,
  secsAgo: number,
): TrueRecipe['priors'][number] {
  const helpers = addWallets(draft, 'insider', `team/${label}`, random.integer(1, 4))
  const token = drawToken(draft, random, { label, dev: team.dev, secsAgo, archetype: 'rugged_prior' })
  const { mint } = token
  const buys = helpers.map((wallet, i): Action => {
    const quoteRaw = solAmount(random, 0.5, 1.4)
    pay(draft, 'direct', team.dev, wallet, quoteRaw + 60_000_000n, secsAgo + 900 + i * 30)
    return { do: 'buy', mint, wallet, quoteRaw, dress: differingBudget(random) }
  })
  const sniped = snipes(cast, random, token, random.integer(0, 1))
  launchAt(draft, {
    token,
    dev: team.dev,
    devBuyLamports: solAmount(random, 0.5, 1.8),
    dress: differingBudget(random),
    opening: [...buys, ...sniped],
  })
  const isFast = random.chance(0.45)
  const after = isFast ? random.integer(90, FAST_RUG_SECS - 60) : random.integer(25 * MINUTE_SECS, 6 * HOUR_SECS)
  const crowd = crowdTrades(draft, cast, random, {
    token,
    buyers: random.integer(3, 7),
    roomLamports: PRIOR_ROOM_LAMPORTS,
    spanSecs: after,
  })
  for (const wallet of [team.dev, ...helpers])
    addMoment(draft, secsAgo - after - random.integer(0, 25), [
      { do: 'sell', mint, wallet, sharePct: 100, dress: differingBudget(random) },
    ])
  for (const { wallet } of sniped) addMoment(draft, secsAgo - after - 40, [{ do: 'sell', mint, wallet, sharePct: 100 }])
  const snipers = sniped.map(({ wallet }) => wallet)
  const teamId = `team/${label}`
  draft.entities.push({
    id: teamId,
    kind: 'rugger',
    wallets: [team.dev, ...helpers],
    rootFunder: team.dev,
    funding: 'direct',
    relays: [],
  })
  draft.trueTokens.push({
    mint,
    archetype: 'rugged_prior',
    dev: team.dev,
    bundlers: helpers,
    snipers,
    teamId,
    rugged: true,
    honeypot: false,
    priorTokens: [],
    recipe: {
      name: 'rugged-prior',
      intent: 'rug',
      insiders: helpers,
      organic: [...snipers, ...crowd.wallets],
      rootFunder: team.dev,
      relays: [],
      privacyHops: [],
      collector: null,
      priors: [],
    },
  })
  const outcome: PriorOutcome = isFast ? 'fast_rug' : 'rugged'
  return { mint, outcome }
}
