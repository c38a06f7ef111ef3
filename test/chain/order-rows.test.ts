import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { orderRows } from '../../src/chain/order-rows.ts'

const row = (signature: string, slot: number) => ({ signature, slot, isFailed: false, timeSec: slot })

test('transactions of several lists stand in the order of the chain, each once', () => {
  const wallet = [row('d', 3), row('b', 2), row('a', 1)]
  const account = [row('d', 3), row('c', 2), row('b', 2)]
  assert.deepEqual(
    orderRows([wallet, account]).map(({ signature }) => signature),
    ['a', 'b', 'c', 'd'],
  )
})

test('a list that names all of a slot puts those of others in order, however they are drawn', () => {
  const drawn = fc.array(fc.record({ slot: fc.integer({ min: 1, max: 4 }), isNamed: fc.boolean() }), { maxLength: 12 })
  fc.assert(
    fc.property(drawn, (rows) => {
      const chain = rows
        .toSorted((a, b) => a.slot - b.slot)
        .map(({ slot, isNamed }, at) => ({ ...row(`t${at}`, slot), isNamed }))
      const list = chain.map(({ isNamed: _, ...one }) => one).toReversed()
      const some = chain
        .filter(({ isNamed }) => isNamed)
        .map(({ isNamed: _, ...one }) => one)
        .toReversed()
      const expected = list.toReversed().map(({ signature }) => signature)
      assert.deepEqual(
        orderRows([some, list]).map(({ signature }) => signature),
        expected,
      )
    }),
  )
})
