import { planHonestLaunch } from './honest-launch.ts'
import type { Recipe } from './recipe.ts'

export const graduatedOrganic: Recipe = {
  name: 'graduated-organic',
  kind: 'healthy',
  archetype: 'healthy',
  evidence: 'people carry the coin over the end of its curve and go on trading on the pool',
  plan: (draft, cast, random, index) =>
    planHonestLaunch(draft, cast, random, index, graduatedOrganic, { graduates: true, buyers: [24, 44] }),
}
