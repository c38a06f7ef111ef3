import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planLab } from '../../eval/plan-lab.ts'
import { HELD_OUT_RECIPES, TUNED_RECIPES } from '../../eval/recipes/index.ts'
import { buildTestWorld } from '../support/build-test-world.ts'

/** Recipes of the second round on, each twice a lab; the first ones are built in plan-lab.test.ts. */
const FIRST_ROUND = 23
const recipes = [...TUNED_RECIPES.slice(FIRST_ROUND), ...HELD_OUT_RECIPES]

for (const seed of ['further-a', 'further-b', 'further-c'])
  test(`the chain takes every planned action of lab ${seed} and no transaction fails`, () => {
    const { chain, world } = buildTestWorld(seed, planLab({ seed, recipes, launches: recipes.length * 2 }))
    assert.deepEqual(world.refused, [])
    let transactions = 0
    for (const slot of chain.blockSlots(0, chain.slot(), 100_000))
      for (const { err, signature } of chain.block(slot)!.transactions) {
        assert.equal(err, null, signature)
        transactions++
      }
    assert(transactions > recipes.length * 100)
  })
