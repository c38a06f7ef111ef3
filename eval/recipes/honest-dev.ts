import { solAmount } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import type { TrueRecipe } from '../../sandbox/world/plan-types.ts'
import { type HonestStage, planHonestLaunch } from '../../sandbox/world/recipes/honest-launch.ts'
import { CURVE_ROOM_LAMPORTS, crowdTrades, drawToken, launchAt } from '../../sandbox/world/recipes/launch-story.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { DAY_SECS, MINUTE_SECS } from '../../src/config/durations.ts'

export const honestDev: Recipe = {
  name: 'honest-dev',
  kind: 'healthy',
  archetype: 'healthy',
  evidence: 'the dev holds under 3 % and launched coins before that are still traded',
  plan: (draft, cast, random, index) =>
    planHonestLaunch(draft, cast, random, index, honestDev, { devBuySol: [0.05, 0.6], priors: planLivingPriors }),
}

/** One to three tokens of the same dev that people still trade today; the dev never sold. */
function planLivingPriors({ draft, cast, random, dev, token, label }: HonestStage): TrueRecipe['priors'] {
  const count = random.integer(1, 3)
  const oldest = Math.min(24 * DAY_SECS, token.secsAgo + random.integer(4, 14) * DAY_SECS)
  pay(draft, 'exchange', random.pick(cast.exchanges), dev.address, 3_000_000_000n, oldest + 90 * MINUTE_SECS)
  const gap = (oldest - token.secsAgo) / (count + 0.5)
  return Array.from({ length: count }, (_, p) => {
    const secsAgo = Math.round(oldest - p * gap)
    const prior = drawToken(draft, random, {
      label: `${label}/prior/${p}`,
      dev: dev.address,
      secsAgo,
      archetype: 'healthy',
    })
    const { mint } = prior
    launchAt(draft, { token: prior, dev: dev.address, devBuyLamports: solAmount(random, 0.1, 0.6), opening: [] })
    const early = crowdTrades(draft, cast, random, {
      token: prior,
      buyers: random.integer(8, 16),
      roomLamports: CURVE_ROOM_LAMPORTS / 2n,
      spanSecs: DAY_SECS / 4,
      sellChance: 0.15,
    })
    // Interest goes on until now.
    const late = crowdTrades(draft, cast, random, {
      token: prior,
      buyers: random.integer(4, 8),
      roomLamports: CURVE_ROOM_LAMPORTS / 3n,
      fromSecs: secsAgo * 0.3,
      spanSecs: secsAgo - 60,
      exclude: early.wallets,
    })
    const newest = crowdTrades(draft, cast, random, {
      token: prior,
      buyers: 2,
      roomLamports: CURVE_ROOM_LAMPORTS / 10n,
      fromSecs: secsAgo * 0.97,
      spanSecs: secsAgo - 60,
      exclude: [...early.wallets, ...late.wallets],
      sellChance: 0,
    })
    draft.trueTokens.push({
      mint,
      archetype: 'healthy',
      dev: dev.address,
      bundlers: [],
      snipers: [],
      teamId: null,
      rugged: false,
      honeypot: false,
      priorTokens: [],
      recipe: {
        name: 'living-prior',
        intent: 'honest',
        insiders: [],
        organic: [...early.wallets, ...late.wallets, ...newest.wallets],
        rootFunder: null,
        relays: [],
        privacyHops: [],
        collector: null,
        priors: [],
      },
    })
    return { mint, outcome: 'alive' as const }
  })
}
