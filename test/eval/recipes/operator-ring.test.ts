import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operatorRing } from '../../../eval/recipes/operator-ring.ts'
import { eventsOf, isDoing, storiesOf } from './lab-story.ts'

test('operator-ring: the funding wallet of the dev pays other devs, who launch within the hour and leave', () => {
  for (const { plan, truth, token, launch } of storiesOf(operatorRing, {
    seed: 'evidence/operator-ring',
    launches: 4,
  })) {
    const events = eventsOf(plan)
    const purse = truth.relays.at(-1)
    const paid = new Set(plan.truth.funding.filter(({ from }) => from === purse).map(({ to }) => to))
    const siblings = events
      .filter((event) => isDoing(event, 'launch'))
      .filter(({ action }) => action.mint !== token.mint && paid.has(action.dev))
    assert(siblings.length >= 2 && siblings.length <= 4)
    for (const { secsAgo, action } of siblings) {
      assert(Math.abs(secsAgo - launch.secsAgo) <= 20 * 60)
      const sales = events.filter((event) => isDoing(event, 'sell'))
      const left = sales.find((sale) => sale.action.mint === action.mint && sale.action.wallet === action.dev)
      assert(left !== undefined && left.secsAgo < secsAgo)
    }
  }
})
