import { planHonestLaunch } from '../../sandbox/world/recipes/honest-launch.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'

export const organic: Recipe = {
  name: 'organic',
  kind: 'healthy',
  archetype: 'healthy',
  evidence: 'people come over hours; nothing in particular joins them',
  plan: (draft, cast, random, index) => planHonestLaunch(draft, cast, random, index, organic, {}),
}
