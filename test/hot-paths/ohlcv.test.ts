import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  bucketStartMs,
  buildOhlcv,
  type Candles,
  carryGaps,
  countBuckets,
  createCandles,
  foldCandles,
  foldTrades,
  isNested,
} from '../../src/hot-paths/ohlcv.ts'

type Trade = readonly [timeMs: number, price: number, volume: number]
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS

const columns = (trades: readonly Trade[]) => ({
  timesMs: Float64Array.from(trades, ([timeMs]) => timeMs),
  pricesUsd: Float64Array.from(trades, ([, price]) => price),
  volumesUsd: Float64Array.from(trades, ([, , volume]) => volume),
})
const rows = ({ t, o, h, l, c, v }: Candles, count: number) =>
  Array.from({ length: count }, (_, i) => [t[i], o[i], h[i], l[i], c[i], v[i]])
function fold(trades: readonly Trade[], periodMs: number, isCarried = false) {
  const input = columns(trades)
  const out = createCandles(countBuckets(input.timesMs, periodMs, isCarried))
  const count = foldTrades(input, periodMs, out)
  return rows(out, isCarried ? carryGaps(out, count, periodMs) : count)
}

test('a trade on the edge of a bucket opens the next candle', () => {
  const got = fold(
    [
      [0, 2, 1],
      [59_999, 5, 2],
      [60_000, 3, 4],
    ],
    MINUTE_MS,
  )
  assert.deepEqual(got, [
    [0, 2, 5, 2, 5, 3],
    [60_000, 3, 3, 3, 3, 4],
  ])
})
test('buckets without a trade have no candle', () => {
  const got = fold(
    [
      [10, 2, 1],
      [200_000, 3, 1],
    ],
    MINUTE_MS,
  )
  assert.deepEqual(
    got.map(([t]) => t),
    [0, 180_000],
  )
})
test('carried, they are flat at the close before with no volume, and only between trades', () => {
  const got = fold(
    [
      [70_000, 4, 1],
      [80_000, 2, 1],
      [200_000, 3, 1],
    ],
    MINUTE_MS,
    true,
  )
  assert.deepEqual(got, [
    [60_000, 4, 4, 2, 2, 2],
    [120_000, 2, 2, 2, 2, 0],
    [180_000, 3, 3, 3, 3, 1],
  ])
})
test('no trades give no candles', () => {
  assert.deepEqual(fold([], MINUTE_MS), [])
  assert.equal(countBuckets(new Float64Array(0), MINUTE_MS, true), 0)
})
test('weeks start on Monday 00:00 UTC, days and hours with those of UTC', () => {
  const sunday = Date.UTC(2026, 10, 15, 23, 59, 59)
  const monday = Date.UTC(2026, 10, 16)
  assert.equal(bucketStartMs(sunday, WEEK_MS), Date.UTC(2026, 10, 9))
  assert.equal(bucketStartMs(monday, WEEK_MS), monday)
  assert.equal(bucketStartMs(monday - 1, DAY_MS), Date.UTC(2026, 10, 15))
})
test('buckets nest only when their edges meet', () => {
  assert(isNested(MINUTE_MS, 5 * MINUTE_MS) && isNested(DAY_MS, WEEK_MS) && isNested(MINUTE_MS, MINUTE_MS))
  assert(!isNested(2 * MINUTE_MS, 5 * MINUTE_MS))
  assert(!isNested(3 * DAY_MS, 3 * WEEK_MS), 'Mondays are not on the edges of three days from the epoch')
  assert(!isNested(0, MINUTE_MS))
})
test('room that does not suffice, columns of different lengths and no period are refused', () => {
  const input = columns([
    [0, 1, 1],
    [MINUTE_MS, 1, 1],
  ])
  assert.throws(() => foldTrades(input, MINUTE_MS, createCandles(1)), /room/)
  assert.throws(
    () => foldTrades({ ...input, pricesUsd: new Float64Array(1) }, MINUTE_MS, createCandles(2)),
    /one length/,
  )
  const far = createCandles(2)
  foldTrades(
    columns([
      [0, 1, 1],
      [9 * MINUTE_MS, 1, 1],
    ]),
    MINUTE_MS,
    far,
  )
  assert.throws(() => carryGaps(far, 2, MINUTE_MS), /room/)
  assert.throws(() => foldTrades(input, 0, createCandles(2)), /period/)
  assert.throws(() => buildOhlcv(input, [MINUTE_MS], false, []), /one output/)
  const fine = createCandles(2)
  foldTrades(input, MINUTE_MS, fine)
  assert.throws(() => foldCandles(fine, 2, MINUTE_MS, createCandles(1)), /room/)
})

