import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { drawPractice } from './draw-practice.ts'
import { planCrowd } from './plan-crowd.ts'
import { planOperator } from './plan-operator.ts'
import { planSniped } from './plan-sniped.ts'
import type { Practice } from './practice.ts'

/** A drawn practice as a recipe that labs can hold. */
export function practiceRecipe(practice: Practice): Recipe {
  const isHonest = practice.kind === 'crowd' || practice.kind === 'sniper'
  return {
    name: practice.id,
    kind: isHonest ? 'healthy' : 'rug',
    archetype: isHonest ? 'fresh_launch' : 'bundled',
    evidence: Object.entries(practice.mechanisms)
      .map(([dimension, variant]) => `${dimension}: ${variant}`)
      .join('; '),
    plan(draft, cast, random) {
      const stage = { draft, cast, random, label: practice.id }
      if (practice.kind === 'crowd') return planCrowd(stage, practice)
      return practice.kind === 'sniper' ? planSniped(stage, practice) : planOperator(stage, practice)
    },
  }
}

/** The recipe of that id, as its seed draws it. */
export function recipeOfId(seed: string, id: string): Recipe {
  return practiceRecipe(drawPractice(seed, id))
}
