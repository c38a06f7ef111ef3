import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Candles, createCandles } from '../../src/hot-paths/ohlcv.ts'
import { foldValues, resampleCandles } from '../../src/hot-paths/resample-candles.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

type Row = readonly [t: number, o: number, h: number, l: number, c: number, v: number]
function candlesOf(list: readonly Row[]): Candles {
  const out = createCandles(list.length)
  for (const [i, [t, o, h, l, c, v]] of list.entries()) {
    out.t[i] = t
    out.o[i] = o
    out.h[i] = h
    out.l[i] = l
    out.c[i] = c
    out.v[i] = v
  }
  return out
}
const rows = ({ t, o, h, l, c, v }: Candles, count: number) =>
  Array.from({ length: count }, (_, i) => [t[i], o[i], h[i], l[i], c[i], v[i]])
function resample(list: readonly Row[], fromMs: number, toMs: number) {
  const out = createCandles(list.length)
  return rows(out, resampleCandles(candlesOf(list), list.length, { fromMs, toMs }, out))
}
function values(points: readonly (readonly [number, number])[], fromMs: number, toMs: number, bucketCount: number) {
  const out = createCandles(bucketCount)
  const series = {
    timesMs: Float64Array.from(points, ([timeMs]) => timeMs),
    values: Float64Array.from(points, ([, value]) => value),
  }
  return rows(out, foldValues(series, { fromMs, toMs, bucketCount }, out))
}

test('a coarse candle opens with its first, closes with its last and adds up volume; the open bar is there', () => {
  const got = resample(
    [
      [HOUR_MS, 1, 4, 1, 3, 10],
      [5 * HOUR_MS, 3, 3, 0.5, 2, 5],
      [DAY_MS, 2, 6, 2, 6, 1],
    ],
    HOUR_MS,
    DAY_MS,
  )
  assert.deepEqual(got, [
    [0, 1, 4, 0.5, 2, 15],
    [DAY_MS, 2, 6, 2, 6, 1],
  ])
})
test('days become weeks that start on Monday', () => {
  const monday = Date.UTC(2026, 10, 16)
  const got = resample(
    [
      [monday - DAY_MS, 1, 1, 1, 1, 1],
      [monday, 2, 2, 2, 2, 1],
    ],
    DAY_MS,
    7 * DAY_MS,
  )
  assert.deepEqual(
    got.map(([t]) => t),
    [monday - 7 * DAY_MS, monday],
  )
})
test('one unknown volume makes the whole unknown, gaps stay gaps', () => {
  const got = resample(
    [
      [0, 1, 1, 1, 1, 2],
      [HOUR_MS, 1, 1, 1, 1, Number.NaN],
      [3 * DAY_MS, 1, 1, 1, 1, 3],
    ],
    HOUR_MS,
    DAY_MS,
  )
  assert.deepEqual(
    got.map((candle) => [candle[0], candle[5]]),
    [
      [0, Number.NaN],
      [3 * DAY_MS, 3],
    ],
  )
})
test('only the first candles asked for are read', () => {
  const fine = candlesOf([
    [0, 1, 1, 1, 1, 1],
    [HOUR_MS, 9, 9, 9, 9, 9],
  ])
  const out = createCandles(2)
  assert.equal(resampleCandles(fine, 1, { fromMs: HOUR_MS, toMs: DAY_MS }, out), 1)
  assert.equal(out.h[0], 1)
})
test('periods that would tear candles apart are refused', () => {
  assert.throws(() => resample([], 2 * HOUR_MS, 3 * HOUR_MS), /whole buckets/)
  assert.throws(() => resample([], DAY_MS, HOUR_MS), /whole buckets/)
  assert.throws(() => resample([], 0, HOUR_MS), /whole buckets/)
})
test('a value series becomes evenly spaced candles without volume; both ends of the range belong to it', () => {
  const got = values(
    [
      [99, 7],
      [100, 1],
      [149, 3],
      [150, 2],
      [200, 5],
      [201, 9],
    ],
    100,
    200,
    2,
  )
  assert.deepEqual(got, [
    [100, 1, 3, 1, 3, Number.NaN],
    [150, 2, 5, 2, 5, Number.NaN],
  ])
})
test('a range of one instant is one candle', () => {
  assert.deepEqual(
    values(
      [
        [5, 1],
        [5, 2],
      ],
      5,
      5,
      3,
    ),
    [[5, 1, 2, 1, 2, Number.NaN]],
  )
})
test('ranges that run backwards, no buckets and too little room are refused', () => {
  assert.throws(() => values([], 5, 4, 1), /backwards/)
  assert.throws(() => values([], 0, 1, 0), /at least one bucket/)
  const series = { timesMs: Float64Array.of(0, 1), values: Float64Array.of(1, 1) }
  assert.throws(() => foldValues(series, { fromMs: 0, toMs: 1, bucketCount: 2 }, createCandles(1)), /room/)
  assert.throws(
    () =>
      foldValues({ ...series, values: new Float64Array(1) }, { fromMs: 0, toMs: 1, bucketCount: 2 }, createCandles(2)),
    /one length/,
  )
})
test('resampling in two steps is resampling in one', () => {
  const row = fc.tuple(
    fc.nat({ max: 400 }),
    fc.integer({ min: 1, max: 50 }),
    fc.integer({ min: 1, max: 50 }),
    fc.nat({ max: 9 }),
  )
  fc.assert(
    fc.property(fc.uniqueArray(row, { selector: ([hour]) => hour, maxLength: 80 }), (drawn) => {
      const fine = drawn
        .sort((a, b) => a[0] - b[0])
        .map(([hour, a, b, v]): Row => [hour * HOUR_MS, a, Math.max(a, b), Math.min(a, b), b, v])
      const steps = resample(resample(fine, HOUR_MS, 4 * HOUR_MS) as unknown as Row[], 4 * HOUR_MS, DAY_MS)
      assert.deepEqual(steps, resample(fine, HOUR_MS, DAY_MS))
    }),
    { numRuns: 200, seed: 51 },
  )
})
test('any series keeps its extremes and its first and last value', () => {
  const point = fc.tuple(fc.nat({ max: 1_000 }), fc.integer({ min: 1, max: 99 }))
  fc.assert(
    fc.property(fc.array(point, { minLength: 1, maxLength: 80 }), fc.integer({ min: 1, max: 20 }), (drawn, buckets) => {
      const points = drawn.sort((a, b) => a[0] - b[0])
      const got = values(points, 0, 1_000, buckets)
      const all = points.map(([, value]) => value)
      assert.equal(Math.max(...got.map((candle) => candle[2]!)), Math.max(...all))
      assert.equal(Math.min(...got.map((candle) => candle[3]!)), Math.min(...all))
      assert.deepEqual([got[0]![1], got.at(-1)![4]], [all[0], all.at(-1)])
      assert(got.length <= buckets)
    }),
    { numRuns: 200, seed: 52 },
  )
})
