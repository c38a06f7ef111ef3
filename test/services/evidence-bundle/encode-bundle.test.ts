import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { encodeBundle } from '../../../src/services/evidence-bundle/encode-bundle.ts'

test('any plain value gives the bytes of JSON and their hash', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 6 }), async (value) => {
      const expected = JSON.stringify(value)
      const { bytes, sha256 } = await encodeBundle(value)
      assert.equal(bytes.toString('utf8'), expected)
      assert.equal(sha256, createHash('sha256').update(expected).digest('hex'))
    }),
    { seed: 7, numRuns: 200 },
  )
})

test('large lists, deep trees and text beyond ASCII are written piece by piece to the same bytes', async () => {
  let deep: unknown = 'end'
  for (let i = 0; i < 500; i++) deep = i % 2 === 0 ? [deep, i] : { deep, 'ключ "1"': i }
  const value = {
    deep,
    rows: Array.from({ length: 20_000 }, (_, i) => ({ i, text: `строка ${i} \u2028 "`, none: null, on: i % 2 === 0 })),
    empty: [[], {}, ''],
    10: 'numbers come first, as in any object',
  }
  const { bytes } = await encodeBundle(value)
  assert.equal(bytes.toString('utf8'), JSON.stringify(value))
})

test('the loop gets turns while a large bundle is written', async () => {
  let turns = 0
  let isOver = false
  const tick = () => {
    turns++
    if (!isOver) setImmediate(tick)
  }
  setImmediate(tick)
  await encodeBundle(Array.from({ length: 40_000 }, (_, i) => [i]))
  isOver = true
  assert(turns > 50, `${turns} turns`)
})

test('one changed value changes the hash, the order of keys is the order of building', async () => {
  const [one, other, turned] = await Promise.all([
    encodeBundle({ a: 1, b: ['2'] }),
    encodeBundle({ a: 1, b: ['3'] }),
    encodeBundle({ b: ['2'], a: 1 }),
  ])
  assert.equal(new Set([one.sha256, other.sha256, turned.sha256]).size, 3)
})

test('what JSON has no word for is a bug, wherever it is', async () => {
  const places = [(x: unknown) => x, (x: unknown) => [x], (x: unknown) => ({ rows: [...Array(3_000).fill(0), { x }] })]
  const strange = [undefined, Number.NaN, Number.POSITIVE_INFINITY, 1n, () => 1, Symbol('s'), new Map(), new Date(0)]
  for (const value of strange)
    for (const put of places) await assert.rejects(encodeBundle(put(value)), { code: 'ERR_ASSERTION' })
})
