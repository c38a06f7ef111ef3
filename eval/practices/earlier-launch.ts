import { addMoment, addWallets, LAMPORTS, solAmount } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import type { Action } from '../../sandbox/world/plan-types.ts'
import { crowdTrades, drawToken, launchAt, snipes } from '../../sandbox/world/recipes/launch-story.ts'
import { differingBudget } from '../../sandbox/world/recipes/team-launch.ts'
import { HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'
import type { Stage } from './stage.ts'

/** What a creator needs for one, helpers included. */
export const EARLIER_LAMPORTS = 8n * LAMPORTS

/** A token that someone launched before the one a practice is about: dumped with the helpers' tokens, alive with buyers
 *  to this day, or forgotten. Returns its mint and who bought it as ordinary people do. */
export function planEarlierLaunch(
  stage: Stage,
  {
    creator,
    secsAgo,
    end,
  }: {
    readonly creator: string
    readonly secsAgo: number
    readonly end: 'rugged' | 'alive' | 'forgotten'
  },
): { readonly mint: string; readonly buyers: readonly string[] } {
  const { draft, cast, random, label } = stage
  const isRug = end === 'rugged'
  const helpers = isRug ? addWallets(draft, 'insider', `helper/${label}`, random.integer(1, 3)) : []
  const archetype = isRug ? 'rugged_prior' : 'fresh_launch'
  const token = drawToken(draft, random, { label, dev: creator, secsAgo, archetype })
  const { mint } = token
  const buys = helpers.map((wallet, i): Action => {
    const quoteRaw = solAmount(random, 0.4, 1.1)
    pay(draft, 'direct', creator, wallet, quoteRaw + 120_000_000n, secsAgo + 1_200 + i * 45)
    return { do: 'buy', mint, wallet, quoteRaw, dress: differingBudget(random) }
  })
  const sniped = snipes(cast, random, token, random.integer(0, 2))
  const devBuyLamports = solAmount(random, 0.2, isRug ? 1.4 : 0.6)
  launchAt(draft, {
    token,
    dev: creator,
    devBuyLamports,
    dress: differingBudget(random),
    opening: [...buys, ...sniped],
  })
  const endSecs = isRug ? random.integer(4 * MINUTE_SECS, 5 * HOUR_SECS) : random.integer(2, 5) * HOUR_SECS
  const crowd = crowdTrades(draft, cast, random, {
    token,
    buyers: end === 'forgotten' ? random.integer(2, 4) : random.integer(4, 8),
    roomLamports: 14n * LAMPORTS,
    spanSecs: end === 'alive' ? secsAgo * 0.95 : endSecs,
  })
  for (const { wallet } of sniped)
    addMoment(draft, secsAgo - random.integer(40, 200), [{ do: 'sell', mint, wallet, sharePct: 100 }])
  if (isRug)
    for (const wallet of [creator, ...helpers])
      addMoment(draft, secsAgo - endSecs - random.integer(0, 40), [{ do: 'sell', mint, wallet, sharePct: 100 }])
  const snipers = sniped.map(({ wallet }) => wallet)
  draft.trueTokens.push({
    mint,
    archetype,
    dev: creator,
    bundlers: helpers,
    snipers,
    teamId: null,
    rugged: isRug,
    honeypot: false,
    priorTokens: [],
    recipe: {
      name: 'practice-earlier',
      intent: isRug ? 'rug' : 'honest',
      insiders: helpers,
      organic: [...new Set([...snipers, ...crowd.wallets])],
      rootFunder: null,
      relays: [],
      privacyHops: [],
      collector: null,
      priors: [],
    },
  })
  return { mint, buyers: crowd.wallets }
}
