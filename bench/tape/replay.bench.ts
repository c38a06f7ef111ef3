import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TapeEvent } from '../../src/contract/tape-event.ts'
import { type Case, interleave, medianOf, printMeasured, reportGoals } from '../harness.ts'
import { readBenchOptions } from '../options.ts'
import { costOf } from './cost.ts'
import { EVENTS_PER_SLOT, makeSlots } from './make-slots.ts'
import { openBenchTape } from './open-bench-tape.ts'
import { hasRedis, openRedis } from './redis.ts'
import { openSqlite } from './sqlite.ts'

/** Row 5 of the performance goals, replaying: every event of the tape as an object with all its members, in pages of
 *  1,000, in order. Ours reads through a tape that was just opened, so that no block of it is in memory; SQLite and
 *  Redis make the same objects of their rows. Everyone's files are in the page cache. */
const { rounds, isQuick } = readBenchOptions(7)
const SLOTS = isQuick ? 64 : 512
const EVENTS = SLOTS * EVENTS_PER_SLOT
const PAGE = 1_000
const BATCH = 16

const folder = mkdtempSync(join(tmpdir(), 'mintglass-bench-replay-'))
const sqlite = openSqlite(join(folder, 'events.db'), { indexed: false })
const redis = hasRedis() ? await openRedis(folder) : null
if (redis === null) console.log('redis-server is not there: its case is skipped')

type Replay = (onEvents: (events: readonly TapeEvent[]) => void) => void | Promise<void>

async function ours(onEvents: (events: readonly TapeEvent[]) => void): Promise<void> {
  const tape = openBenchTape(join(folder, 'tape'), false)
  for (let after = 0; ; ) {
    const events = tape.read(after, PAGE)
    if (events.length === 0) break
    onEvents(events)
    after = events.at(-1)!.seq
  }
  await tape.close()
}

const replays: Readonly<Record<string, Replay>> = {
  ours,
  SQLite: (onEvents) => sqlite.replay(PAGE, onEvents),
  ...(redis === null ? {} : { Redis: (onEvents) => redis.replay(PAGE, onEvents) }),
}
await writeAndCheck()

/** What is written and compared with is gone before the clock starts: a heap full of it would be every case's bill. */
async function writeAndCheck(): Promise<void> {
  const slots = makeSlots(SLOTS)
  const writing = openBenchTape(join(folder, 'tape'), true)
  for (let at = 0; at < SLOTS; at += BATCH) {
    const part = slots.slice(at, at + BATCH)
    await writing.writer!.appendSlots(part, 0)
    sqlite.append(part, 1 + at * EVENTS_PER_SLOT)
    await redis?.append(part, 1 + at * EVENTS_PER_SLOT)
  }
  await writing.close()
  for (const [name, replay] of Object.entries(replays)) {
    let seq = 0
    await replay((events) => {
      for (const event of events) {
        const { events: facts } = slots[Math.floor(seq / EVENTS_PER_SLOT)]!
        assert.deepEqual(event, { ...facts[seq % EVENTS_PER_SLOT], seq: ++seq }, name)
      }
    })
    assert.equal(seq, EVENTS)
  }
}

const wall = new Map<string, number[]>()
/** What the server uses besides: ours and SQLite have no second process that reads the files for them. */
const redisServer: number[] = []
const cases = Object.entries(replays).map(
  ([name, replay]): Case => ({
    name,
    async measure() {
      let count = 0
      let seqs = 0
      const serverBefore = name === 'Redis' ? redis!.serverCpuUs() : 0
      const { cpuUs, wallUs } = await costOf(() =>
        replay((events) => {
          count += events.length
          for (const event of events) seqs += event.seq
        }),
      )
      assert.equal(count, EVENTS)
      assert.equal(seqs, (EVENTS * (EVENTS + 1)) / 2)
      wall.set(name, [...(wall.get(name) ?? []), wallUs / EVENTS])
      if (name === 'Redis') redisServer.push((redis!.serverCpuUs() - serverBefore + cpuUs) / EVENTS)
      return cpuUs / EVENTS
    },
  }),
)
const measured = await interleave(cases, rounds)
sqlite.close()
await redis?.close()
rmSync(folder, { recursive: true, force: true })

printMeasured('Replay to objects', measured, 'us CPU per event')
for (const [name, values] of wall) console.log(`${name}: ${median(values).toFixed(2)} us wall per event, median`)
const cost = medianOf(measured, 'ours')
reportGoals('tape', [
  { what: 'replay to objects, times SQLite', got: medianOf(measured, 'SQLite') / cost, reach: 4, aim: 6 },
  ...(redis === null
    ? []
    : [
        {
          what: 'replay to objects, times Redis (client and server)',
          got: median(redisServer) / cost,
          reach: 7,
          aim: 10,
        },
        {
          what: 'replay to objects, times Redis (its client alone)',
          got: medianOf(measured, 'Redis') / cost,
          reach: 7,
          aim: 10,
        },
      ]),
])

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}
