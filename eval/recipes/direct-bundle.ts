import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { payThroughHops } from '../../sandbox/world/recipes/team.ts'
import { planTeamLaunch } from '../../sandbox/world/recipes/team-launch.ts'

export const directBundle: Recipe = {
  name: 'direct-bundle',
  kind: 'rug',
  archetype: 'bundled',
  evidence: 'one wallet pays the dev and all launch-slot buyers',
  plan: (draft, cast, random, index) =>
    planTeamLaunch(draft, cast, random, index, directBundle, {
      pay: ({ draft, cast, random }, request) => payThroughHops(draft, cast, random, request, 1),
    }),
}
