import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { CONCENTRATION, CONCENTRATION_LENGTH, concentration } from '../../src/hot-paths/concentration.ts'

function measure(balances: readonly number[], supply: number): Record<keyof typeof CONCENTRATION, number> {
  const out = new Float64Array(CONCENTRATION_LENGTH)
  concentration(Float64Array.from(balances), supply, out)
  return Object.fromEntries(Object.entries(CONCENTRATION).map(([name, at]) => [name, out[at]!])) as never
}
const near = (actual: number, expected: number) =>
  assert(Math.abs(actual - expected) < 1e-12, `${actual} is not ${expected}`)

test('equal holders have gini 0, hhi 1/n and a majority of just over half of them', () => {
  const got = measure([5, 5, 5, 5], 20)
  near(got.gini, 0)
  near(got.hhi, 0.25)
  assert.equal(got.nakamoto, 3)
  assert.equal(got.holders, 4)
})
test('one holder of everything is a hhi of 1 and a nakamoto of 1', () => {
  const got = measure([100], 100)
  assert.deepEqual([got.gini, got.hhi, got.nakamoto, got.top1Share, got.top100Share], [0, 1, 1, 1, 1])
})
test('gini follows the textbook sum over all pairs', () => {
  const balances = [1, 4, 4, 9, 30]
  let pairs = 0
  for (const a of balances) for (const b of balances) pairs += Math.abs(a - b)
  near(measure(balances, 48).gini, pairs / (2 * balances.length ** 2 * (48 / balances.length)))
})
test('exactly half is not yet a majority', () => {
  assert.equal(measure([50, 30, 20], 100).nakamoto, 2)
})
test('zero balances are no holders', () => {
  const got = measure([0, 0, 10, 10], 20)
  assert.equal(got.holders, 2)
  near(got.gini, 0)
})
test('top shares are of the whole supply, also of what no one listed holds', () => {
  const got = measure([10, 5, 1], 100)
  near(got.top1Share, 0.1)
  near(got.top10Share, 0.16)
  near(got.top100Share, 0.16)
})
test('the eleventh holder counts in the top 20 and not in the top 10', () => {
  const got = measure(
    Array.from({ length: 11 }, () => 1),
    11,
  )
  near(got.top10Share, 10 / 11)
  near(got.top20Share, 1)
})
test('the top 100 is right past a hundred holders, whatever half of the supply needs', () => {
  const got = measure(
    Array.from({ length: 500 }, () => 1),
    500,
  )
  near(got.top100Share, 0.2)
  assert.equal(got.nakamoto, 251)
  assert.equal(measure([10_000, ...Array.from({ length: 300 }, () => 1)], 10_300).nakamoto, 1)
})
test('no one and nothing give zeros', () => {
  assert.deepEqual(Object.values(measure([], 0)), Array(9).fill(0))
  assert.equal(measure([1], 0).top1Share, 0)
})
test('a figure that is no number is refused', () => {
  assert.throws(() => measure([1, Number.NaN], 2), /finite/)
  assert.throws(() => measure([1], Number.NaN), /supply/)
})
test('the order of the balances changes no bit of the result', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 1e18, noNaN: true }), { minLength: 1, maxLength: 80 }),
      (balances) => {
        assert.deepEqual(measure([...balances].reverse(), 1e18), measure(balances, 1e18))
      },
    ),
    { numRuns: 200, seed: 3 },
  )
})
