import assert from 'node:assert/strict'
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeEventBlock } from '../../src/hot-paths/event-block.ts'
import { openEnvironment } from '../../src/store/environment.ts'
import { BLOCK_NAMES, type BlockRow, rowOfFact } from '../../src/store/tape/to-event.ts'
import type { NewSlot } from '../../src/store/tape/types.ts'
import { type Case, type Goal, interleave, medianOf, printMeasured, reportGoals } from '../harness.ts'
import { readBenchOptions } from '../options.ts'
import { costOf } from './cost.ts'
import { EVENTS_PER_SLOT, makeSlots } from './make-slots.ts'
import { openBenchTape } from './open-bench-tape.ts'
import { hasRedis, openRedis, type RedisTape } from './redis.ts'
import { openSqlite } from './sqlite.ts'

/** Row 5 of the performance goals, appending. Everybody writes the same trades and flushes as it does by default.
 *
 *  The log alone: ours the blocks of 256 events (rows made, encoded, one LMDB commit), SQLite a table of the same 22
 *  columns, Redis a stream whose entries have them as fields, the file the finished bytes of the blocks (no encoding: it
 *  is the limit that the disk and the kernel set) with one fdatasync a commit.
 *  The whole: ours what the follower calls, with records and digests of slots, candles of a minute, times, position and
 *  the index of mints, pools and wallets; SQLite the table with three indexes.
 *
 *  A commit holds one block, as following a chain does, or 16, as backfilling does. Each round begins with empty files.
 *  Cost is CPU of the process with all its threads; wall time stands beside. */
const { rounds, isQuick } = readBenchOptions(7)
const SLOTS = isQuick ? 64 : 256
const BACKFILL_SLOTS = 16
const EVENTS = SLOTS * EVENTS_PER_SLOT

const folder = mkdtempSync(join(tmpdir(), 'mintglass-bench-tape-'))
const slots = makeSlots(SLOTS)
const blocks = slots.map(({ events }, at) => encodeEventBlock(rowsOf(events), 1 + at * EVENTS_PER_SLOT, BLOCK_NAMES))
const redis = hasRedis() ? await openRedis(folder) : null
if (redis === null) console.log('redis-server is not there: its cases are skipped')

const wall = new Map<string, number[]>()
const redisServer = new Map<string, number[]>()

/** A case and what its wall time was. */
function timed(name: string, run: (path: string) => Promise<{ work: () => unknown; end: () => unknown }>): Case {
  let round = 0
  return {
    name,
    async measure() {
      const path = join(folder, `${name.replace(/\W+/g, '-')}-${round++}`)
      const { work, end } = await run(path)
      const { cpuUs, wallUs } = await costOf(work)
      await end()
      for (const rest of ['', '-wal', '-shm']) rmSync(path + rest, { recursive: true, force: true })
      wall.set(name, [...(wall.get(name) ?? []), wallUs / EVENTS])
      return cpuUs / EVENTS
    },
  }
}

function* commitsOf(size: number): Generator<{ readonly part: readonly NewSlot[]; readonly at: number }> {
  for (let at = 0; at < SLOTS; at += size) yield { part: slots.slice(at, at + size), at }
}

function ourLog(size: number): Case {
  return timed(`our log, ${size} a commit`, async (path) => {
    const env = openEnvironment({ name: 'bench', path, mapBytes: 2 ** 33, synced: true })
    const table = env.table<number>('blocks')
    return {
      async work() {
        for (const { part, at } of commitsOf(size)) {
          const made = part.map(({ events }, index) =>
            encodeEventBlock(rowsOf(events), 1 + (at + index) * EVENTS_PER_SLOT, BLOCK_NAMES),
          )
          await env.write(() => {
            for (const [index, bytes] of made.entries()) table.put(1 + (at + index) * EVENTS_PER_SLOT, bytes as Buffer)
          })
        }
      },
      end() {
        assert.equal(table.getCount(), SLOTS)
        return env.close()
      },
    }
  })
}

function ourTape(size: number): Case {
  return timed(`our tape, ${size} a commit`, async (path) => {
    const tape = openBenchTape(path, true)
    return {
      async work() {
        for (const { part } of commitsOf(size)) await tape.writer!.appendSlots(part, 0)
      },
      end() {
        assert.equal(tape.window().head.seq, EVENTS)
        const { txIndex, path: place, ...last } = slots.at(-1)!.events.at(-1)!
        assert.deepEqual(tape.eventAt(EVENTS), { ...last, txIndex, path: [...place], seq: EVENTS })
        return tape.close()
      },
    }
  })
}

