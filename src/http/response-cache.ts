import { hash } from 'node:crypto'
import { CACHES, DEGRADED_TTL_MS, DISK_CACHE_MIN_TTL_MS } from '../config/cache-ttls.ts'
import type { Context } from '../context.ts'
import type { CacheMeta } from '../contract/outcome.ts'
import { type Coding, codedTag } from './content-coding.ts'
import { entityTag } from './encode.ts'
import type { MountedRoute } from './mounted-route.ts'

/** A finished body in a content coding. */
export type CodedBody = {
  readonly body: Buffer
  /** As of `CachedBody`. */
  readonly isBorrowed: boolean
  readonly etag: string
  readonly coding: Coding
  /** As of `CachedBody`. */
  warmLines: string | null
}

/** A finished GET body. Nothing about a caller is in it. */
export type CachedBody = {
  readonly key: string
  readonly mounted: MountedRoute
  readonly body: Buffer
  /** The body lies in a buffer that the next look-up overwrites: who keeps it past this turn of the loop copies it. */
  isBorrowed: boolean
  readonly etag: string
  readonly builtAtMs: number
  readonly freshUntilMs: number
  /** Spellings of the request (path and query as they came) that led here; see `linkSpelling`. */
  readonly spellings: string[]
  /** What it counts against the bound. */
  bytes: number
  /** Header lines of a warm hit, put together at the first one. */
  warmLines: string | null
  /** The same body in the codings that clients asked for. */
  coded: Map<Coding, CodedBody> | null
  /** The store has it, and its codings under keys of their own. */
  isOnDisk: boolean
  newer: CachedBody | null
  older: CachedBody | null
}

export type ResponseCache = {
  /** The fresh body for a request spelled exactly like this, without parsing anything. The caller counts the hit. */
  bySpelling(spelling: string, nowMs: number): CachedBody | undefined
  /** The fresh body of a canonical key, from memory or from disk. The caller counts the miss. */
  byKey(key: string, mounted: MountedRoute, nowMs: number): CachedBody | undefined
  /** Keeps a success body as long as its route and its sources allow. Returns it, kept or not. `builtIn` is the world
   *  (`worldVersion`) its load began in; a body of another than the present one is not kept. */
  keep(
    key: string,
    mounted: MountedRoute,
    body: Buffer,
    meta: CacheMeta | undefined,
    nowMs: number,
    builtIn?: number,
  ): CachedBody
  /** The body in a coding, when it was made before. */
  coded(entry: CachedBody, coding: Coding): CodedBody | undefined
  /** The fresh body of a canonical key in a coding, from disk, without a look at the body itself; undefined also where
   *  `byKey` answers from memory or takes the body into it. */
  codedOnDisk(key: string, mounted: MountedRoute, coding: Coding, nowMs: number): CodedBody | undefined
  /** Keeps the body in a coding where the body itself is kept. */
  keepCoded(entry: CachedBody, coding: Coding, body: Buffer): CodedBody
  /** Remembers that this spelling means that body. */
  linkSpelling(spelling: string, entry: CachedBody): void
  /** Looks at the next `looks` bodies in memory, from where the last sweep stopped, and forgets those past their time. */
  sweep(looks: number, nowMs: number): void
  readonly counts: { memoryHits: number; diskHits: number; misses: number; evicted: number }
  bytes(): number
  entries(): number
}

/** Beside the body: key, tag, list links, map slots; rounded up. */
const ENTRY_OVERHEAD_BYTES = 1_024
const SPELLING_OVERHEAD_BYTES = 64
/** Where a body from disk lies that is not taken into memory; larger ones get memory of their own. */
const SCRATCH_BYTES = 64 * 1024
/** While there is room every body found on disk moves in. In a full memory each would push another out, so that reading
 *  many once would empty it: then only one in so many does, which those that are asked for often soon are. */
const MOVES_IN_WHEN_FULL = 4
const SPELLINGS_PER_ENTRY = 8
const SPELLING_CHARS = 512
const KEY_CHARS = 512

