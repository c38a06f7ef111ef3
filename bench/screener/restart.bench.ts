import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../src/config/env.ts'
import { systemClock } from '../../src/runtime/clock.ts'
import { followTape } from '../../src/services/screener/follow-tape.ts'
import { fakeContext } from '../../test/support/fake-context.ts'
import { openThreadCpu } from '../fuzz/thread-cpu.ts'
import { readBenchOptions } from '../options.ts'
import { EVENTS_PER_SLOT, makeSlots } from '../tape/make-slots.ts'
import { openBenchTape } from '../tape/open-bench-tape.ts'

/** What a restart costs: the index of the screener from the tape, from its oldest event to its head. Prints events a
 *  second of CPU time of the loop's thread, the longest turn, and resident memory. */
const { isQuick } = readBenchOptions(5)
const SLOTS = isQuick ? 400 : 4_000
const MADE = 512
const BATCH = 16

const folder = mkdtempSync(join(tmpdir(), 'mintglass-bench-restart-'))
const written = openBenchTape(folder, true)
let endSec = 0
for (let first = 0; first < SLOTS; first += MADE) {
  const slots = makeSlots(Math.min(first + MADE, SLOTS), first)
  for (let at = 0; at < slots.length; at += BATCH) await written.writer!.appendSlots(slots.slice(at, at + BATCH), 0)
  endSec = slots.at(-1)!.blockTimeSec!
}
await written.close()

const tape = openBenchTape(folder, false)
const clock = { ...systemClock(), nowMs: () => endSec * 1_000 }
const { ctx } = fakeContext({ store: { tape }, config: { ingest: readConfig({}).ingest }, parts: { clock } })
globalThis.gc?.()
const before = process.memoryUsage().rss
const threadCpu = openThreadCpu() ?? (() => performance.now())
const turnsMs: number[] = []
let isOn = true
let last = threadCpu()
function look(): void {
  const now = threadCpu()
  turnsMs.push(now - last)
  last = now
  if (isOn) setImmediate(look)
}
setImmediate(look)
const startCpu = threadCpu()
const startMs = performance.now()
const index = followTape(ctx)
await index.catchUp(() => false)
isOn = false
const seconds = (threadCpu() - startCpu) / 1_000
assert(index.isSettled())
globalThis.gc?.()
const bytes = process.memoryUsage().rss - before
turnsMs.sort((a, b) => a - b)
const at = (share: number): string => turnsMs[Math.floor((turnsMs.length - 1) * share)]!.toFixed(2)
const events = SLOTS * EVENTS_PER_SLOT
console.log(
  `${events} events, ${index.store.columns.size} pairs: ${seconds.toFixed(2)} s of CPU (${((performance.now() - startMs) / 1_000).toFixed(2)} s of wall time), ${Math.round(events / seconds)} events a second, ${(bytes / 2 ** 20).toFixed(0)} MiB more resident memory; turns of the loop in ms of CPU: p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)}`,
)
await tape.close()
rmSync(folder, { recursive: true, force: true })
