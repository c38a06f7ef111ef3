import assert from 'node:assert/strict'
import { startPart } from '../control.ts'
import { interleave, medianOf, printMeasured, reportGoals } from '../harness.ts'
import { readBenchOptions } from '../options.ts'
import type { ClientQuestion } from './clients.ts'
import type { ServerQuestion } from './questions.ts'

/** Sockets on one topic, a tenth of them taking 16 KB/s: what the others wait at the 99th percentile, beside the same
 *  run without slow ones; and that no one sees a hole, the slow ones included once they read on. */
const { rounds, isQuick } = readBenchOptions(5)
const SOCKETS = isQuick ? 100 : 500
const SLOW = SOCKETS / 10
const SLOW_BYTES_PER_SEC = 16 * 1_024
const GAP_MS = 20
/** As many bytes a socket in the short run as in the long one: more than the systems of both ends hold. */
const SIZE = isQuick ? 32 : 8
const BURSTS = isQuick ? 250 : 1_000
const SEND_BUFFER_KIB = 256

type Report = { readonly p50Ms: number; readonly p99Ms: number; readonly samples: number; readonly gaps: number }

const server = await startPart<ServerQuestion>(new URL('server-gateway.ts', import.meta.url), {
  args: [String(SEND_BUFFER_KIB)],
  execArgv: ['--expose-gc'],
})
const clients = await startPart<ClientQuestion>(new URL('clients.ts', import.meta.url))
await clients.ask({ do: 'open', port: server.port, count: SOCKETS, topics: 1 })
await clients.ask({ do: 'subscribe' })
await clients.ask<Report>({ do: 'report' })
// From here on the server watches what waits for its sockets.
await server.ask<number>({ do: 'buffered' })
/** What each run added to the resident memory: the events themselves, and with slow sockets what waits for them. */
const added: Record<'fast' | 'slow', number[]> = { fast: [], slow: [] }

/** 99th percentile of those that read, in milliseconds. */
async function p99With(slow: number): Promise<number> {
  if (slow > 0) await clients.ask({ do: 'throttle', count: slow, bytesPerSec: SLOW_BYTES_PER_SEC })
  const before = await server.ask<number>({ do: 'memory' })
  await server.ask({ do: 'publish', bursts: BURSTS, size: SIZE, topics: 1, gapMs: GAP_MS })
  added[slow > 0 ? 'slow' : 'fast'].push((await server.ask<number>({ do: 'memory' })) - before)
  await clients.ask({ do: 'throttle', count: 0, bytesPerSec: 0 })
  await clients.ask({ do: 'await', updates: SOCKETS * BURSTS * SIZE })
  const { p99Ms, samples, gaps } = await clients.ask<Report>({ do: 'report' })
  assert.equal(gaps, 0, 'a hole in the numbers')
  assert(samples >= (SOCKETS - slow) * BURSTS * SIZE * 0.99, 'the others were told everything')
  return p99Ms
}

const measured = await interleave(
  [
    { name: 'none slow', measure: () => p99With(0) },
    { name: 'a tenth slow', measure: () => p99With(SLOW) },
  ],
  rounds,
)
printMeasured(`${SOCKETS} sockets, ${(SIZE * 1_000) / GAP_MS} events/s each`, measured, 'p99 in ms of the others')
const mostBuffered = await server.ask<number>({ do: 'buffered' })
assert(mostBuffered > 0, 'nobody was slow')
const medianAdded = (kind: 'fast' | 'slow'): number => added[kind].sort((a, b) => a - b)[added[kind].length >> 1]!
const perSlow = (medianAdded('slow') - medianAdded('fast')) / SLOW
console.log(
  `most that waited for one socket: ${mostBuffered} bytes; resident per slow socket: ${Math.round(perSlow)} bytes`,
)
await clients.stop()
await server.stop()
reportGoals(isQuick ? 'push-quick' : 'push', [
  {
    what: 'p99 of the others: without slow sockets / with',
    got: medianOf(measured, 'none slow') / medianOf(measured, 'a tenth slow'),
    reach: 1 / 1.2,
    aim: 1,
  },
  {
    what: 'send buffer and 64 KiB / most that waited for one socket',
    got: ((SEND_BUFFER_KIB + 64) * 1_024) / mostBuffered,
    reach: 1,
    aim: 1,
  },
])
