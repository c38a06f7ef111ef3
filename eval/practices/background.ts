import { addWallet, LAMPORTS, type PlanDraft, solAmount } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import {
  crowdTrades,
  drawToken,
  launchAt,
  sniperExits,
  snipes,
  type Token,
} from '../../sandbox/world/recipes/launch-story.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { differingBudget } from '../../sandbox/world/recipes/team-launch.ts'
import { DAY_SECS, HOUR_SECS } from '../../src/config/durations.ts'

const NAME = 'practice-background'
const BUYERS = 9

/** Small honest launches of the weeks before, at which professionals have been seen. */
export const backgroundRecipe: Recipe = {
  name: NAME,
  kind: 'healthy',
  archetype: 'fresh_launch',
  evidence: 'nothing: a few people buy and sell',
  plan(draft, cast, random, index) {
    const label = `${NAME}/${index}`
    const dev = addWallet(draft, 'dev', label)
    const secsAgo = random.integer(5 * HOUR_SECS, 22 * DAY_SECS)
    pay(draft, 'exchange', random.pick(cast.exchanges), dev, 2n * LAMPORTS, secsAgo + random.integer(2, 60) * HOUR_SECS)
    const token = drawToken(draft, random, { label, dev, secsAgo, archetype: 'fresh_launch' })
    const opening = snipes(cast, random, token, random.integer(1, 3))
    launchAt(draft, {
      token,
      dev,
      devBuyLamports: solAmount(random, 0.1, 0.5),
      dress: differingBudget(random),
      opening,
    })
    const snipers = opening.map(({ wallet }) => wallet)
    sniperExits(draft, random, token, snipers)
    const crowd = crowdTrades(draft, cast, random, {
      token,
      buyers: BUYERS,
      roomLamports: 20n * LAMPORTS,
      spanSecs: 4 * HOUR_SECS,
    })
    draft.trueTokens.push({
      mint: token.mint,
      archetype: 'fresh_launch',
      dev,
      bundlers: [],
      snipers,
      teamId: null,
      rugged: false,
      honeypot: false,
      priorTokens: [],
      recipe: {
        name: NAME,
        intent: 'honest',
        insiders: [],
        organic: [...new Set([...snipers, ...crowd.wallets])],
        rootFunder: null,
        relays: [],
        privacyHops: [],
        collector: null,
        priors: [],
      },
    })
    return token.mint
  },
}

/** Those that the plan holds so far. */
export function backgroundCoins(draft: PlanDraft): Token[] {
  return draft.trueTokens.flatMap(({ mint, recipe }) => {
    const token = recipe?.name === NAME ? draft.tokens.find((one) => one.mint === mint) : undefined
    return token === undefined ? [] : [{ mint, secsAgo: token.createdSecsAgo }]
  })
}
