import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bucketSeries } from '../../src/hot-paths/bucket-series.ts'

function points(list: readonly (readonly [number, number])[], fromMs: number, toMs: number, pointCount: number) {
  const out = { t: new Float64Array(pointCount), v: new Float64Array(pointCount) }
  const series = {
    timesMs: Float64Array.from(list, ([timeMs]) => timeMs),
    values: Float64Array.from(list, ([, value]) => value),
  }
  const count = bucketSeries(series, { fromMs, toMs, pointCount }, out)
  return Array.from({ length: count }, (_, i) => [out.t[i], out.v[i]])
}

test('points are evenly spaced, first and last on the ends, each with the last value known then', () => {
  assert.deepEqual(
    points(
      [
        [0, 1],
        [30, 2],
        [31, 3],
        [100, 4],
      ],
      0,
      100,
      5,
    ),
    [
      [0, 1],
      [25, 1],
      [50, 3],
      [75, 3],
      [100, 4],
    ],
  )
})
test('before the first value nothing is known, and nothing is said', () => {
  assert.deepEqual(points([[60, 5]], 0, 100, 3), [[100, 5]])
  assert.deepEqual(points([], 0, 100, 3), [])
})
test('a value before the range counts from its start', () => {
  assert.deepEqual(points([[-50, 5]], 0, 100, 2), [
    [0, 5],
    [100, 5],
  ])
})
test('a range without length, one point and too little room are refused', () => {
  assert.throws(() => points([], 5, 5, 2), /over a range/)
  assert.throws(() => points([], 0, 5, 1), /two points/)
  const series = { timesMs: new Float64Array(0), values: new Float64Array(0) }
  const short = { t: new Float64Array(1), v: new Float64Array(1) }
  assert.throws(() => bucketSeries(series, { fromMs: 0, toMs: 1, pointCount: 2 }, short), /room/)
  assert.throws(
    () => bucketSeries({ ...series, values: new Float64Array(1) }, { fromMs: 0, toMs: 1, pointCount: 2 }, short),
    /one length/,
  )
})
test('any series gives at each point what a search backwards gives', () => {
  const list = fc.array(fc.tuple(fc.integer({ min: -50, max: 250 }), fc.integer()), { maxLength: 40 })
  fc.assert(
    fc.property(list, fc.integer({ min: 2, max: 30 }), (drawn, count) => {
      const sorted = drawn.sort((a, b) => a[0] - b[0])
      for (const [timeMs, value] of points(sorted, 0, 200, count))
        assert.equal(value, sorted.findLast(([at]) => at <= timeMs!)![1])
    }),
    { numRuns: 200, seed: 61 },
  )
})
