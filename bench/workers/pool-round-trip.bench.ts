import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { Worker } from 'node:worker_threads'
import { CONCENTRATION } from '../../src/hot-paths/concentration.ts'
import { createLogger } from '../../src/runtime/log.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'
import { createWorkers } from '../../src/workers/pool.ts'

/** Row 6 of the performance goals: a task through the pool (queue bound, deadline, cancellation, histograms) against
 *  the same computation in a bare worker over postMessage. One trip at a time, input moved, many short interleaved
 *  rounds and the ratio within each, so that the machine's other load falls on both. Reach: at most 1.25. */

const ROUNDS = 61
const TRIPS = 250
/** Until both sides run optimised code: the pool's takes some 10,000 trips. */
const WARM_UP_TRIPS = 20_000
const HOLDERS = 64

export type PoolRoundTrip = {
  readonly rawMicros: readonly number[]
  readonly poolMicros: readonly number[]
  readonly ratioMedian: number
  /** Quartiles. */
  readonly ratioSpread: readonly [lower: number, upper: number]
}
type Trip = (balances: Float64Array) => Promise<Float64Array>

export async function run(): Promise<PoolRoundTrip> {
  const config = { workers: 1, pinThreads: false, mode: 'live' as const }
  const workers = createWorkers({
    config,
    log: createLogger({ level: 'warn', process: 'bench' }),
    metrics: createMetrics(),
  })
  const raw = rawTrips()
  const throughPool: Trip = async (balances) => {
    const answer = await workers.run(
      'concentration',
      { balances, supply: 100 },
      { transfer: [balances.buffer as ArrayBuffer] },
    )
    assert(answer.ok)
    return answer.value
  }
  try {
    for (const trip of [raw.trip, throughPool]) {
      assert.equal((await trip(Float64Array.of(1, 3)))[CONCENTRATION.nakamoto], 1)
      await timeTrips(trip, WARM_UP_TRIPS)
    }
    const rawMicros: number[] = []
    const poolMicros: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const order = round % 2 === 0 ? [raw.trip, throughPool] : [throughPool, raw.trip]
      for (const trip of order) (trip === raw.trip ? rawMicros : poolMicros).push(await timeTrips(trip, TRIPS))
    }
    const ratios = rawMicros.map((micros, i) => poolMicros[i]! / micros).sort((a, b) => a - b)
    return {
      rawMicros,
      poolMicros,
      ratioMedian: median(ratios),
      ratioSpread: [ratios[ROUNDS >> 2]!, ratios[(3 * ROUNDS) >> 2]!],
    }
  } finally {
    await workers.close()
    await raw.close()
  }
}

/** Microseconds per trip. */
async function timeTrips(trip: Trip, count: number): Promise<number> {
  const startMs = performance.now()
  for (let i = 0; i < count; i++) await trip(new Float64Array(HOLDERS).fill(1 + (i % 7)))
  return ((performance.now() - startMs) / count) * 1_000
}

function rawTrips(): { readonly trip: Trip; close(): Promise<unknown> } {
  const worker = new Worker(new URL('./raw-worker.ts', import.meta.url))
  const waiting = new Map<number, (figures: Float64Array) => void>()
  let last = 0
  worker.on('message', ({ id, figures }: { id: number; figures: Float64Array }) => {
    waiting.get(id)?.(figures)
    waiting.delete(id)
  })
  return {
    trip: (balances) =>
      new Promise((resolve) => {
        waiting.set(++last, resolve)
        worker.postMessage({ id: last, balances, supply: 100 }, [balances.buffer as ArrayBuffer])
      }),
    close: () => worker.terminate(),
  }
}

function median(ascending: readonly number[]): number {
  const middle = ascending.length >> 1
  return ascending.length % 2 === 1 ? ascending[middle]! : (ascending[middle - 1]! + ascending[middle]!) / 2
}

/** Both threads of both cases on one core, where the system lets us: otherwise it is mostly measured on which core the
 *  scheduler happened to wake a thread (a sleeping core takes three times as long as the whole trip). */
function isRunOnOneCore(): boolean {
  if (process.env['BENCH_ON_ONE_CORE'] === '1') return false
  const { status, error } = spawnSync('taskset', ['-c', '0', process.execPath, import.meta.filename], {
    env: { ...process.env, BENCH_ON_ONE_CORE: '1' },
    stdio: 'inherit',
  })
  return error === undefined && status === 0
}

if ((import.meta.main ?? process.argv[1] === import.meta.filename) && !isRunOnOneCore()) {
  const { rawMicros, poolMicros, ratioMedian, ratioSpread } = await run()
  const line = (micros: readonly number[]) => {
    const sorted = [...micros].sort((a, b) => a - b)
    return { 'median us': median(sorted).toFixed(1), least: sorted[0]!.toFixed(1), most: sorted.at(-1)!.toFixed(1) }
  }
  console.table({ 'raw postMessage': line(rawMicros), pool: line(poolMicros) })
  console.log(`pool / raw: ${ratioMedian.toFixed(2)} (${ratioSpread.map((ratio) => ratio.toFixed(2)).join(' to ')})`)
}
