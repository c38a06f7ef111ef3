import { Bench } from 'tinybench'
import { CHUNK_TRADES, createOhlcvKernel } from '../../src/hot-paths/ohlcv-kernel.ts'
import { makeTrades } from '../engines/make-trades.ts'

/** A chunk of trades with the copy, and calls for runs of several lengths: from about two dozen trades on a call is
 *  cheaper than the loop in JavaScript (`KERNEL_TRADES` in `ohlcv.ts`). */
const { pricesUsd, volumesUsd } = makeTrades(CHUNK_TRADES, 60_000, 5)
const { prices, volumes, state, foldRun } = createOhlcvKernel()
const bench = new Bench({ name: 'ohlcv-kernel', time: 300, warmupTime: 100 })
bench.add(`copy of ${CHUNK_TRADES} trades`, () => {
  prices.set(pricesUsd)
  volumes.set(volumesUsd)
})
bench.add(`${CHUNK_TRADES} trades`, () => {
  state.fill(pricesUsd[0]!)
  foldRun(0, CHUNK_TRADES)
})
for (const count of [8, 24, 200]) {
  bench.add(`${count} trades, kernel`, () => {
    state.fill(pricesUsd[0]!)
    foldRun(0, count)
  })
  bench.add(`${count} trades, loop`, () => {
    let high = pricesUsd[0]!
    let low = high
    let volume = 0
    for (let at = 0; at < count; at++) {
      const price = pricesUsd[at]!
      if (price > high) high = price
      if (price < low) low = price
      volume += volumesUsd[at]!
    }
    state[0] = high
    state[2] = low
    state[4] = volume
  })
}
await bench.run()
console.table(bench.table())