/** The same candles without any of the code under test. */
function grouped(trades: readonly Trade[], periodMs: number) {
  const groups = Map.groupBy(trades, ([timeMs]) => Math.floor(timeMs / periodMs) * periodMs)
  return [...groups].map(([startMs, group]) => {
    const prices = group.map(([, price]) => price)
    const volume = group.reduce((sum, [, , v]) => sum + v, 0)
    return [startMs, prices[0], Math.max(...prices), Math.min(...prices), prices.at(-1), volume]
  })
}
const anyTrades = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 40 * MINUTE_MS }), fc.integer({ min: 1, max: 99 }), fc.nat({ max: 9 })), {
    maxLength: 120,
  })
  .map((trades) => trades.sort((a, b) => a[0] - b[0]))

test('any trades give what grouping them by bucket gives', () => {
  fc.assert(
    fc.property(anyTrades, fc.constantFrom(1_000, MINUTE_MS, 7 * MINUTE_MS), (trades, periodMs) => {
      assert.deepEqual(fold(trades, periodMs), grouped(trades, periodMs))
    }),
    { numRuns: 200, seed: 41 },
  )
})
test('busy buckets, folded in blocks, give what grouping gives, wherever the extremes and the edges lie', () => {
  const busy = fc
    .array(fc.tuple(fc.nat({ max: 3_000 }), fc.double({ min: 1e-9, max: 1e9, noNaN: true }), fc.nat({ max: 9 })), {
      minLength: 1,
      maxLength: 200,
    })
    .map((trades) => trades.sort((a, b) => a[0] - b[0]))
  fc.assert(
    fc.property(busy, fc.constantFrom(50, 700, 1_000, 5_000), (trades, periodMs) => {
      assert.deepEqual(fold(trades, periodMs), grouped(trades, periodMs))
    }),
    { numRuns: 300, seed: 44 },
  )
})
test('a volume is added up trade by trade, so that it does not depend on how trades are blocked', () => {
  const trades = Array.from({ length: 100 }, (_, i): Trade => [i, 1 + (i % 7), 0.1 + i / 3])
  const [candle] = fold(trades, MINUTE_MS)
  assert.equal(
    candle![5],
    trades.reduce((sum, [, , volume]) => sum + volume, 0),
  )
})
test('runs of any length give the same, wherever the chunks of the kernel end', () => {
  const someRuns = fc.array(fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1_900, max: 4_500 })), {
    minLength: 1,
    maxLength: 8,
  })
  fc.assert(
    fc.property(someRuns, fc.integer({ min: 0, max: 1_000 }), (runs, from) => {
      const trades = runs.flatMap((length, minute) =>
        Array.from({ length }, (_, i): Trade => {
          const wave = Math.sin((from + i) * 12.9898) * 43_758.5453
          return [minute * MINUTE_MS + i, 1 + wave - Math.floor(wave), Math.abs(wave) / 3]
        }),
      )
      assert.deepEqual(fold(trades, MINUTE_MS), grouped(trades, MINUTE_MS))
    }),
    { numRuns: 60, seed: 45 },
  )
})
test('several periods at once, in any order, are what each gives on its own', () => {
  const periods = fc.uniqueArray(fc.constantFrom(1_000, 5_000, MINUTE_MS, 90_000, 5 * MINUTE_MS, 7 * MINUTE_MS), {
    minLength: 1,
  })
  fc.assert(
    fc.property(anyTrades, periods, fc.boolean(), (trades, periodsMs, isCarried) => {
      const input = columns(trades)
      const outs = periodsMs.map((periodMs) => createCandles(countBuckets(input.timesMs, periodMs, isCarried)))
      const counts = buildOhlcv(input, periodsMs, isCarried, outs)
      for (const [n, periodMs] of periodsMs.entries())
        assert.deepEqual(rows(outs[n]!, counts[n]!), fold(trades, periodMs, isCarried))
    }),
    { numRuns: 200, seed: 42 },
  )
})
test('carried candles leave no hole', () => {
  fc.assert(
    fc.property(anyTrades, (trades) => {
      const got = fold(trades, MINUTE_MS, true)
      for (const [i, candle] of got.entries()) if (i > 0) assert.equal(candle[0], got[i - 1]![0]! + MINUTE_MS)
    }),
    { numRuns: 100, seed: 43 },
  )
})
