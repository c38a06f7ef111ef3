import { Bench } from 'tinybench'
import { COMMUNITY_KERNELS } from '../../src/hot-paths/community-kernels.ts'
import { compileFunctions } from '../../src/hot-paths/wasm-assembler.ts'

/** What a room costs before its first use. */
const bench = new Bench({ name: 'wasm-assembler', time: 500, warmupTime: 100 })
const start = compileFunctions(COMMUNITY_KERNELS)
bench.add('compile the community kernels', () => {
  compileFunctions(COMMUNITY_KERNELS)
})
bench.add('start them over a memory of one page', () => {
  start(1)
})
await bench.run()
console.table(bench.table())
