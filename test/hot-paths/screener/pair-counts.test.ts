import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createPairCounts } from '../../../src/hot-paths/screener/pair-counts.ts'
import { hashText } from '../../../src/hot-paths/text-hash.ts'

test('it says what comes first and what goes last, as a map does', () => {
  const steps = fc.array(fc.record({ row: fc.nat({ max: 3 }), text: fc.nat({ max: 30 }), isRemoved: fc.boolean() }), {
    maxLength: 300,
  })
  fc.assert(
    fc.property(steps, (taken) => {
      const counts = createPairCounts()
      const held = new Map<string, number>()
      for (const { row, text, isRemoved } of taken) {
        const key = `${row}:${text}`
        const before = held.get(key) ?? 0
        if (isRemoved) {
          assert.equal(counts.remove(row, hashText(`${text}`)), before === 1)
          if (before > 1) held.set(key, before - 1)
          else held.delete(key)
        } else {
          assert.equal(counts.add(row, hashText(`${text}`)), before === 0)
          held.set(key, before + 1)
        }
        assert.equal(counts.size, held.size)
      }
    }),
    { numRuns: 300, seed: 4 },
  )
})

test('it grows, and a cleared one is empty', () => {
  const counts = createPairCounts()
  for (let i = 0; i < 5_000; i++) assert(counts.add(i % 7, hashText(`maker ${i}`)))
  assert.equal(counts.size, 5_000)
  for (let i = 0; i < 5_000; i++) assert(counts.remove(i % 7, hashText(`maker ${i}`)))
  assert.equal(counts.size, 0)
  counts.add(1, 1)
  counts.clear()
  assert.deepEqual([counts.size, counts.add(1, 1)], [0, true])
})
