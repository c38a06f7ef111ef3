import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DAY_SECS } from '../../../src/config/durations.ts'
import { LIFE, type LifePoint, marketLife, priceBefore } from '../../../src/services/forensics/market-life.ts'

type At = readonly [timeSec: number, price: number]
const onCurve = (...prices: readonly At[]): LifePoint[] =>
  prices.map(([timeSec, price]) => ({ timeSec, price, isCurve: true }))
const inPool = (...prices: readonly At[]): LifePoint[] =>
  onCurve(...prices).map((point) => ({ ...point, isCurve: false }))

test('principle 9: on a curve the price has a floor: prices show the real reserve, and what is left of it', () => {
  // Virtual reserves of 30 SOL and 1,073 million tokens, of which 10 SOL came in and 9 went out again.
  const product = 30 * 1_073
  const priceWith = (sol: number) => (30 + sol) ** 2 / product
  const { leftPct, deadTimeSec } = marketLife(onCurve([1, priceWith(10)], [2, priceWith(1)]), priceWith(0))
  assert.deepEqual([leftPct, deadTimeSec], [10, 2])
  const fallen = 1 - priceWith(1) / priceWith(10)
  assert(fallen < 0.5, `a price that fell by ${fallen} shows no nine tenths`)
})

test('a pool has no floor: nine tenths below its peak the root of a tenth is left, and that is dead', () => {
  assert.equal(marketLife(inPool([1, 100], [2, 10]), 1).leftPct, 31.6)
  assert.deepEqual(marketLife(inPool([1, 100], [2, 10]), 1).deadTimeSec, 2)
  assert.equal(marketLife(inPool([1, 100], [2, 11]), 1).deadTimeSec, null)
})

test('a token that leaves its curve begins again in the pool', () => {
  const life = marketLife([...onCurve([1, 1], [2, 100]), ...inPool([3, 64])], 1)
  assert.deepEqual(life, { leftPct: 100, deadTimeSec: null })
})

test('a death that half a day undoes is none; what comes after a day is not seen', () => {
  const until = (sec: number) => marketLife(inPool([1, 100], [2, 4], [2 + sec, 81]), 1)
  assert.deepEqual(until(DAY_SECS / 2), { leftPct: 90, deadTimeSec: null })
  assert.deepEqual(until(DAY_SECS + 1), { leftPct: 90, deadTimeSec: 2 })
})

test('a market that never rose says nothing', () => {
  assert.deepEqual(marketLife([], 1), { leftPct: null, deadTimeSec: null })
  assert.deepEqual(marketLife(onCurve([1, 1.09], [2, 1]), 1), { leftPct: null, deadTimeSec: null })
  assert.deepEqual(marketLife(onCurve([1, 1.1], [2, 1]), 1), { leftPct: 0, deadTimeSec: 2 })
  assert.equal(marketLife(onCurve([1, 5]), null).leftPct, null)
})

test('the price before a trade comes from the reserves after it', () => {
  const reserves = { baseReserveRaw: 900n, quoteReserveRaw: 110n }
  assert.equal(priceBefore({ side: 'buy', baseRaw: 100n, quoteRaw: 10n, ...reserves }), 0.1)
  assert.equal(priceBefore({ side: 'sell', baseRaw: 100n, quoteRaw: 10n, ...reserves }), 0.15)
  assert.equal(priceBefore({ side: 'buy', baseRaw: 1n, quoteRaw: 110n, ...reserves }), null)
  assert.equal(priceBefore({ side: 'buy', baseRaw: 1n, quoteRaw: 1n, baseReserveRaw: null, quoteReserveRaw: 1n }), null)
})

test('what is left is a share, and a dead market has lost what it takes to be dead', () => {
  const price = fc.double({ min: 1, max: 1e6, noNaN: true })
  const drawn = fc.array(fc.tuple(fc.nat(1_000), price, fc.boolean()), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(drawn, (rows) => {
      const points = rows.map(([timeSec, one, isCurve]) => ({ timeSec, price: one, isCurve }))
      points.sort((a, b) => a.timeSec - b.timeSec)
      const { leftPct, deadTimeSec } = marketLife(points, 1)
      assert(leftPct === null || (leftPct >= 0 && leftPct <= 100))
      if (deadTimeSec !== null && leftPct !== null) assert(leftPct <= LIFE.backPct)
    }),
  )
})
