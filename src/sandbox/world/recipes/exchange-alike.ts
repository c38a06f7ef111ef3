import type { Recipe } from './recipe.ts'
import { withdrawAlike } from './team.ts'
import { planTeamLaunch } from './team-launch.ts'

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
