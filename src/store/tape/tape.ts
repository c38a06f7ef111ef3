import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { TAPE } from '../../config/tape.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Logger } from '../../runtime/log.ts'
import { decodeDurable, encodeDurable } from '../codec.ts'
import { deleteEnvironment, type Environment, openEnvironment, type Table } from '../environment.ts'
import { type BlockCache, createBlockCache } from './blocks.ts'
import { openDay, type TapeDay } from './day.ts'
import { createTapeReader } from './reader.ts'
import type { Tape } from './types.ts'
import { createTapeWriter } from './writer.ts'

export type TapeOptions = {
  /** `<data>/<mode>/tape` */
  readonly folder: string
  readonly mapBytes: number
  readonly clock: Clock
  readonly log: Logger
  /** Whether this process follows chains: one process of a store may. */
  readonly writes: boolean
  readonly keepDays: number
  readonly keepBytes: number
}

/** What the days of a tape have in common. */
type Head = { readonly epoch: string; readonly days: readonly string[] }

/** The open days and what tells of a commit; shared by reader and writer. */
export type TapeState = {
  epoch(): string
  /** Oldest first. */
  days(): readonly TapeDay[]
  readonly blocks: BlockCache
  /** Sees what other processes have committed, days among it. */
  refresh(): void
  /** Adds a day and tells the other processes. */
  addDay(name: string): TapeDay
  /** Closes and unlinks. */
  removeDays(names: readonly string[]): Promise<void>
  /** After a commit of this process. */
  announce(headSeq: number): void
}

const HEAD_MAP_BYTES = 16 * 1024 * 1024

/** Opens the tape of one mode, creating it when there is none. Throws `StoreError`. */
export function openTape(options: TapeOptions): Tape {
  const { folder, mapBytes, log, writes } = options
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const headEnv = openEnvironment({
    name: 'tape/head',
    path: join(folder, 'head'),
    mapBytes: HEAD_MAP_BYTES,
    synced: true,
  })
  const headTable = headEnv.table<string>('head.v1')
  let head = readOrMakeHead(headEnv, headTable)
  let days: TapeDay[] = head.days.map((name) => openDay(folder, name, mapBytes))
  const blocks = createBlockCache(TAPE.blocksInMemory)
  const listeners = new Set<(headSeq: number) => void>()

  function writeHead(next: Head): void {
    headEnv.writeNow(() => void headTable.put('head', encodeDurable(next)))
    head = next
  }

  function closeQuietly(day: TapeDay): Promise<void> {
    return day.env.close().catch((error: unknown) => log.warn({ err: error, day: day.name }, 'a day did not close'))
  }

  /** Opens and closes days as another process has made and removed them. */
  function followHead(): void {
    headEnv.refresh()
    const bytes = headTable.get('head')
    if (bytes === undefined) return
    const next = decodeDurable<Head>(bytes)
    if (next.epoch === head.epoch && next.days.join() === head.days.join()) return
    const isSameTape = next.epoch === head.epoch
    const gone = isSameTape ? days.filter(({ name }) => !next.days.includes(name)) : days
    const kept = new Map(days.filter((day) => !gone.includes(day)).map((day) => [day.name, day]))
    days = next.days.map((name) => kept.get(name) ?? openDay(folder, name, mapBytes))
    head = next
    if (!isSameTape) blocks.clear()
    for (const day of gone) void closeQuietly(day)
  }

  const state: TapeState = {
    epoch: () => head.epoch,
    days: () => days,
    blocks,
    refresh() {
      followHead()
      days.at(-1)?.env.refresh()
    },
    addDay(name) {
      const day = openDay(folder, name, mapBytes)
      days = [...days, day]
      writeHead({ ...head, days: days.map((one) => one.name) })
      return day
    },
    async removeDays(names) {
      const gone = days.filter(({ name }) => names.includes(name))
      days = days.filter(({ name }) => !names.includes(name))
      writeHead({ ...head, days: days.map(({ name }) => name) })
      for (const day of gone) {
        await closeQuietly(day)
        deleteEnvironment(day.env.path)
      }
    },
    announce(headSeq) {
      days.at(-1)?.env.refresh()
      for (const listener of listeners) {
        try {
          listener(headSeq)
        } catch (error) {
          log.error({ err: error }, 'a listener of the tape failed')
        }
      }
    },
  }

  const reader = createTapeReader(state)
  const writer = writes ? createTapeWriter(state, reader, options) : null
  const polling = writes ? undefined : pollSiblings()

  /** Tells listeners of what another process has committed. */
  function pollSiblings(): NodeJS.Timeout {
    let told = reader.window().head
    const timer = setInterval(() => {
      if (listeners.size === 0) return
      try {
        state.refresh()
        const { head: now } = reader.window()
        if (now.seq === told.seq && now.epoch === told.epoch) return
        told = now
        state.announce(now.seq)
      } catch (error) {
        log.error({ err: error }, 'the tape of the sibling could not be read')
      }
    }, TAPE.siblingPollMs)
    timer.unref()
    return timer
  }

  let closing: Promise<void> | undefined
  return {
    ...reader,
    // Spreading would freeze what the getter said when the tape was opened.
    get epoch() {
      return head.epoch
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    writer,
    usedBytes: () => days.reduce((sum, { env }) => sum + env.usedBytes().file, headEnv.usedBytes().file),
    async clear() {
      blocks.clear()
      const gone = days
      days = []
      writeHead({ epoch: newEpoch(), days: [] })
      for (const day of gone) {
        await closeQuietly(day)
        deleteEnvironment(day.env.path)
      }
      state.announce(0)
    },
    close() {
      clearInterval(polling)
      closing ??= Promise.all([...days.map((day) => day.env.close()), headEnv.close()]).then(() => undefined)
      return closing
    },
  }
}

function newEpoch(): string {
  return randomBytes(4).toString('hex')
}

/** One process makes it, whoever opens the tape first. */
function readOrMakeHead(env: Environment, table: Table<string>): Head {
  return env.writeNow(() => {
    const bytes = table.get('head')
    if (bytes !== undefined) return decodeDurable<Head>(bytes)
    const made: Head = { epoch: newEpoch(), days: [] }
    table.put('head', encodeDurable(made))
    return made
  })
}
