import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { firstDifference, type PoolTrade, withLiveBars } from '../../explorer/src/token/live-bars.ts'
import { countBuckets, createCandles, foldTrades } from '../../src/hot-paths/ohlcv.ts'

const MINUTE_MS = 60_000
const START_MS = 1_795_935_480_000

/** Candles as the server folds them. */
function fold(trades: readonly PoolTrade[], periodMs = MINUTE_MS) {
  const columns = {
    timesMs: Float64Array.from(trades, ({ date }) => date),
    pricesUsd: Float64Array.from(trades, ({ priceUSD }) => priceUSD),
    volumesUsd: Float64Array.from(trades, ({ amountUSD }) => amountUSD),
  }
  const out = createCandles(countBuckets(columns.timesMs, periodMs, false))
  const count = foldTrades(columns, periodMs, out)
  return Array.from({ length: count }, (_, at) => ({
    t: out.t[at]!,
    o: out.o[at]!,
    h: out.h[at]!,
    l: out.l[at]!,
    c: out.c[at]!,
    v: out.v[at]!,
  }))
}

const at = (secs: number, priceUSD: number, amountUSD = 10): PoolTrade => ({
  date: START_MS + secs * 1_000,
  priceUSD,
  amountUSD,
})

test('a candle opens with its first trade, not with the close of the one before, and is at its end what the route says', () => {
  const trades = [at(5, 2), at(50, 4), at(70, 3), at(100, 5), at(115, 2.5)]
  const answer = { candles: fold(trades.slice(0, 2)), to: START_MS + 55_000 }
  const bars = withLiveBars(answer, trades.slice(2), { periodMs: MINUTE_MS, wholeSinceMs: START_MS + 55_001 })
  assert.deepEqual(bars, fold(trades))
  assert.deepEqual(bars.at(-1), { t: START_MS + MINUTE_MS, o: 3, h: 5, l: 2.5, c: 2.5, v: 30 })
})

test('whatever an answer knows of, with the trades after it the candles are those of all trades', () => {
  const trades = fc
    .array(
      fc.tuple(fc.integer({ min: 0, max: 45 }), fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 99 })),
      {
        minLength: 1,
        maxLength: 40,
      },
    )
    .map((steps) => {
      let secs = 0
      return steps.map(([step, price, amount]) => {
        secs += step
        return at(secs, price / 8, amount)
      })
    })
  fc.assert(
    fc.property(
      trades,
      fc.integer({ min: 0, max: 40 }),
      fc.constantFrom(MINUTE_MS, 5 * MINUTE_MS),
      (all, from, period) => {
        const to = all[Math.min(from, all.length - 1)]!.date
        const answer = {
          candles: fold(
            all.filter(({ date }) => date <= to),
            period,
          ),
          to,
        }
        const later = all.filter(({ date }) => date > to)
        assert.deepEqual(withLiveBars(answer, later, { periodMs: period, wholeSinceMs: to + 1 }), fold(all, period))
        // The page has seen trades of the answer, too.
        assert.deepEqual(withLiveBars(answer, all, { periodMs: period, wholeSinceMs: 0 }), fold(all, period))
      },
    ),
  )
})

test('an answer that is older than the page does not take its newest trades away', () => {
  const trades = [at(5, 2), at(20, 3), at(40, 1)]
  // It was kept, or its provider is behind: it lacks the newest trades, whenever it says that it was made.
  const answer = { candles: fold(trades.slice(0, 1)), to: START_MS + 45_000 }
  const page = { periodMs: MINUTE_MS, wholeSinceMs: START_MS - 1_000 }
  assert.deepEqual(withLiveBars(answer, trades, page), fold(trades))
  // Who came in the middle of a candle has only what the answer says and what came after it.
  assert.deepEqual(
    withLiveBars(answer, trades.slice(1), { ...page, wholeSinceMs: START_MS + 10_000 }),
    fold(trades.slice(0, 1)),
  )
})

test('a full answer stands, and trades without a price move nothing', () => {
  const trades = [at(5, 2), at(20, 3)]
  const answer = { candles: fold(trades).map((bar) => ({ ...bar, h: 9, v: 20.001 })), to: START_MS + 30_000 }
  const page = { periodMs: MINUTE_MS, wholeSinceMs: START_MS }
  assert.deepEqual(withLiveBars(answer, trades, page), answer.candles)
  assert.deepEqual(withLiveBars(answer, [...trades, at(40, 0)], page), answer.candles)
  assert.deepEqual(withLiveBars({ candles: [], to: 0 }, [], page), [])
  assert.deepEqual(withLiveBars({ candles: [], to: 0 }, trades, page), fold(trades))
})

test('trades of a slow provider that come out of order have their candles in order', () => {
  const page = { periodMs: MINUTE_MS, wholeSinceMs: START_MS }
  const bars = withLiveBars({ candles: [], to: 0 }, [at(130, 4), at(5, 2), at(70, 3)], page)
  assert.deepEqual(
    bars.map(({ t, c }) => [t - START_MS, c]),
    [
      [0, 2],
      [60_000, 3],
      [120_000, 4],
    ],
  )
})

test('a candle without a volume counts as none, and an answer that knows a little more stands', () => {
  const [bar] = fold([at(5, 2)])
  const page = { periodMs: MINUTE_MS, wholeSinceMs: START_MS }
  const unknown = { candles: [{ ...bar!, v: null, h: 9 }], to: START_MS + 10_000 }
  assert.deepEqual(withLiveBars(unknown, [at(5, 2)], page), fold([at(5, 2)]), 'the trades are the fuller candle')
  assert.deepEqual(withLiveBars(unknown, [at(20, 3)], { ...page, wholeSinceMs: START_MS + 15_000 }), [
    { ...bar!, h: 9, c: 3, v: 10 },
  ])
  const more = { candles: [{ ...bar!, v: 10.005, h: 9 }], to: START_MS + 30_000 }
  assert.deepEqual(withLiveBars(more, [at(5, 2, 10.01)], page), more.candles, 'another price of the dollar')
  assert.deepEqual(withLiveBars(more, [at(5, 2, 11)], page), fold([at(5, 2, 11)]))
})

test('of two lists of candles the first that differs is found', () => {
  const bars = fold([at(5, 2), at(70, 3), at(130, 4)])
  assert.equal(
    firstDifference(
      bars,
      bars.map((bar) => ({ ...bar })),
    ),
    3,
  )
  assert.equal(firstDifference(bars, bars.slice(0, 2)), 2)
  for (const name of ['t', 'o', 'h', 'l', 'c', 'v'] as const)
    assert.equal(firstDifference(bars, [{ ...bars[0]!, [name]: 99 }, ...bars.slice(1)]), 0, name)
  assert.deepEqual([firstDifference([], bars), firstDifference([], [])], [0, 0])
  assert.equal(firstDifference(bars, [bars[0]!, { ...bars[1]!, v: 11 }, bars[2]!]), 1)
})