/** Canonical text to a key of bounded length. */
export function cacheKey(prefix: string, canonical: string): string {
  const key = prefix + canonical
  return key.length <= KEY_CHARS ? key : `${prefix}\n#${hash('sha256', canonical)}`
}

/** When a body built now stops being fresh: the time of its cache row, never longer than its sources say, 5 s when a
 *  source had failed. */
export function freshUntil(mounted: MountedRoute, meta: CacheMeta | undefined, nowMs: number): number {
  if (mounted.route.cache === 'none') return nowMs
  const ttlMs = CACHES[mounted.route.cache].ttlMs
  if (meta === undefined) return nowMs + ttlMs
  // A stale answer's own time is over already; keeping it 5 s spares the failing source.
  if (meta.stale) return nowMs + DEGRADED_TTL_MS
  return Math.min(nowMs + (meta.degraded ? DEGRADED_TTL_MS : ttlMs), meta.freshUntilMs)
}

/** Bodies in memory in the order in which they were used last. `swept`: where the next sweep begins; null: at the
 *  oldest. */
type ByUse = { newest: CachedBody | null; oldest: CachedBody | null; swept: CachedBody | null }

function unlink(byUse: ByUse, entry: CachedBody): void {
  if (byUse.swept === entry) byUse.swept = entry.newer
  if (entry.newer === null) byUse.newest = entry.older
  else entry.newer.older = entry.older
  if (entry.older === null) byUse.oldest = entry.newer
  else entry.older.newer = entry.newer
  entry.newer = entry.older = null
}

function linkNewest(byUse: ByUse, entry: CachedBody): void {
  entry.older = byUse.newest
  if (byUse.newest !== null) byUse.newest.newer = entry
  byUse.newest = entry
  byUse.oldest ??= entry
}

function touch(byUse: ByUse, entry: CachedBody): void {
  if (entry === byUse.newest) return
  unlink(byUse, entry)
  linkNewest(byUse, entry)
}

function forgetExpired(
  byUse: ByUse,
  { looks, nowMs, drop }: { readonly looks: number; readonly nowMs: number; drop(entry: CachedBody): void },
): void {
  let entry = byUse.swept ?? byUse.oldest
  for (let left = looks; left > 0 && entry !== null; left--) {
    const next: CachedBody | null = entry.newer
    if (!isFresh(entry, nowMs)) drop(entry)
    entry = next
  }
  byUse.swept = entry
}

/** Two levels: memory, bounded by bytes with the least recently used forgotten first and the expired swept out, and LMDB for caches of a minute
 *  and more, which siblings share and which outlives a restart. Both belong to one world: memory is emptied by the
 *  first look after `worldVersion` has moved, the store forgets its part itself. */
