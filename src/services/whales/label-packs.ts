import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { LABELS } from '../../config/labels.ts'
import type { Context } from '../../context.ts'
import { type PackTable, ROW } from '../../contract/label-pack.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { findAddress, findAddresses, ROW_WORDS, readAddress } from '../../hot-paths/address-table.ts'
import { type BoundedMap, createBoundedMap } from '../../runtime/bounded-map.ts'
import type { LabelRecord } from './label-record.ts'
import { loadPack, type PackFile } from './load-pack.ts'

/** What one pack says of a wallet. */
export type PackLabel = { readonly pack: string; readonly record: LabelRecord }
export type FeaturedRow = PackLabel & { readonly wallet: string }

/** The operator's packs in memory. Of two packs that say the same member, the one whose name comes first counts. */
export type LabelPacks = {
  /** Looks at the folder and loads what is new or has changed; what is gone is forgotten. A pack that cannot be read
   *  leaves the version before in use. */
  refresh(): Promise<Outcome<{ readonly loaded: number }>>
  /** Resolves when the folder was looked at once; at once without a folder. */
  ready(): Promise<unknown>
  /** What each pack says of each wallet, in order of precedence, rows past their expiry left out; aligned with the
   *  wallets. */
  find(wallets: readonly string[], nowMs: number): readonly (readonly PackLabel[])[]
  featured(nowMs: number): readonly FeaturedRow[]
  /** Names of the packs in use, in order of precedence. */
  readonly names: readonly string[]
  /** Changes with every load. */
  readonly version: number
  close(): Promise<void>
}

type Pack = {
  readonly name: string
  readonly stamp: string
  readonly table: PackTable
  readonly records: BoundedMap<number, LabelRecord>
}
type Listed = PackFile & { readonly name: string; readonly stamp: string; readonly bytes: number }

const FORMATS: readonly (readonly [ending: string, format: PackFile['format']])[] = [
  ['.csv', 'csv'],
  ['.ndjson', 'ndjson'],
  ['.jsonl', 'ndjson'],
]
const NOTHING: readonly PackLabel[] = []

export function createLabelPacks(ctx: Pick<Context, 'config' | 'workers' | 'log'>): LabelPacks {
  const dir = ctx.config.labelPacksDir
  const state: State = { ctx, closing: new AbortController(), refusedStamps: new Map(), packs: [], version: 0 }
  let running: Promise<Outcome<Loaded>> | null = null
  let first: Promise<unknown> | null = null

  function refresh(): Promise<Outcome<Loaded>> {
    running ??= look(state, dir).finally(() => {
      running = null
    })
    first ??= running
    return running
  }

  return {
    refresh,
    ready: () => (dir === null ? Promise.resolve() : (first ?? refresh())),
    find: (wallets, nowMs) => findIn(state.packs, wallets, nowMs),
    featured: (nowMs) => state.packs.flatMap((pack) => featuredOf(pack, nowMs)),
    get names() {
      return state.packs.map(({ name }) => name)
    },
    get version() {
      return state.version
    },
    async close() {
      state.closing.abort()
      await running
    },
  }
}

type Loaded = { readonly loaded: number }
type State = {
  readonly ctx: Pick<Context, 'workers' | 'log'>
  readonly closing: AbortController
  /** Versions that could not be read, so that they are tried and reported once. */
  readonly refusedStamps: Map<string, string>
  packs: readonly Pack[]
  version: number
}

async function look(state: State, dir: string | null): Promise<Outcome<Loaded>> {
  const { signal } = state.closing
  const next: Pack[] = []
  for (const one of dir === null ? [] : await listPacks(dir)) {
    if (signal.aborted) break
    const pack = await load(state, one)
    if (pack !== null) next.push(pack)
  }
  if (signal.aborted) return ok({ loaded: state.packs.length })
  if (next.length !== state.packs.length) state.version++
  state.packs = next
  return ok({ loaded: next.length })
}

/** The pack as the file has it now, else its version before; null without one. */
async function load(state: State, listed: Listed): Promise<Pack | null> {
  const { ctx, refusedStamps, closing } = state
  const { name, stamp, bytes } = listed
  const before = state.packs.find((pack) => pack.name === name) ?? null
  if (before?.stamp === stamp || refusedStamps.get(name) === stamp) return before
  const read =
    bytes > LABELS.packBytes
      ? fail('invalid_request', `more than ${LABELS.packBytes} bytes`)
      : await loadPack(ctx, listed, closing.signal)
  if (!read.ok) {
    // What is wrong with the file stays; a busy pool does not.
    if (read.code !== 'invalid_request') return before
    refusedStamps.set(name, stamp)
    ctx.log.warn({ pack: name, reason: read.message, kept: before !== null }, 'label pack refused')
    return before
  }
  const { table, rows, refused, refusals } = read.value
  refusedStamps.delete(name)
  ctx.log.info({ pack: name, rows, refused, refusals }, 'label pack loaded')
  state.version++
  return { name, stamp, table, records: createBoundedMap(LABELS.decodedRecords) }
}

function findIn(packs: readonly Pack[], wallets: readonly string[], nowMs: number): (readonly PackLabel[])[] {
  const labels = new Array<readonly PackLabel[]>(wallets.length).fill(NOTHING)
  const rows = new Int32Array(wallets.length)
  for (const pack of packs) {
    findAddresses(pack.table.table, wallets, rows)
    for (const [i, row] of rows.entries()) {
      if (row < 0 || isOver(pack, row, nowMs)) continue
      const label = { pack: pack.name, record: recordOf(pack, row) }
      labels[i] = labels[i]!.length === 0 ? [label] : [...labels[i]!, label]
    }
  }
  return labels
}

function isOver({ table }: Pack, row: number, nowMs: number): boolean {
  const untilSec = table.table.rows[row * ROW_WORDS + ROW.expires]!
  return untilSec !== 0 && nowMs >= untilSec * 1_000
}

function recordOf({ table, records }: Pack, row: number): LabelRecord {
  const at = table.table.rows[row * ROW_WORDS + ROW.record]!
  const known = records.peek(at)
  if (known !== undefined) return known
  const { buffer, byteOffset } = table.records
  const [start, end] = [table.starts[at]!, table.starts[at + 1]!]
  const record = JSON.parse(Buffer.from(buffer, byteOffset + start, end - start).toString('utf8')) as LabelRecord
  records.set(at, record)
  return record
}

function featuredOf(pack: Pack, nowMs: number): FeaturedRow[] {
  const rows: FeaturedRow[] = []
  const { table, featured } = pack.table
  for (const row of featured) {
    if (rows.length === LABELS.featuredOfPack) break
    const wallet = readAddress(table, row)
    // A later row of the same address took its place.
    if (findAddress(table, wallet) !== row || isOver(pack, row, nowMs)) continue
    rows.push({ wallet, pack: pack.name, record: recordOf(pack, row) })
  }
  return rows
}

/** Files of the folder that are packs, by name; hidden ones and what is no file are passed over. */
async function listPacks(dir: string): Promise<readonly Listed[]> {
  const names = await readdir(dir).catch(() => [])
  const listed: Listed[] = []
  for (const file of names.sort()) {
    const format = FORMATS.find(([ending]) => file.endsWith(ending))
    if (format === undefined || file.startsWith('.')) continue
    const path = join(dir, file)
    const found = await stat(path).catch(() => null)
    if (found === null || !found.isFile()) continue
    const stamp = `${found.ino} ${found.size} ${found.mtimeMs}`
    listed.push({ path, format: format[1], name: basename(file, format[0]), stamp, bytes: found.size })
    if (listed.length === LABELS.packs) break
  }
  return listed
}
