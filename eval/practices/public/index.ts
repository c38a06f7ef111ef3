import type { Recipe } from '../../../sandbox/world/recipes/recipe.ts'
import { bumpBot, holderBooster, volumeRotation } from './boosters.ts'
import { copyTraderCrowd } from './copy-traders.ts'
import { FIXED_EVASIONS, FIXED_HONEST } from './fixed-practices.ts'

/** Six ways that tools advertise to hide a hand, and six honest tools whose users look like one. */
export const PUBLIC_RECIPES: readonly Recipe[] = [
  ...FIXED_EVASIONS,
  holderBooster,
  volumeRotation,
  bumpBot,
  ...FIXED_HONEST,
  copyTraderCrowd,
]