function sqlite(size: number, indexed: boolean): Case {
  return timed(`SQLite${indexed ? ' with indexes' : ''}, ${size} a commit`, async (path) => {
    const db = openSqlite(path, { indexed })
    return {
      work() {
        for (const { part, at } of commitsOf(size)) db.append(part, 1 + at * EVENTS_PER_SLOT)
      },
      end: () => db.close(),
    }
  })
}

function redisStream(size: number, server: RedisTape): Case {
  const name = `Redis, ${size} a commit`
  return timed(name, async () => {
    await server.clear()
    let before = 0
    return {
      async work() {
        before = server.serverCpuUs()
        for (const { part, at } of commitsOf(size)) await server.append(part, 1 + at * EVENTS_PER_SLOT)
      },
      end() {
        const used = (server.serverCpuUs() - before) / EVENTS
        redisServer.set(name, [...(redisServer.get(name) ?? []), used])
      },
    }
  })
}

function plainFile(size: number): Case {
  return timed(`plain file, ${size} a commit`, async (path) => {
    const file = openSync(path, 'a')
    return {
      work() {
        for (const { at } of commitsOf(size)) {
          for (const bytes of blocks.slice(at, at + size)) writeSync(file, bytes)
          fdatasyncSync(file)
        }
      },
      end() {
        closeSync(file)
        assert.equal(
          statSync(path).size,
          blocks.reduce((sum, { length }) => sum + length, 0),
        )
      },
    }
  })
}

const sizes = [1, BACKFILL_SLOTS]
const cases = sizes.flatMap((size) => [
  ourLog(size),
  ourTape(size),
  sqlite(size, false),
  sqlite(size, true),
  ...(redis === null ? [] : [redisStream(size, redis)]),
  plainFile(size),
])
console.log(`${EVENTS} trades; ${Math.round(blocks.reduce((sum, { length }) => sum + length, 0) / EVENTS)} bytes each`)
const measured = await interleave(cases, rounds)
await redis?.close()
rmSync(folder, { recursive: true, force: true })

printMeasured('Append', measured, 'us CPU per event')
console.table(
  Object.fromEntries(
    measured.map(({ name }) => [
      name,
      {
        'median wall us per event': Math.round(100 * median(wall.get(name)!)) / 100,
        ...(redisServer.has(name)
          ? { 'server CPU us per event': Math.round(100 * median(redisServer.get(name)!)) / 100 }
          : {}),
      },
    ]),
  ),
)
/** A row whose peers do less than ours stands beside: a commit a block flushes as often as there are blocks, where Redis
 *  flushes once a second and the file without a log; the whole tape has indexes, records and candles, which neither Redis'
 *  stream nor the file has. */
reportGoals(
  'tape',
  sizes.flatMap((size): Goal[] => {
    const cost = (name: string): number => medianOf(measured, `${name}, ${size} a commit`)
    const what = size === 1 ? 'a commit a block' : `${size} blocks a commit`
    const [log, tape] = [cost('our log'), cost('our tape')]
    const isPipelined = size > 1
    const beside = { reach: null, aim: null }
    const goals: Goal[] = [
      { what: `append, ${what}: log, times SQLite`, got: cost('SQLite') / log, reach: 2, aim: 3 },
      {
        what: `append, ${what}: whole, times SQLite with indexes`,
        got: cost('SQLite with indexes') / tape,
        reach: 2,
        aim: 3,
      },
      {
        what: `append, ${what}: log, times the plain file`,
        got: cost('plain file') / log,
        ...(isPipelined ? { reach: 0.15, aim: 0.4 } : beside),
      },
      { what: `append, ${what}: whole, times the plain file`, got: cost('plain file') / tape, ...beside },
    ]
    if (redis === null) return goals
    return [
      ...goals,
      {
        what: `append, ${what}: log, times Redis (its client alone)`,
        got: cost('Redis') / log,
        ...(isPipelined ? { reach: 6, aim: 10 } : beside),
      },
      { what: `append, ${what}: whole, times Redis (no index)`, got: cost('Redis') / tape, ...beside },
    ]
  }),
)

/** As the tape's writer does it. */
function rowsOf(events: NewSlot['events']): readonly BlockRow[] {
  return events.map((fact) => (fact.type === 'trade' ? fact : rowOfFact(fact, 0)))
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}
