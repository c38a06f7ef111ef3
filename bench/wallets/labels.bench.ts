import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'
import { createLabelPacks } from '../../src/services/whales/label-packs.ts'
import { createWorkers } from '../../src/workers/pool.ts'
import { keptLog } from '../../test/support/test-client.ts'
import { openThreadCpu, watchCpuTurns } from '../fuzz/thread-cpu.ts'
import { interleave, medianOf, printMeasured, reportGoals } from '../harness.ts'

/** A pack of a million wallets: how long the loop is held while it loads, by the CPU time of its thread, and 100 wallets
 *  looked up in it beside a Map of the same rows. Half of the wallets asked for are in the pack. Their texts are new ones
 *  each time, as those of a request are: a Map keeps the hash of a text it was asked for before. */

const ROWS = 1_000_000
const ENTITIES = 5_000
const ASKED = 100
const BATCHES = 400
const ROUNDS = 11
const NOW_MS = 1_790_000_000_000

const addressOf = (index: number): string => encodeBase58(createHash('sha256').update(`wallet ${index}`).digest())

const dir = mkdtempSync(join(tmpdir(), 'mintglass-bench-labels-'))
const { log } = keptLog()
const workers = createWorkers({
  config: { workers: 1, pinThreads: false, mode: 'sandbox' },
  log,
  metrics: createMetrics(),
})
const packs = createLabelPacks({ config: { labelPacksDir: dir } as never, workers, log })

async function writePack(): Promise<void> {
  const file = createWriteStream(join(dir, 'million.csv'))
  file.write('wallet,entity,entity_type,flags\n')
  for (let i = 0; i < ROWS; i++) {
    const row = `${addressOf(i)},Entity ${i % ENTITIES},cex,whale|smart_money\n`
    if (!file.write(row)) await once(file, 'drain')
  }
  file.end()
  await once(file, 'finish')
}

/** As bytes, from which each round makes texts of its own. */
function drawBatches(): Buffer[][] {
  let state = 12_345
  const draw = (): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return state
  }
  return Array.from({ length: BATCHES }, () =>
    Array.from({ length: ASKED }, (_, i) =>
      Buffer.from(addressOf((draw() % ROWS) + (i % 2 === 0 ? 0 : ROWS)), 'latin1'),
    ),
  )
}

await writePack()
const cpuMs = openThreadCpu()
assert(cpuMs !== null, 'the kernel does not count the time of threads')
const turns = watchCpuTurns(cpuMs)
await new Promise((resolve) => setTimeout(resolve, 20))
turns.take()
const startMs = performance.now()
assert((await packs.refresh()).ok)
const loadMs = performance.now() - startMs
const held = turns.take()

const map = new Map<string, { readonly entity: string; readonly flags: readonly string[] }>()
const before = process.memoryUsage().heapUsed
for (let i = 0; i < ROWS; i++) map.set(addressOf(i), { entity: `Entity ${i % ENTITIES}`, flags: ['whale'] })
const mapMb = (process.memoryUsage().heapUsed - before) / 1e6

const batches = drawBatches()
function measure(countFound: (texts: readonly string[]) => number): number {
  const texts = batches.map((batch) => batch.map((bytes) => bytes.toString('latin1')))
  const start = process.cpuUsage()
  let found = 0
  for (const batch of texts) found += countFound(batch)
  const { user, system } = process.cpuUsage(start)
  assert.equal(found, (BATCHES * ASKED) / 2)
  return (user + system) / BATCHES
}
const measured = await interleave(
  [
    {
      name: 'ours',
      measure: () => measure((texts) => packs.find(texts, NOW_MS).reduce((sum, { length }) => sum + length, 0)),
    },
    {
      name: 'Map',
      measure: () => measure((texts) => texts.reduce((sum, text) => sum + (map.get(text) === undefined ? 0 : 1), 0)),
    },
  ],
  ROUNDS,
)
printMeasured('100 wallets among a million', measured, 'us CPU per 100 wallets')
console.log(
  `loaded in ${Math.round(loadMs)} ms; longest turn of the loop ${held.longestMs.toFixed(1)} ms of CPU, garbage: ${held.garbage.join(', ') || 'none'}`,
)
console.log(
  `the Map holds ${Math.round(mapMb)} MB of the heap, our table ${(ROWS * 64 + 2 ** 21 * 8) / 1e6} MB beside it`,
)
const ours = medianOf(measured, 'ours')
reportGoals('wallets', [
  { what: 'labels: look-ups of 100 wallets among a million below 50 us (50 / got)', got: 50 / ours, reach: 1, aim: 2 },
  { what: 'labels: time of a JS Map over ours', got: medianOf(measured, 'Map') / ours, reach: 0.5, aim: 1 },
  {
    what: 'labels: longest turn of the loop below 5 ms of CPU while a million rows load (5 / got)',
    got: 5 / held.longestMs,
    reach: 1,
    aim: 1,
  },
])
await packs.close()
await workers.close()
rmSync(dir, { recursive: true })
