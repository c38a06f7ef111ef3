import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { TAPE } from '../../config/tape.ts'
import { guarded, inBackground } from '../../runtime/background.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Logger } from '../../runtime/log.ts'
import { decodeDurable, encodeDurable } from '../codec.ts'
import { type Environment, openEnvironment, type Table } from '../environment.ts'
import { type BlockCache, createBlockCache } from './blocks.ts'
import { openDay, type TapeDay } from './day.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { createTapeReader } from './reader.ts'
import { TapeEmptied } from './tape-emptied.ts'
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

/** What the days of a tape have in common. `world` is the genesis hash of Solana; null until it is known. `worlds` are
 *  those of the other chains on it. */
type Head = {
  readonly epoch: string
  readonly days: readonly string[]
  readonly world: string | null
  readonly worlds: Readonly<Record<string, string>>
}

/** The open days and the signal of a commit; shared by reader and writer. */
export type TapeState = {
  epoch(): string
  /** Oldest first. */
  days(): readonly TapeDay[]
  readonly blocks: BlockCache
  /** Sees what other processes have committed, days among it. */
  refresh(): void
  /** Adds a day and notifies the other processes. */
  addDay(name: string): TapeDay
  /** Closes and unlinks. */
  removeDays(names: readonly string[]): Promise<void>
  /** After a commit of this process. */
  announce(headSeq: number): void
}

