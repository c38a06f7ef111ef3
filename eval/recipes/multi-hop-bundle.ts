import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { payThroughHops } from '../../sandbox/world/recipes/team.ts'
import { planTeamLaunch } from '../../sandbox/world/recipes/team-launch.ts'

export const multiHopBundle: Recipe = {
  name: 'multi-hop-bundle',
  kind: 'rug',
  archetype: 'bundled',
  evidence: 'the last of three or four wallets in a row pays the dev and all launch-slot buyers',
  plan: (draft, cast, random, index) =>
    planTeamLaunch(draft, cast, random, index, multiHopBundle, {
      pay: ({ draft, cast, random }, request) => payThroughHops(draft, cast, random, request, random.integer(3, 4)),
    }),
}
