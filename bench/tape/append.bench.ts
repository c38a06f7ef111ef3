import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Part, startPart } from '../control.ts'
import { type Case, type Goal, interleave, type Measured, medianOf, printMeasured, reportGoals } from '../harness.ts'
import { readBenchOptions } from '../options.ts'
import type { AppendAnswer, AppendKind, AppendQuestion } from './append-party.ts'
import { EVENTS_PER_SLOT } from './make-slots.ts'
import { hasRedis } from './redis.ts'

/** Row 5 of the performance goals, appending. Everyone writes the same trades and flushes as it does by default.
 *
 *  The log alone: ours the blocks of 256 events (rows made, encoded, one LMDB commit), SQLite a table of the same 22
 *  columns, Redis a stream whose entries have them as fields, the file the finished bytes of the blocks (no encoding:
 *  it is the limit that the disk and the kernel set) with one fdatasync a commit. The whole: ours what the follower
 *  calls, with records and digests of slots, candles of a minute, times, position and the index of mints, pools and
 *  wallets; SQLite the table with three indexes.
 *
 *  A commit holds one block, as following a chain does, or 16, as backfilling does. Each round begins with empty files.
 *  Cost is CPU of the process with all its threads; wall time stands beside. */
const { rounds, isQuick } = readBenchOptions(7)
const SLOTS = isQuick ? 64 : 256
const BACKFILL_SLOTS = 16
const EVENTS = SLOTS * EVENTS_PER_SLOT

const NAMES: Readonly<Record<AppendKind, string>> = {
  log: 'our log',
  tape: 'our tape',
  sqlite: 'SQLite',
  'sqlite-indexed': 'SQLite with indexes',
  redis: 'Redis',
  file: 'plain file',
}

const LOGS: readonly AppendKind[] = ['log', 'sqlite', 'redis', 'file']
const WHOLES: readonly AppendKind[] = ['tape', 'sqlite-indexed']

const folder = mkdtempSync(join(tmpdir(), 'mintglass-bench-tape-'))
if (!hasRedis()) console.log('redis-server is not there: its cases are skipped')
const kinds = (Object.keys(NAMES) as AppendKind[]).filter((kind) => kind !== 'redis' || hasRedis())
const parties = new Map<AppendKind, Part<AppendQuestion>>()
for (const kind of kinds)
  parties.set(
    kind,
    await startPart(new URL('append-party.ts', import.meta.url), { args: [folder, String(SLOTS)], core: 1 }),
  )

const wall = new Map<string, number[]>()
const redisServer = new Map<string, number[]>()

function caseOf(kind: AppendKind, size: number): Case {
  const name = `${NAMES[kind]}, ${size} a commit`
  return {
    name,
    async measure() {
      const asked = parties.get(kind)!.ask<AppendAnswer>({ do: 'append', kind, size })
      const { cpuUs, wallUs, serverUs } = await asked
      wall.set(name, [...(wall.get(name) ?? []), wallUs / EVENTS])
      if (serverUs !== null) redisServer.set(name, [...(redisServer.get(name) ?? []), serverUs / EVENTS])
      return cpuUs / EVENTS
    },
  }
}

const sizes = [1, BACKFILL_SLOTS]
console.log(`${EVENTS} trades`)
/** Who writes ten times as much leaves the disk and the page cache busy: those with indexes take turns among
 *  themselves. */
const measured: Measured[] = []
for (const together of [LOGS, WHOLES])
  for (const size of sizes) {
    const cases = kinds.filter((kind) => together.includes(kind)).map((kind) => caseOf(kind, size))
    measured.push(...(await interleave(cases, rounds)))
  }
for (const party of parties.values()) await party.stop()
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
/** A row whose peers do less than ours stands beside: with a commit a block the flushes are the bill, of which LMDB
 *  wants two (its pages, then the page that makes them count), SQLite's log and the file one, and Redis one a second;
 *  the whole tape has indexes, records and candles, which neither Redis' stream nor the file has. */
reportGoals(
  'tape',
  sizes.flatMap((size): Goal[] => {
    const cost = (name: string): number => medianOf(measured, `${name}, ${size} a commit`)
    const what = size === 1 ? 'a commit a block' : `${size} blocks a commit`
    const [log, tape] = [cost('our log'), cost('our tape')]
    const isPipelined = size > 1
    const beside = { reach: null, aim: null }
    const goals: Goal[] = [
      {
        what: `append, ${what}: log, times SQLite`,
        got: cost('SQLite') / log,
        ...(isPipelined ? { reach: 2, aim: 3 } : beside),
      },
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
    if (!hasRedis()) return goals
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

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}
