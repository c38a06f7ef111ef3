import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readBenchOptions } from '../options.ts'
import { makeSlots } from './make-slots.ts'
import { openBenchTape } from './open-bench-tape.ts'

/** How long appending holds the loop: slots of 1,000 events one after the other, and commits of 4,096 as a backfill
 *  makes them, while the loop counts its turns; a listener reads each commit, as the transports do. Wall time, which
 *  carries what else the machine does. */
const { isQuick } = readBenchOptions(5)
const COMMITS = isQuick ? 40 : 200
const SHAPES = [
  { name: 'a slot of 1,000 events', events: 1_000 },
  { name: 'a commit of 4,096 events', events: 4_096 },
]
const PERCENTILES = [50, 95, 99, 100]

const events = makeSlots(Math.ceil((COMMITS * 1_000) / 256)).flatMap((slot) => slot.events)
for (const shape of SHAPES) {
  const folder = mkdtempSync(join(tmpdir(), 'mintglass-bench-turn-'))
  const tape = openBenchTape(folder, true)
  let read = 0
  tape.subscribe((head) => {
    read += tape.read(read, head - read).length
  })
  const [first] = makeSlots(1)
  const longestMs: number[] = []
  const commits = Math.floor(events.length / shape.events)
  for (let at = 0; at < commits; at++) {
    const slot = first!.slot + at
    const blockHash = `${slot}`
    const part = events.slice(at * shape.events, (at + 1) * shape.events)
    const counting = countTurns()
    await tape.writer!.appendSlot({ ...first!, slot, parentSlot: slot - 1, blockHash, events: part }, 0)
    longestMs.push(counting.stop())
  }
  assert.equal(tape.window().head.seq, commits * shape.events)
  assert.equal(read, commits * shape.events)
  await tape.close()
  rmSync(folder, { recursive: true, force: true })
  longestMs.sort((a, b) => a - b)
  const told = PERCENTILES.map((p) => {
    const value = longestMs[Math.min(longestMs.length - 1, Math.floor((p / 100) * longestMs.length))]!
    return `p${p} ${value.toFixed(2)}`
  })
  console.log(`${shape.name}, ${commits} commits: longest turn of the loop in ms: ${told.join(', ')}`)
}

/** The longest time between two looks at the clock, one each turn. */
function countTurns(): { stop(): number } {
  let longestMs = 0
  let last = performance.now()
  let isOn = true
  const look = (): void => {
    const now = performance.now()
    longestMs = Math.max(longestMs, now - last)
    last = now
    if (isOn) setImmediate(look)
  }
  setImmediate(look)
  return {
    stop() {
      isOn = false
      look()
      return longestMs
    },
  }
}
