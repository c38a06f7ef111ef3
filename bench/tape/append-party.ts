import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { closeSync, fdatasyncSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { encodeEventBlock } from '../../src/hot-paths/event-block.ts'
import { openEnvironment } from '../../src/store/environment.ts'
import { BLOCK_NAMES, type BlockRow, rowOfFact } from '../../src/store/tape/to-event.ts'
import type { NewSlot } from '../../src/store/tape/types.ts'
import { answerQuestions } from '../control.ts'
import { type Cost, costOf } from './cost.ts'
import { EVENTS_PER_SLOT, makeSlots } from './make-slots.ts'
import { openBenchTape } from './open-bench-tape.ts'
import { openRedis, type RedisTape } from './redis.ts'
import { openSqlite } from './sqlite.ts'

/** One of those that append, in a process of its own: in one process the heap of each, and what V8 makes of it, would
 *  be the bill of all. */

export type AppendKind = 'log' | 'tape' | 'sqlite' | 'sqlite-indexed' | 'redis' | 'file'
export type AppendQuestion = {
  readonly do: 'append'
  readonly kind: AppendKind
  /** Blocks a commit. */
  readonly size: number
}
export type AppendAnswer = Cost & { /** Null without a server. */ readonly serverUs: number | null }

const [folder, slotCount] = process.argv.slice(2) as [string, string]
const SLOTS = Number(slotCount)
const EVENTS = SLOTS * EVENTS_PER_SLOT
const slots = makeSlots(SLOTS)
let finished: readonly Uint8Array[] | undefined
let server: RedisTape | undefined
let round = 0

type Run = { readonly work: () => unknown; readonly end: () => unknown }

function* commitsOf(size: number): Generator<{ readonly part: readonly NewSlot[]; readonly at: number }> {
  for (let at = 0; at < SLOTS; at += size) yield { part: slots.slice(at, at + size), at }
}

/** As the tape's writer does it. */
function blockOf(events: NewSlot['events'], slot: number): Uint8Array {
  const rows = events.map((fact): BlockRow => (fact.type === 'trade' ? fact : rowOfFact(fact, 0)))
  return encodeEventBlock(rows, 1 + slot * EVENTS_PER_SLOT, BLOCK_NAMES)
}

function openLog(path: string, size: number): Run {
  const env = openEnvironment({ name: 'bench', path, mapBytes: 2 ** 33, synced: true })
  const table = env.table<number>('blocks')
  return {
    async work() {
      for (const { part, at } of commitsOf(size)) {
        const made = part.map(({ events }, index) => blockOf(events, at + index))
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
}

function openTape(path: string, size: number): Run {
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
}

function openTable(path: string, size: number, indexed: boolean): Run {
  const db = openSqlite(path, { indexed })
  return {
    work() {
      for (const { part, at } of commitsOf(size)) db.append(part, 1 + at * EVENTS_PER_SLOT)
    },
    end: () => db.close(),
  }
}

async function openStream(size: number): Promise<Run> {
  server ??= await openRedis(folder)
  const stream = server
  await stream.clear()
  return {
    async work() {
      for (const { part, at } of commitsOf(size)) await stream.append(part, 1 + at * EVENTS_PER_SLOT)
    },
    end() {},
  }
}

function openFile(path: string, size: number): Run {
  finished ??= slots.map(({ events }, slot) => blockOf(events, slot))
  const blocks = finished
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
}

function open(kind: AppendKind, path: string, size: number): Run | Promise<Run> {
  if (kind === 'log') return openLog(path, size)
  if (kind === 'tape') return openTape(path, size)
  if (kind === 'redis') return openStream(size)
  if (kind === 'file') return openFile(path, size)
  return openTable(path, size, kind === 'sqlite-indexed')
}

async function appendOnce({ kind, size }: AppendQuestion): Promise<AppendAnswer> {
  const path = join(folder, `${kind}-${round++}`)
  const { work, end } = await open(kind, path, size)
  // What others wrote and removed would be flushed along with the first commit.
  spawnSync('sync', { stdio: 'ignore' })
  const before = server?.serverCpuUs()
  const cost = await costOf(work)
  const serverUs = before === undefined ? null : server!.serverCpuUs() - before
  await end()
  for (const rest of ['', '-wal', '-shm']) rmSync(path + rest, { recursive: true, force: true })
  return { ...cost, serverUs }
}

answerQuestions<AppendQuestion>(0, async (question) => {
  // It has rested while the others were measured: once without counting.
  await appendOnce(question)
  return appendOnce(question)
})
// A bench that ends, however, leaves no server behind.
for (const signal of ['SIGTERM', 'disconnect'] as const)
  process.on(signal, () => void (server?.close() ?? Promise.resolve()).finally(() => process.exit()))
