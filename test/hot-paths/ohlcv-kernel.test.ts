import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { CHUNK_TRADES, createOhlcvKernel } from '../../src/hot-paths/ohlcv-kernel.ts'

const price = fc.double({ min: 1e-12, max: 1e9, noNaN: true })
const volume = fc.double({ min: 0, max: 1e9, noNaN: true })

test('a run taken in parts from anywhere in the chunk gives its high, its low and its sum in the order of the trades', () => {
  const kernel = createOhlcvKernel()
  fc.assert(
    fc.property(
      fc.array(fc.tuple(price, volume), { minLength: 1, maxLength: 60 }),
      fc.nat(CHUNK_TRADES - 60),
      fc.array(fc.nat(60), { maxLength: 3 }),
      (trades, from, cuts) => {
        kernel.prices.set(
          trades.map(([one]) => one),
          from,
        )
        kernel.volumes.set(
          trades.map(([, one]) => one),
          from,
        )
        kernel.state.set([trades[0]![0], trades[0]![0], trades[0]![0], trades[0]![0], 0])
        const places = [...cuts.filter((cut) => cut < trades.length), trades.length].sort((a, b) => a - b)
        let at = 0
        for (const place of places) {
          kernel.foldRun(from + at, place - at)
          at = place
        }
        const [high, otherHigh, low, otherLow, sum] = kernel.state
        const prices = trades.map(([one]) => one)
        assert.equal(Math.max(high!, otherHigh!), Math.max(...prices))
        assert.equal(Math.min(low!, otherLow!), Math.min(...prices))
        assert.equal(
          sum,
          trades.reduce((all, [, one]) => all + one, 0),
        )
      },
    ),
    { numRuns: 300, seed: 46 },
  )
})
test('kernels do not share their memory', () => {
  const [one, other] = [createOhlcvKernel(), createOhlcvKernel()]
  one.prices[0] = 7
  one.state[0] = 3
  assert.equal(other.prices[0], 0)
  assert.equal(other.state[0], 0)
})
test('the last trade of a chunk is within reach, the one after it is not taken', () => {
  const kernel = createOhlcvKernel()
  kernel.prices.fill(1)
  kernel.prices[CHUNK_TRADES - 1] = 9
  kernel.volumes.fill(2)
  kernel.state.set([1, 1, 1, 1, 0])
  kernel.foldRun(0, CHUNK_TRADES - 1)
  assert.deepEqual([...kernel.state], [1, 1, 1, 1, 2 * (CHUNK_TRADES - 1)])
  kernel.foldRun(CHUNK_TRADES - 1, 1)
  assert.deepEqual([...kernel.state], [9, 9, 1, 1, 2 * CHUNK_TRADES])
})
