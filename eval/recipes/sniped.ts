import { planHonestLaunch } from '../../sandbox/world/recipes/honest-launch.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'

export const sniped: Recipe = {
  name: 'sniped',
  kind: 'healthy',
  archetype: 'healthy',
  evidence: 'several professionals buy in the launch slot, each for itself, and leave soon',
  plan: (draft, cast, random, index) => planHonestLaunch(draft, cast, random, index, sniped, { snipers: [4, 7] }),
}
