import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planLab } from '../../../eval/plan-lab.ts'
import { TUNED_RECIPES } from '../../../eval/recipes/index.ts'
import { emptySales } from './lab-story.ts'

test('receivers of an airdrop who bought and left before do not sell what they no longer hold', () => {
  // Seeds on which someone's own sale came between the gift and the sale of the gift.
  for (const seed of ['fresh-10', 'fresh-36'])
    assert.deepEqual(emptySales(planLab({ seed, recipes: TUNED_RECIPES, launches: 46 })), [])
})