export function createResponseCache(options: {
  maxBytes: number
  maxEntryBytes: number
  disk: Context['store']['responses']
  /** Absent: the world never changes. */
  worldVersion?: Context['store']['worldVersion']
}): ResponseCache {
  const { maxBytes, maxEntryBytes, disk, worldVersion = () => 0 } = options
  const byKey = new Map<string, CachedBody>()
  const bySpelling = new Map<string, CachedBody>()
  const counts = { memoryHits: 0, diskHits: 0, misses: 0, evicted: 0 }
  const byUse: ByUse = { newest: null, oldest: null, swept: null }
  let bytes = 0
  let world = worldVersion()
  const scratch = Buffer.alloc(SCRATCH_BYTES)

  const followWorld = (): void => {
    if (worldVersion() === world) return
    world = worldVersion()
    while (byUse.oldest !== null) drop(byUse.oldest)
  }
  const drop = (entry: CachedBody): void => {
    unlink(byUse, entry)
    byKey.delete(entry.key)
    for (const spelling of entry.spellings) bySpelling.delete(spelling)
    bytes -= entry.bytes
  }
  const insert = (entry: CachedBody): void => {
    if (entry.body.byteLength > maxEntryBytes || entry.bytes > maxBytes) return
    const previous = byKey.get(entry.key)
    if (previous !== undefined) drop(previous)
    byKey.set(entry.key, entry)
    linkNewest(byUse, entry)
    bytes += entry.bytes
    evict()
  }
  const evict = (): void => {
    while (bytes > maxBytes && byUse.oldest !== null) {
      drop(byUse.oldest)
      counts.evicted++
    }
  }
  const useFresh = (entry: CachedBody, nowMs: number): CachedBody | undefined => {
    if (!isFresh(entry, nowMs)) {
      drop(entry)
      return undefined
    }
    touch(byUse, entry)
    return entry
  }
  const nextMovesIn = (): boolean =>
    bytes + SCRATCH_BYTES <= maxBytes || (maxBytes > 0 && counts.diskHits % MOVES_IN_WHEN_FULL === 0)
  const has = (entry: CachedBody): boolean => byKey.get(entry.key) === entry
  const keepForm = (entry: CachedBody, coded: CodedBody): void => {
    const grown = rememberCoded(entry, coded)
    entry.bytes += grown
    bytes += grown
    evict()
  }
  const takes = (key: string): boolean => {
    followWorld()
    return byKey.has(key) || nextMovesIn()
  }

  return {
    counts,
    sweep: (looks, nowMs) => forgetExpired(byUse, { looks, nowMs, drop }),
    bytes: () => bytes,
    entries: () => byKey.size,
    bySpelling(spelling, nowMs) {
      followWorld()
      const entry = bySpelling.get(spelling)
      return entry === undefined ? undefined : useFresh(entry, nowMs)
    },
    byKey(key, mounted, nowMs) {
      followWorld()
      const entry = byKey.get(key)
      const inMemory = entry === undefined ? undefined : useFresh(entry, nowMs)
      if (inMemory !== undefined) {
        counts.memoryHits++
        return inMemory
      }
      if (!livesOnDisk(mounted)) return undefined
      const movesIn = nextMovesIn()
      const stored = disk.get(key, movesIn ? undefined : scratch)
      if (stored === undefined || !isFresh(stored, nowMs)) return undefined
      counts.diskHits++
      const { body, etag, builtAtMs, freshUntilMs } = stored
      const found = makeEntry(key, mounted, body, etag, builtAtMs, freshUntilMs)
      found.isOnDisk = true
      if (movesIn) insert(found)
      else found.isBorrowed = body.buffer === scratch.buffer
      return found
    },
    keep(key, mounted, body, meta, nowMs, builtIn) {
      followWorld()
      const freshUntilMs = freshUntil(mounted, meta, nowMs)
      const builtAtMs = meta?.builtAtMs ?? nowMs
      const entry = makeEntry(key, mounted, body, entityTag(body), builtAtMs, freshUntilMs)
      if (freshUntilMs <= nowMs || (builtIn !== undefined && builtIn !== world)) return entry
      insert(entry)
      entry.isOnDisk = livesOnDisk(mounted) && body.byteLength <= maxEntryBytes && !meta?.degraded && !meta?.stale
      if (entry.isOnDisk) disk.put(key, { body, etag: entry.etag, builtAtMs, freshUntilMs })
      return entry
    },
    ...createCodedForms(disk, counts, { has, keep: keepForm, takes }),
    linkSpelling(spelling, entry) {
      if (spelling.length > SPELLING_CHARS || !has(entry)) return
      if (entry.spellings.length >= SPELLINGS_PER_ENTRY || bySpelling.get(spelling) === entry) return
      entry.spellings.push(spelling)
      bySpelling.set(spelling, entry)
      const size = SPELLING_OVERHEAD_BYTES + 2 * spelling.length
      entry.bytes += size
      bytes += size
      evict()
    },
  }
}

