import { addMoment } from '../../sandbox/world/plan-draft.ts'
import { peopleAt } from '../../sandbox/world/plan-people.ts'
import type { Action, Moment } from '../../sandbox/world/plan-types.ts'
import { type HonestStage, planHonestLaunch } from '../../sandbox/world/recipes/honest-launch.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { MINUTE_SECS } from '../../src/config/durations.ts'

export const airdrop: Recipe = {
  name: 'airdrop',
  kind: 'healthy',
  archetype: 'healthy',
  evidence:
    'the dev buys in the launch slot and sends equal parts to many people who have nothing to do with each other',
  plan: (draft, cast, random, index) =>
    planHonestLaunch(draft, cast, random, index, airdrop, { devBuySol: [1.2, 2.8], after: dropTokens }),
}

const RECEIVERS_SELL_SHARE = 0.3

/** Equal parts for people who live their own lives; the dev keeps an eighth. */
function dropTokens({ draft, cast, random, dev, token }: HonestStage): readonly string[] {
  const receivers = random
    .sample(
      peopleAt(cast.people, token.secsAgo, 20_000_000n).filter(({ address }) => address !== dev.address),
      random.integer(14, 30),
    )
    .map(({ address }) => address)
  const part = 0.87 / receivers.length
  const after = random.integer(10 * MINUTE_SECS, Math.min(token.secsAgo * 0.5, 200 * MINUTE_SECS))
  receivers.forEach((to, i) => {
    const secsAgo = token.secsAgo - after - i * 3
    const sharePct = (100 * part) / (1 - part * i)
    addMoment(draft, secsAgo, [{ do: 'sendToken', mint: token.mint, from: dev.address, to, sharePct }])
    if (!random.chance(RECEIVERS_SELL_SHARE)) return
    const saleSecsAgo = Math.round(secsAgo * random.between(0.2, 0.95))
    const sale: Sale = { do: 'sell', mint: token.mint, wallet: to, sharePct: random.pick([50, 100]) }
    if (isEverySaleCovered(draft.moments, { ...sale, saleSecsAgo })) addMoment(draft, saleSecsAgo, [sale])
  })
  return receivers
}

type Sale = Action & { do: 'sell' }

/** Receivers may have bought too, and left already: no one can sell what was sold before. */
function isEverySaleCovered(
  moments: readonly Moment[],
  { mint, wallet, sharePct, saleSecsAgo }: Sale & { readonly saleSecsAgo: number },
): boolean {
  const changes = moments.flatMap(({ secsAgo, actions }) =>
    actions.flatMap((action) => {
      if (!('mint' in action) || action.mint !== mint) return []
      if (action.do === 'sell' && action.wallet === wallet) return [{ secsAgo, sells: action.sharePct }]
      const gets =
        (action.do === 'buy' && action.wallet === wallet) || (action.do === 'sendToken' && action.to === wallet)
      return gets ? [{ secsAgo, sells: 0 }] : []
    }),
  )
  changes.push({ secsAgo: saleSecsAgo, sells: sharePct })
  changes.sort((a, b) => b.secsAgo - a.secsAgo)
  let holds = false
  for (const { sells } of changes) {
    if (sells > 0 && !holds) return false
    holds = sells < 100
  }
  return true
}
