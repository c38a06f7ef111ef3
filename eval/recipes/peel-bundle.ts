import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { payByPeeling } from '../../sandbox/world/recipes/team.ts'
import { planTeamLaunch } from '../../sandbox/world/recipes/team-launch.ts'

export const peelBundle: Recipe = {
  name: 'peel-bundle',
  kind: 'rug',
  archetype: 'bundled',
  evidence: 'each wallet of a chain pays one launch-slot buyer and passes the rest on',
  plan: (draft, cast, random, index) =>
    planTeamLaunch(draft, cast, random, index, peelBundle, {
      maxInsiders: 24,
      pay: ({ draft, cast, random }, request) => payByPeeling(draft, cast, random, request),
    }),
}
