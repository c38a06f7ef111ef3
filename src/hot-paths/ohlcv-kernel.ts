import {
  add,
  addF,
  type Code,
  compileFunctions,
  greater,
  greaterPair,
  int,
  type Local,
  lesserPair,
  loadF,
  loadPair,
  PAGE_BYTES,
  storeF,
  storePair,
  sub,
  twice,
  wasmFunction,
  whilst,
} from './wasm-assembler.ts'

/** High, low and volume of a run of trades in WebAssembly, prices two at a time and without a branch: one that wanders
 *  sets record after record, and in JavaScript each of them is a branch guessed wrong, which is what candles cost
 *  there. What is left is the sum of the volumes, a chain in the order of the trades. The trades are copied into a
 *  memory of its own a chunk at a time. */

/** Trades of a chunk: its prices and volumes fit the nearest cache. */
export const CHUNK_TRADES = 2_048
const FLOAT_BYTES = 8
const PAIR_BYTES = 16
/** Trades a turn. */
const STRIDE = 8
const VOLUMES = CHUNK_TRADES * FLOAT_BYTES
const STATE = 2 * VOLUMES
const SUM = 2 * PAIR_BYTES

/** Takes `count` trades from the address of the first one's price. What was found stays between calls: two highs and
 *  two lows, of which one each counts, and the sum. */
const foldRun = wasmFunction('foldRun', ['i32', 'i32'], ([price, count], local) => {
  const at = price!
  const left = count!
  const high = local('v128')
  const low = local('v128')
  const sum = local('f64')
  const pairs = [local('v128'), local('v128'), local('v128'), local('v128')]
  const extreme = (bound: Local, choose: typeof lesserPair): Code => {
    const [first, second, third, fourth] = pairs.map(({ get }) => get)
    return bound.set(choose(bound.get, choose(choose(first!, second!), choose(third!, fourth!))))
  }
  const addVolumes = (trades: number): Code =>
    Array.from({ length: trades }, (_, place) =>
      sum.set(addF(sum.get, loadF(at.get, VOLUMES + place * FLOAT_BYTES))),
    ).flat()
  const step = (trades: number): Code => [
    ...at.set(add(at.get, int(trades * FLOAT_BYTES))),
    ...left.set(sub(left.get, int(trades))),
  ]
  return [
    ...high.set(loadPair(int(STATE))),
    ...low.set(loadPair(int(STATE), PAIR_BYTES)),
    ...sum.set(loadF(int(STATE), SUM)),
    ...whilst(
      greater(left.get, int(STRIDE - 1)),
      ...pairs.map((pair, place) => pair.set(loadPair(at.get, place * PAIR_BYTES))),
      extreme(high, greaterPair),
      extreme(low, lesserPair),
      addVolumes(STRIDE),
      step(STRIDE),
    ),
    ...whilst(
      greater(left.get, int(0)),
      pairs[0]!.set(twice(loadF(at.get))),
      high.set(greaterPair(high.get, pairs[0]!.get)),
      low.set(lesserPair(low.get, pairs[0]!.get)),
      addVolumes(1),
      step(1),
    ),
    ...storePair(int(STATE), high.get),
    ...storePair(int(STATE), low.get, PAIR_BYTES),
    ...storeF(int(STATE), sum.get, SUM),
    ...int(0),
  ]
})

/** `prices` and `volumes` are the chunk. `state` is high, high, low, low, sum: to be set before a run, to be read after
 *  it. `foldRun` takes `count` trades of the chunk from trade `from`. */
export function createOhlcvKernel(): {
  readonly prices: Float64Array
  readonly volumes: Float64Array
  readonly state: Float64Array
  foldRun(from: number, count: number): void
} {
  const pages = Math.ceil((STATE + SUM + FLOAT_BYTES) / PAGE_BYTES)
  const { memory, run } = compileFunctions<{ foldRun(price: number, count: number): number }>([foldRun])(pages)
  return {
    prices: new Float64Array(memory.buffer, 0, CHUNK_TRADES),
    volumes: new Float64Array(memory.buffer, VOLUMES, CHUNK_TRADES),
    state: new Float64Array(memory.buffer, STATE, SUM / FLOAT_BYTES + 1),
    foldRun: (from, count) => void run.foldRun(from * FLOAT_BYTES, count),
  }
}
