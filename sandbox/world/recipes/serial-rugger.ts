import type { Recipe } from './recipe.ts'
import { planRuggedPriors } from './rugged-priors.ts'
import { payThroughHops } from './team.ts'
import { planTeamLaunch } from './team-launch.ts'

export const serialRugger: Recipe = {
  name: 'serial-rugger',
  kind: 'rug',
  archetype: 'serial_rugger',
  evidence: 'the dev launched and dumped two to five coins before, with small teams of its own',
  plan: (draft, cast, random, index) =>
    planTeamLaunch(draft, cast, random, index, serialRugger, {
      maxInsiders: 16,
      pay: ({ draft, cast, random }, request) => payThroughHops(draft, cast, random, request, random.integer(1, 2)),
      priors: planRuggedPriors,
    }),
}
