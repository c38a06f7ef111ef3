import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { compareReports } from '../../../src/services/deep-scan/compare-reports.ts'

test('equal reports do not differ, and one changed member is named by its pointer', () => {
  const report = { a: 1, b: { 'x/y~z': [1, { deep: true }] }, c: null }
  assert.deepEqual(compareReports(report, structuredClone(report)), { differences: [], count: 0 })
  const other = { a: 1, b: { 'x/y~z': [1, { deep: false }] }, d: 2 }
  assert.deepEqual(compareReports(report, other), {
    differences: [
      { path: '/b/x~1y~0z/1/deep', stored: 'true', recomputed: 'false' },
      { path: '/c', stored: 'null', recomputed: null },
      { path: '/d', stored: null, recomputed: '2' },
    ],
    count: 3,
  })
})

test('another order is a difference of the whole, and another kind one of the member', () => {
  assert.deepEqual(
    compareReports({ a: 1, b: 2 }, { b: 2, a: 1 }).differences.map(({ path }) => path),
    [''],
  )
  assert.deepEqual(
    compareReports({ a: [] }, { a: {} }).differences.map(({ path }) => path),
    ['/a'],
  )
  // A name that every object has is a member only where it is written.
  assert.equal(compareReports({}, JSON.parse('{"__proto__":1,"constructor":2}')).count, 2)
})

test('long values are cut, and so is the list; the count is of all', () => {
  const long = { text: 'x'.repeat(5_000) }
  assert.equal(compareReports(long, { text: '' }).differences[0]!.stored!.length, 200)
  const many = Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`m${at}`, at]))
  const { differences, count } = compareReports(many, {})
  assert.deepEqual([differences.length, count], [50, 80])
})

test('there is a difference exactly where the bytes differ', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.jsonValue({ maxDepth: 4 }), (one, other) => {
      const isEqual = JSON.stringify(one) === JSON.stringify(other)
      return (compareReports(one, other).count === 0) === isEqual && compareReports(one, one).count === 0
    }),
  )
})
