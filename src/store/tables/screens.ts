import { hash } from 'node:crypto'
import { SCREENS } from '../../config/screens.ts'
import type { ScreenFacts } from '../../contract/tape-event.ts'
import { guarded } from '../../runtime/background.ts'
import { decodeDurable, encodeDurable } from '../codec.ts'
import type { Environment, Table } from '../environment.ts'
import {
  isEnter,
  type NewScreenChange,
  type PendingScreenChange,
  type ScreenMember,
  type ScreenRecord,
  type ScreenState,
  type ScreensTable,
} from '../screen-rows.ts'

const VERSION_KEY = 'version'
const NUMBERS_KEY = 'numbers'
const LAST_TEXT = '\uffff'
const EVENT_ID_HEX = 32

type Numbers = { readonly number: number; readonly tapeSeq: number }
type StoredMember = Omit<ScreenMember, 'pool'>
type Tables = {
  readonly env: Environment
  readonly records: Table<string>
  readonly ofKey: Table<[number, string]>
  readonly states: Table<string>
  readonly members: Table<[string, string]>
  /** By number. */
  readonly pending: Table<number>
  readonly counters: Table<string>
}

export type OpenScreens = {
  readonly table: ScreensTable
  /** Another world: rows and waiting changes are of the old one. The screens stay. */
  forgetWorld(): Promise<void>
  stop(): void
}

export function openScreens(env: Environment): OpenScreens {
  const tables = openTables(env)
  const { changed, changing, timer } = watchVersion(tables)
  const waiting = new Set<() => void>()
  let world = 0

  const table: ScreensTable = {
    ...createReads(tables),
    get world() {
      return world
    },
    create: (record, maxOfKey) => changing(() => create(tables, record, maxOfKey)),
    async remove(id) {
      const isThere = await changing(() => removeRecord(tables, id))
      while (await env.write(() => dropMembers(tables, id, SCREENS.rowsPerWrite)));
      return isThere
    },
    async seed(id, piece) {
      await env.write(() => {
        if (piece.world === world && tables.records.doesExist(id)) seed(tables, id, piece)
      })
    },
    async apply(changes, at) {
      await env.write(() => {
        if (at.world === world) apply(tables, changes, at.epoch)
      })
      for (const listener of waiting) listener()
    },
    setFull: (id, isFull) =>
      env.write(() => {
        const state = stateOf(tables, id)
        if (state !== undefined) tables.states.put(id, encodeDurable({ ...state, isFull }))
      }),
    settled: (upToNumber, tapeSeq) =>
      env.write(() => {
        for (const number of Array.from(tables.pending.getKeys({ end: upToNumber + 1 }))) tables.pending.remove(number)
        putNumbers(tables, { ...numbersOf(tables), tapeSeq })
      }),
    takeOver: (changes, upToNumber) => env.write(() => takeOver(tables, changes, upToNumber)),
    onChange: (listener) => listen(changed, listener),
    onPending: (listener) => listen(waiting, listener),
  }

  return {
    table,
    async forgetWorld() {
      world++
      await Promise.all([
        env.clear(tables.members as never),
        env.clear(tables.states as never),
        env.clear(tables.pending as never),
      ])
      await changing(() => undefined)
    },
    stop: () => clearInterval(timer),
  }
}

function openTables(env: Environment): Tables {
  return {
    env,
    records: env.table('screens.v1'),
    ofKey: env.table('screensOfKey.v1'),
    states: env.table('screenStates.v1'),
    members: env.table('screenRows.v1'),
    pending: env.table('screenChanges.v1'),
    counters: env.table('screenCounters.v1'),
  }
}

/** Tells listeners of changes to the screens, those of other processes of the store too. */
function watchVersion(tables: Tables) {
  const changed = new Set<() => void>()
  let version = versionOf(tables)
  const timer = setInterval(
    guarded('screen version', () => noticed(versionOf(tables))),
    SCREENS.versionEveryMs,
  )
  timer.unref()

  function noticed(seen: number): void {
    if (seen <= version) return
    version = seen
    for (const listener of changed) listener()
  }

  async function changing<T>(work: () => T): Promise<T> {
    const done = await tables.env.write(() => ({ result: work(), version: bumpVersion(tables) }))
    noticed(done.version)
    return done.result
  }

  return { changed, changing, timer }
}

