import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planLab } from '../../eval/plan-lab.ts'
import { HELD_OUT_RECIPES, TUNED_RECIPES } from '../../eval/recipes/index.ts'
import { buildTestWorld } from '../support/build-test-world.ts'

/** Recipes of the second round on, twice in one lab and once in another; the first ones are built in plan-lab.test.ts. A
 *  launch more of each costs ten seconds. */
const FIRST_ROUND = 23
const recipes = [...TUNED_RECIPES.slice(FIRST_ROUND), ...HELD_OUT_RECIPES]

for (const [seed, ofEach] of [
  ['further-a', 2],
  ['further-b', 1],
] as const)
  test(`the chain takes every planned action of lab ${seed} and no transaction fails`, () => {
    const { chain, world } = buildTestWorld(seed, planLab({ seed, recipes, launches: recipes.length * ofEach }))
    assert.deepEqual(world.refused, [])
    let transactions = 0
    for (const slot of chain.blockSlots(0, chain.slot(), 100_000))
      for (const { err, signature } of chain.block(slot)!.transactions) {
        assert.equal(err, null, signature)
        transactions++
      }
    assert(transactions > recipes.length * 50 * ofEach)
  })