const HEAD_MAP_BYTES = 16 * 1024 * 1024
const UNLINK_RETRIES = 3
/** Grows with each retry. */
const UNLINK_RETRY_MS = 20

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
  if (writes) removeStrays(folder, head)
  let days: TapeDay[] = head.days.map((name) => openDay(dayPath(folder, head.epoch, name), name, mapBytes))
  const blocks = createBlockCache({ blocks: TAPE.blocksInMemory, events: TAPE.eventsInMemory })
  const listeners = new Set<(headSeq: number) => void>()

  /** Throws `TapeEmptied` when a sibling has emptied the tape meanwhile. */
  function writeDays(names: readonly string[]): void {
    head = headEnv.writeNow(() => {
      const held = decodeHead(headTable.get('head')!)
      if (held.epoch !== head.epoch) throw new TapeEmptied()
      const next: Head = { ...held, days: names }
      headTable.put('head', encodeDurable(next))
      return next
    })
  }

  /** In one step, for the first of several processes: what `next` makes of the tape, null leaves it. True when a new
   *  tape has begun. */
  function replaceHead(next: (held: Head) => Head | null): boolean {
    return headEnv.writeNow(() => {
      const held = decodeHead(headTable.get('head')!)
      const made = next(held)
      if (made !== null) headTable.put('head', encodeDurable(made))
      return made !== null && made.epoch !== held.epoch
    })
  }

  async function begin(next: (held: Head) => Head | null): Promise<void> {
    if (!replaceHead(next)) return followHead()
    const gone = days
    headEnv.refresh()
    head = decodeHead(headTable.get('head')!)
    days = []
    blocks.clear()
    for (const day of gone) {
      await closeQuietly(day)
      unlinkDay(day)
    }
    state.announce(0)
  }

  function closeQuietly(day: TapeDay): Promise<void> {
    return day.env.close().catch((error: unknown) => log.warn({ err: error, day: day.name }, 'a day did not close'))
  }

  /** A sibling that read the head a moment before may be opening the day and put its lock file back between the files
   *  and the folder: tried again, and left to the next start (`removeStrays`) when it goes on. The head names it no
   *  more. */
  function unlinkDay({ env, name }: TapeDay): void {
    try {
      rmSync(env.path, { recursive: true, force: true, maxRetries: UNLINK_RETRIES, retryDelay: UNLINK_RETRY_MS })
    } catch (error) {
      log.warn({ err: error, day: name }, 'a day of the tape could not be unlinked; the next start does')
    }
  }

  /** Opens and closes days as another process has made and removed them. */
  function followHead(): void {
    const next = freshHead(headEnv, headTable)
    if (next === undefined) return
    if (nameDays(next) === nameDays(head)) return
    const isSameTape = next.epoch === head.epoch
    const gone = isSameTape ? days.filter(({ name }) => !next.days.includes(name)) : days
    const kept = new Map(days.filter((day) => !gone.includes(day)).map((day) => [day.name, day]))
    // Its last commits may be newer than what this turn reads; from now on it is remembered (`closed-day.ts`).
    days.at(-1)?.env.refresh()
    const opened = openDays(next.days, kept, (name) => openDay(dayPath(folder, next.epoch, name), name, mapBytes))
    if (!opened.ok) {
      followAgain(next, opened)
      return
    }
    days = opened.days
    head = next
    if (!isSameTape) blocks.clear()
    for (const day of gone) inBackground('tape day close', closeQuietly(day))
  }

  /** A day cannot be opened that its owner has unlinked since the head was read. */
  function followAgain(read: Head, { opened, error }: NotOpened): void {
    for (const day of opened) inBackground('tape day close', closeQuietly(day))
    if (nameDays(freshHead(headEnv, headTable)!) === nameDays(read)) throw error
    followHead()
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
      // Whole before it is named: a sibling opens what the head names.
      const day = openDay(dayPath(folder, head.epoch, name), name, mapBytes)
      try {
        writeDays([...days.map((one) => one.name), name])
      } catch (error) {
        inBackground('tape day close', closeQuietly(day))
        throw error
      }
      days = [...days, day]
      return day
    },
    async removeDays(names) {
      const gone = days.filter(({ name }) => names.includes(name))
      const kept = days.filter(({ name }) => !names.includes(name))
      writeDays(kept.map(({ name }) => name))
      days = kept
      for (const day of gone) {
        await closeQuietly(day)
        unlinkDay(day)
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
  const writer = writes ? oneAtATime(createTapeWriter(state, reader, options)) : null
  const polling = writes ? undefined : pollSiblings()

  /** Tells listeners of what another process has committed. */
  function pollSiblings(): NodeJS.Timeout {
    let published = reader.window().head
    const look = (): void => {
      if (listeners.size === 0) return
      state.refresh()
      const { head: now } = reader.window()
      if (now.seq === published.seq && now.epoch === published.epoch) return
      published = now
      state.announce(now.seq)
    }
    const timer = setInterval(guarded('tape of the sibling', look), TAPE.siblingPollMs)
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
    clear: () => begin(({ world }) => newTape(world)),
    ...worldsOf(begin),
    close() {
      clearInterval(polling)
      closing ??= Promise.all([...days.map((day) => day.env.close()), headEnv.close()]).then(() => undefined)
      return closing
    },
  }
}

function freshHead(env: Environment, table: Table<string>): Head | undefined {
  env.refresh()
  const bytes = table.get('head')
  return bytes === undefined ? undefined : decodeHead(bytes)
}

/** A folder of each tape's own: the same day of the next world never meets files that are still open. */
function dayPath(folder: string, epoch: string, name: string): string {
  return join(folder, `${name}-${epoch}`)
}

function nameDays({ epoch, days }: Head): string {
  return `${epoch} ${days.join()}`
}

type NotOpened = { readonly ok: false; readonly opened: readonly TapeDay[]; readonly error: unknown }

/** Every day, open; or those that were opened before one failed. */
function openDays(
  names: readonly string[],
  kept: ReadonlyMap<string, TapeDay>,
  open: (name: string) => TapeDay,
): { readonly ok: true; readonly days: TapeDay[] } | NotOpened {
  const opened: TapeDay[] = []
  const days: TapeDay[] = []
  try {
    for (const name of names) {
      const known = kept.get(name)
      const day = known ?? open(name)
      if (known === undefined) opened.push(day)
      days.push(day)
    }
  } catch (error) {
    return { ok: false, opened, error }
  }
  return { ok: true, days }
}

function newTape(world: string | null): Head {
  return { epoch: randomBytes(4).toString('hex'), days: [], world, worlds: {} }
}

function worldsOf(
  begin: (next: (held: Head) => Head | null) => Promise<void>,
): Pick<Tape, 'enterWorld' | 'enterChain'> {
  return {
    enterWorld: (world) =>
      begin((held) => {
        if (held.world === world) return null
        return held.world === null ? { ...held, world } : newTape(world)
      }),
    async enterChain(chain, genesisHash, { mayEmpty }) {
      let isRefused = false
      await begin((held) => {
        const next = withChain(held, { chain, genesisHash, mayEmpty })
        isRefused = next === 'refused'
        return next === 'refused' ? null : next
      })
      return !isRefused
    },
  }
}

/** Null where nothing changes. */
function withChain(
  held: Head,
  {
    chain,
    genesisHash,
    mayEmpty,
  }: { readonly chain: string; readonly genesisHash: string; readonly mayEmpty: boolean },
): Head | null | 'refused' {
  const own = held.worlds[chain]
  if (own === genesisHash) return null
  if (own === undefined) return { ...held, worlds: { ...held.worlds, [chain]: genesisHash } }
  return mayEmpty ? { ...newTape(held.world), worlds: { [chain]: genesisHash } } : 'refused'
}

/** The first process that opens the tape makes it. */
function readOrMakeHead(env: Environment, table: Table<string>): Head {
  return env.writeNow(() => {
    const bytes = table.get('head')
    if (bytes !== undefined) return decodeHead(bytes)
    const made = newTape(null)
    table.put('head', encodeDurable(made))
    return made
  })
}

function decodeHead(bytes: Buffer): Head {
  const held = decodeDurable<Omit<Head, 'world' | 'worlds'> & Partial<Head>>(bytes)
  return { ...held, world: held.world ?? null, worlds: held.worlds ?? {} }
}

/** Days that a process left when it was killed between naming the others and unlinking. */
function removeStrays(folder: string, head: Head): void {
  const known = new Set(['head', ...head.days.map((name) => `${name}-${head.epoch}`)])
  for (const name of readdirSync(folder))
    if (!known.has(name)) rmSync(join(folder, name), { recursive: true, force: true })
}
