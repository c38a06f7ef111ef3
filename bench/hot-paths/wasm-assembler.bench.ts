import { Bench } from 'tinybench'
import { createOhlcvKernel } from '../../src/hot-paths/ohlcv-kernel.ts'
import { compileFunctions, int, wasmFunction } from '../../src/hot-paths/wasm-assembler.ts'

/** What compiled functions cost before their first use. */
const bench = new Bench({ name: 'wasm-assembler', time: 500, warmupTime: 100 })
bench.add('compile a function that returns a constant', () => {
  compileFunctions([wasmFunction('one', [], () => int(1))])(1)
})
bench.add('compile the kernel of candles', () => {
  createOhlcvKernel()
})
await bench.run()
console.table(bench.table())