/** The codings of kept bodies. One whose body is in memory goes there, too; of another only the store has it. */
function createCodedForms(
  disk: Context['store']['responses'],
  counts: ResponseCache['counts'],
  memory: {
    has(entry: CachedBody): boolean
    keep(entry: CachedBody, coded: CodedBody): void
    /** Whether the body of this key is in memory, or would be taken in if it is found on disk now. */
    takes(key: string): boolean
  },
): Pick<ResponseCache, 'coded' | 'codedOnDisk' | 'keepCoded'> {
  /** Not the buffer that the body itself may lie in. */
  const scratch = Buffer.alloc(SCRATCH_BYTES)
  const formOf = (body: Buffer, etag: string, coding: Coding): CodedBody => ({
    body,
    isBorrowed: body.buffer === scratch.buffer,
    etag,
    coding,
    warmLines: null,
  })
  const remember = (entry: CachedBody, coded: CodedBody): CodedBody => {
    if (memory.has(entry)) memory.keep(entry, coded)
    return coded
  }
  return {
    coded(entry, coding) {
      const known = entry.coded?.get(coding)
      if (known !== undefined || !entry.isOnDisk) return known
      const stored = disk.get(codedKey(entry.key, coding), memory.has(entry) ? undefined : scratch)
      const isOfThisBody = stored !== undefined && stored.etag === codedTag(entry.etag, coding)
      return isOfThisBody ? remember(entry, formOf(stored.body, stored.etag, coding)) : undefined
    },
    codedOnDisk(key, mounted, coding, nowMs) {
      if (!livesOnDisk(mounted) || memory.takes(key)) return undefined
      const stored = disk.get(codedKey(key, coding), scratch)
      // It has the time of the body that it was made of.
      if (stored === undefined || !isFresh(stored, nowMs)) return undefined
      counts.diskHits++
      return formOf(stored.body, stored.etag, coding)
    },
    keepCoded(entry, coding, body) {
      const { key, builtAtMs, freshUntilMs, isOnDisk } = entry
      const etag = codedTag(entry.etag, coding)
      if (isOnDisk) disk.put(codedKey(key, coding), { body, etag, builtAtMs, freshUntilMs })
      return remember(entry, formOf(body, etag, coding))
    },
  }
}

/** The bytes of a found body, for who keeps them past this turn of the loop. */
export function ownBody({ body, isBorrowed }: Pick<CodedBody, 'body' | 'isBorrowed'>): Buffer {
  return isBorrowed ? Buffer.from(body) : body
}

/** Bytes that the entry has grown by. */
function rememberCoded(entry: CachedBody, coded: CodedBody): number {
  entry.coded ??= new Map()
  const before = entry.coded.get(coded.coding)
  entry.coded.set(coded.coding, coded)
  return coded.body.byteLength - (before?.body.byteLength ?? 0)
}

function codedKey(key: string, coding: Coding): string {
  return `${key}\n${coding}`
}

function livesOnDisk({ route }: MountedRoute): boolean {
  return route.cache !== 'none' && CACHES[route.cache].ttlMs >= DISK_CACHE_MIN_TTL_MS
}

function makeEntry(
  key: string,
  mounted: MountedRoute,
  body: Buffer,
  etag: string,
  builtAtMs: number,
  freshUntilMs: number,
): CachedBody {
  const bytes = body.byteLength + ENTRY_OVERHEAD_BYTES
  return {
    key,
    mounted,
    body,
    etag,
    builtAtMs,
    freshUntilMs,
    spellings: [],
    bytes,
    warmLines: null,
    coded: null,
    isOnDisk: false,
    isBorrowed: false,
    newer: null,
    older: null,
  }
}

/** A clock that was set back must not make old bodies live on. */
const CLOCK_SLACK_MS = 60_000

function isFresh(entry: { readonly builtAtMs: number; readonly freshUntilMs: number }, nowMs: number): boolean {
  return nowMs < entry.freshUntilMs && nowMs >= entry.builtAtMs - CLOCK_SLACK_MS
}
