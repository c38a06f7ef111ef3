import { ordinaryWithdrawal, type Person, planWithdrawal } from '../../sandbox/world/plan-people.ts'
import { type HonestStage, planHonestLaunch } from '../../sandbox/world/recipes/honest-launch.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'

export const exchangeCrowd: Recipe = {
  name: 'exchange-crowd',
  kind: 'healthy',
  archetype: 'healthy',
  evidence:
    'many newcomers withdraw from one exchange around the time of the launch, in ordinary and often equal sizes',
  plan: (draft, cast, random, index) =>
    planHonestLaunch(draft, cast, random, index, exchangeCrowd, { buyers: [26, 44], firstBuyers: newcomers }),
}

function newcomers({ draft, cast, random, label, token }: HonestStage): readonly Person[] {
  const exchange = random.pick(cast.exchanges)
  const spanSecs = random.integer(40 * MINUTE_SECS, 3 * HOUR_SECS)
  return Array.from({ length: random.integer(14, 26) }, (_, i) =>
    planWithdrawal(draft, random, {
      label: `newcomer/${label}/${i}`,
      exchange,
      lamports: ordinaryWithdrawal(random),
      // Some come when the token is out already.
      secsAgo: token.secsAgo + Math.round(spanSecs * random.between(-0.3, 1)),
      bot: random.chance(0.25) ? random.pick(cast.bots) : null,
      fixedBudget: null,
    }),
  )
}
