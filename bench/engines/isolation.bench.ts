import { spawnSync } from 'node:child_process'
import { availableParallelism, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { interleave, medianOf, printMeasured, reportGoals, type ServerProcess, startServer } from '../harness.ts'
import { BENCH_REQUEST } from '../http/bodies.ts'
import { readBenchOptions } from '../options.ts'

/** Row 6 of the performance goals: how long one in a hundred warm cached reads waits at least while graphs are
 *  clustered without a pause, on the compute threads against on the loop. The client shares the loop's core where
 *  threads can be placed, so that it does not fight with a compute thread for the other. */
const { rounds, isQuick } = readBenchOptions(7)
const HOLDERS = 20_000
const REQUESTS = isQuick ? 200 : 600
const PACE_MS = 5
/** A server that does not answer ends the bench instead of holding it up. Inline it is late by seconds, not minutes. */
const CLIENT_TIMEOUT_MS = 60_000
const MODES = ['idle', 'pool', 'inline']

const program = fileURLToPath(new URL('./paced-client.ts', import.meta.url))
const canPlace = availableParallelism() > 1 && spawnSync('taskset', ['--version'], { stdio: 'ignore' }).status === 0
if (!canPlace) console.log('threads cannot be placed here: the client may take the core of a compute thread')

// Seven seconds each, most of them for a server that starts and warms its code up.
console.log(`${MODES.length * (rounds + 1)} servers one after the other, the first ${MODES.length} to warm up`)
const measured = await interleave(
  MODES.map((mode) => ({ name: mode, measure: () => waitOf(mode) })),
  rounds,
)
printMeasured(`p99 wait of a warm read while ${HOLDERS} holders are clustered again and again`, measured, 'ms')
const inline = medianOf(measured, 'inline')
const pool = medianOf(measured, 'pool')
console.log(`share of the inline wait: ${(pool / inline).toFixed(3)} (reach at most 0.1, aim 0.05)`)
const idle = medianOf(measured, 'idle')
console.log(
  `a server that does nothing else: ${(idle / inline).toFixed(3)}; it waits for what else runs on the machine`,
)
reportGoals('engines', [
  { what: 'p99 wait while clustering: inline over pool', got: inline / pool, reach: 10, aim: 20 },
])

/** 99th percentile in ms, of a server of its own: two that cluster at once would disturb each other. */
async function waitOf(mode: string): Promise<number> {
  const args = ['2', 'memory', String(HOLDERS), mode]
  const server = await startServer(new URL('./server-clustering.ts', import.meta.url), args)
  try {
    sendRequests(server, 50)
    const waitsMs = sendRequests(server, REQUESTS)
    const [median, p99] = [0.5, 0.99].map((share) => waitsMs[Math.ceil(share * waitsMs.length) - 1]!) as [
      number,
      number,
    ]
    const load = loadavg()[0]!.toFixed(1)
    console.log(`${mode.padEnd(6)} median ${median.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, load ${load}`)
    return p99
  } finally {
    await server.stop()
  }
}

function sendRequests({ port }: ServerProcess, count: number): number[] {
  const client = [process.execPath, program, String(port), String(count), String(PACE_MS), BENCH_REQUEST]
  // The loop gets the first of the allowed cores (src/runtime/pin-threads.ts).
  const [command, ...args] = canPlace ? ['taskset', '-c', '0', ...client] : client
  const { status, signal, stdout } = spawnSync(command!, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: CLIENT_TIMEOUT_MS,
  })
  if (status !== 0) throw new Error(`client ended with ${signal ?? status}`)
  return JSON.parse(stdout) as number[]
}