function listen(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function createReads(
  tables: Tables,
): Pick<ScreensTable, 'find' | 'state' | 'listOf' | 'all' | 'members' | 'pending' | 'counters'> {
  const { records, members, pending } = tables
  const allOf = (id: string) => ({ start: [id, ''] as [string, string], end: [id, LAST_TEXT] as [string, string] })
  return {
    find: (id) => recordOf(tables, id),
    state: (id) => stateOf(tables, id),
    listOf: (keyId) => ofKey(tables, keyId),
    all: () => Array.from(records.getRange(), ({ value }) => decodeDurable<ScreenRecord>(value)),
    members: (id, { afterPool = '', limit = Number.MAX_SAFE_INTEGER } = {}) =>
      Array.from(members.getRange({ ...allOf(id), start: [id, afterPool], limit: limit + 1 }), ({ key, value }) => ({
        pool: key[1],
        ...decodeDurable<StoredMember>(value),
      }))
        .filter(({ pool }) => pool !== afterPool)
        .slice(0, limit),
    pending: (afterNumber, limit) =>
      Array.from(pending.getRange({ start: afterNumber + 1, limit }), ({ value }) =>
        decodeDurable<PendingScreenChange>(value),
      ),
    counters: () => numbersOf(tables),
  }
}

function create(
  tables: Tables,
  record: ScreenRecord,
  maxOfKey: number,
): { readonly made: boolean; readonly identicalTo: string | null } {
  const own = ofKey(tables, record.keyId)
  const asked = ({ filterJson, window, holdSecs }: ScreenRecord): string =>
    JSON.stringify([filterJson, window, holdSecs])
  const identical = own.find((one) => asked(one) === asked(record))
  if (identical !== undefined) return { made: false, identicalTo: identical.id }
  if (own.length >= maxOfKey) return { made: false, identicalTo: null }
  tables.records.put(record.id, encodeDurable(record))
  tables.ofKey.put([record.keyId, record.id], Buffer.alloc(1))
  return { made: true, identicalTo: null }
}

function ofKey(tables: Tables, keyId: number): ScreenRecord[] {
  return Array.from(tables.ofKey.getKeys({ start: [keyId, ''], end: [keyId, LAST_TEXT] })).flatMap(
    ([, id]) => recordOf(tables, id) ?? [],
  )
}

function removeRecord(tables: Tables, id: string): boolean {
  const record = recordOf(tables, id)
  if (record === undefined) return false
  tables.records.remove(id)
  tables.ofKey.remove([record.keyId, id])
  tables.states.remove(id)
  return true
}

/** Whether there may be more. */
function dropMembers({ members }: Tables, id: string, limit: number): boolean {
  const keys = Array.from(members.getKeys({ start: [id, ''], end: [id, LAST_TEXT], limit }))
  for (const key of keys) members.remove(key)
  return keys.length === limit
}

function seed(tables: Tables, id: string, piece: Parameters<ScreensTable['seed']>[1]): void {
  if (piece.isFirst) dropMembers(tables, id, Number.MAX_SAFE_INTEGER)
  for (const { pool, ...member } of piece.members) tables.members.put([id, pool], encodeDurable(member))
  const before = piece.isFirst ? 0 : (stateOf(tables, id)?.rows ?? 0)
  const rows = before + piece.members.length
  const state: ScreenState = { epoch: piece.epoch, readyAtMs: piece.readyAtMs, isFull: false, rows }
  tables.states.put(id, encodeDurable(state))
}

function apply(tables: Tables, changes: readonly NewScreenChange[], epoch: string): void {
  let { number, tapeSeq } = numbersOf(tables)
  for (const change of changes) {
    const { screenId, pool } = change
    if (!tables.records.doesExist(screenId)) continue
    // A row is in a screen once: what was written already is not a change.
    if (tables.members.doesExist([screenId, pool]) === isEnter(change.change)) continue
    number++
    const named = { ...change, number, eventId: eventIdOf(epoch, number, change) }
    putMember(tables, named)
    tables.pending.put(number, encodeDurable({ ...named, epoch } satisfies PendingScreenChange))
  }
  putNumbers(tables, { number, tapeSeq })
}

function putMember(tables: Tables, { screenId, pool, mint, quoteMint, dex, atMs, change }: NewScreenChange): void {
  const { members, states } = tables
  const wasIn = members.doesExist([screenId, pool])
  const state = stateOf(tables, screenId)
  if (state !== undefined && wasIn !== isEnter(change))
    states.put(screenId, encodeDurable({ ...state, rows: state.rows + (wasIn ? -1 : 1) } satisfies ScreenState))
  const member: StoredMember = { mint, quoteMint, dex, enteredAtMs: atMs }
  if (isEnter(change)) members.put([screenId, pool], encodeDurable(member))
  else members.remove([screenId, pool])
}

function takeOver(tables: Tables, changes: readonly ScreenFacts[], upToNumber: number): void {
  const { number, tapeSeq } = numbersOf(tables)
  for (const change of changes) {
    if (change.number <= number) continue
    if (tables.records.doesExist(change.screenId)) putMember(tables, change)
  }
  putNumbers(tables, { number: Math.max(number, upToNumber), tapeSeq })
}

/** The same in every transport and retry; another one for each change of a tape. */
function eventIdOf(epoch: string, number: number, { screenId, pool, change }: NewScreenChange): string {
  return hash('sha256', `screen\n${epoch} ${number}\n${screenId}\n${pool}\n${change}`, 'hex').slice(0, EVENT_ID_HEX)
}

function recordOf({ records }: Tables, id: string): ScreenRecord | undefined {
  const bytes = records.get(id)
  return bytes === undefined ? undefined : decodeDurable<ScreenRecord>(bytes)
}

function stateOf({ states }: Tables, id: string): ScreenState | undefined {
  const bytes = states.get(id)
  return bytes === undefined ? undefined : decodeDurable<ScreenState>(bytes)
}

function numbersOf({ counters }: Tables): Numbers {
  const bytes = counters.get(NUMBERS_KEY)
  return bytes === undefined ? { number: 0, tapeSeq: 0 } : decodeDurable<Numbers>(bytes)
}

function putNumbers({ counters }: Tables, numbers: Numbers): void {
  counters.put(NUMBERS_KEY, encodeDurable(numbers))
}

function versionOf({ counters }: Tables): number {
  const bytes = counters.get(VERSION_KEY)
  return bytes === undefined ? 0 : decodeDurable<number>(bytes)
}

function bumpVersion(tables: Tables): number {
  const version = versionOf(tables) + 1
  tables.counters.put(VERSION_KEY, encodeDurable(version))
  return version
}
