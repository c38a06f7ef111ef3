import { backgroundRecipe } from './background.ts'
import { crowdId, operatorId } from './draw-practice.ts'
import { PUBLIC_RECIPES } from './public/index.ts'

/** Operators and as many crowds share a lab; which ones stand together follows from their numbers alone, so that a
 *  single one can be looked at again in the world it stood in. */
export const PRACTICES_PER_LAB = 10
const BACKGROUND_LAUNCHES = 10

export type PracticeLab = {
  readonly seed: string
  readonly recipes: readonly string[]
  readonly ids: readonly string[]
}

export function practiceLab(seed: string, index: number): PracticeLab {
  const numbers = Array.from({ length: PRACTICES_PER_LAB }, (_, i) => index * PRACTICES_PER_LAB + i)
  const ids = numbers.flatMap((number) => [operatorId(number), crowdId(number)])
  return { seed: `practices-${seed}-${index}`, recipes: [...background(), ...ids], ids }
}

/** The practices that are advertised in public, in a lab of their own. */
export function publicLab(seed: string): PracticeLab {
  const ids = PUBLIC_RECIPES.map(({ name }) => name)
  return { seed: `practices-public-${seed}`, recipes: [...background(), ...ids], ids }
}

function background(): string[] {
  return Array.from({ length: BACKGROUND_LAUNCHES }, () => backgroundRecipe.name)
}

export function labIndexOf(id: string): number {
  return Math.floor(Number(id.slice(id.indexOf('-') + 1)) / PRACTICES_PER_LAB)
}
