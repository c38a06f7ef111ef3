import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { withdrawAlike } from '../../sandbox/world/recipes/team.ts'
import { planTeamLaunch } from '../../sandbox/world/recipes/team-launch.ts'

export const exchangeAlike: Recipe = {
  name: 'exchange-alike',
  kind: 'rug',
  archetype: 'bundled',
  evidence: 'one exchange pays the dev and all launch-slot buyers nearly one size within minutes',
  plan: (draft, cast, random, index) =>
    planTeamLaunch(draft, cast, random, index, exchangeAlike, {
      pay: ({ draft, cast, random }, request) => withdrawAlike(draft, cast, random, request),
    }),
}
