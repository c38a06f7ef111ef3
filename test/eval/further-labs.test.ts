import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planLab } from '../../eval/plan-lab.ts'
import { HELD_OUT_RECIPES, TUNED_RECIPES } from '../../eval/recipes/index.ts'
import { buildTestWorld } from '../support/build-test-world.ts'

/** Recipes of the second round on, each twice in one of two labs; the first ones are built in plan-lab.test.ts. A launch
 *  more of each costs ten seconds. */
const FIRST_ROUND = 23
const recipes = [...TUNED_RECIPES.slice(FIRST_ROUND), ...HELD_OUT_RECIPES]

const OF_EACH = 2

for (const [seed, first] of [
  ['further-a', 0],
  ['further-b', 1],
] as const)
  test(`the chain takes every planned action of lab ${seed} and no transaction fails`, () => {
    const own = recipes.filter((_, at) => at % 2 === first)
    const { chain, world } = buildTestWorld(seed, planLab({ seed, recipes: own, launches: own.length * OF_EACH }))
    assert.deepEqual(world.refused, [])
    let transactions = 0
    for (const slot of chain.blockSlots(0, chain.slot(), 100_000))
      for (const { err, signature } of chain.block(slot)!.transactions) {
        assert.equal(err, null, signature)
        transactions++
      }
    assert(transactions > own.length * 50 * OF_EACH)
  })
