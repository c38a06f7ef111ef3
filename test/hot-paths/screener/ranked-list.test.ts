import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  bucketOf,
  createRankedList,
  type RankedList,
  type Scale,
  UNKNOWN_BUCKET,
} from '../../../src/hot-paths/screener/ranked-list.ts'

function walk(list: RankedList, isDescending: boolean): { bucket: number; row: number }[] {
  const found: { bucket: number; row: number }[] = []
  let bucket = list.nextBucket(null, isDescending)
  while (bucket >= 0) {
    for (let row = list.first(bucket); row >= 0; row = list.next(row)) found.push({ bucket, row })
    bucket = list.nextBucket(bucket, isDescending)
  }
  return found
}

const scales: readonly Scale[] = ['float', { origin: 1_000, width: 60 }]
const values = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: -50, max: 50 }),
  fc.constantFrom(0, -0, Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE, 1e12),
)

test('buckets ascend with the value, on either scale', () => {
  fc.assert(
    fc.property(values, values, fc.constantFrom(...scales), (a, b, scale) => {
      if (a <= b) assert(bucketOf(a, scale) <= bucketOf(b, scale))
      else assert(bucketOf(a, scale) >= bucketOf(b, scale))
    }),
    { numRuns: 2_000, seed: 3 },
  )
  assert.equal(bucketOf(0, 'float'), bucketOf(-0, 'float'))
})

test('whatever was set and dropped, a walk finds every row once, by ascending bucket, unknown ones last', () => {
  const steps = fc.array(
    fc.record({ row: fc.nat({ max: 60 }), value: fc.oneof(fc.constant(null), values), isDropped: fc.boolean() }),
    { maxLength: 150 },
  )
  fc.assert(
    fc.property(steps, fc.boolean(), (taken, isDescending) => {
      const list = createRankedList()
      const held = new Map<number, number | null>()
      for (const { row, value, isDropped } of taken) {
        if (isDropped && held.has(row)) {
          list.drop(row)
          held.delete(row)
        } else {
          list.set(row, value)
          held.set(row, value)
        }
      }
      const found = walk(list, isDescending)
      assert.deepEqual(
        found.map(({ row }) => row).sort((a, b) => a - b),
        [...held.keys()].sort((a, b) => a - b),
      )
      for (const { bucket, row } of found) {
        const value = held.get(row)!
        assert.equal(bucket, value === null ? UNKNOWN_BUCKET : bucketOf(value, 'float'))
      }
      const ranked = found.map(({ bucket }) => bucket).filter((bucket) => bucket !== UNKNOWN_BUCKET)
      assert.deepEqual(
        ranked,
        ranked.toSorted((a, b) => (isDescending ? b - a : a - b)),
      )
      assert.equal(
        found.findIndex(({ bucket }) => bucket === UNKNOWN_BUCKET) >= ranked.length || ranked.length === found.length,
        true,
      )
    }),
    { numRuns: 400, seed: 9 },
  )
})

test('it grows with its rows', () => {
  const list = createRankedList()
  list.set(5_000, 1)
  list.set(3, 2)
  assert.deepEqual(
    walk(list, true).map(({ row }) => row),
    [3, 5_000],
  )
})
