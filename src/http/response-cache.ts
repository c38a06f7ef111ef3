import { hash } from 'node:crypto'
import { CACHES, DEGRADED_TTL_MS, DISK_CACHE_MIN_TTL_MS } from '../config/cache-ttls.ts'
import type { Context } from '../context.ts'
import type { CacheMeta } from '../contract/outcome.ts'
import { entityTag } from './encode.ts'
import type { MountedRoute } from './mounted-route.ts'

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
  /** Remembers that this spelling means that body. */
  linkSpelling(spelling: string, entry: CachedBody): void
  readonly counts: { memoryHits: number; diskHits: number; misses: number; evicted: number }
  bytes(): number
  entries(): number
}

/** Beside the body: key, tag, list links, map slots; rounded up. */
const ENTRY_OVERHEAD_BYTES = 1_024
const SPELLING_OVERHEAD_BYTES = 64
/** Larger bodies get memory of their own. */
const SCRATCH_BYTES = 64 * 1024
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

/** Two levels: memory, bounded by bytes with the least recently used forgotten first, and LMDB for caches of a minute
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
  let newest: CachedBody | null = null
  let oldest: CachedBody | null = null
  let bytes = 0
  let world = worldVersion()
  /** Where a body from disk lies that is not taken into memory. */
  const scratch = Buffer.alloc(SCRATCH_BYTES)

  const followWorld = (): void => {
    if (worldVersion() === world) return
    world = worldVersion()
    while (oldest !== null) drop(oldest)
  }
  const unlink = (entry: CachedBody): void => {
    if (entry.newer === null) newest = entry.older
    else entry.newer.older = entry.older
    if (entry.older === null) oldest = entry.newer
    else entry.older.newer = entry.newer
    entry.newer = entry.older = null
  }
  const linkNewest = (entry: CachedBody): void => {
    entry.older = newest
    if (newest !== null) newest.newer = entry
    newest = entry
    oldest ??= entry
  }
  const drop = (entry: CachedBody): void => {
    unlink(entry)
    byKey.delete(entry.key)
    for (const spelling of entry.spellings) bySpelling.delete(spelling)
    bytes -= entry.bytes
  }
  const insert = (entry: CachedBody): void => {
    if (entry.body.byteLength > maxEntryBytes || entry.bytes > maxBytes) return
    const previous = byKey.get(entry.key)
    if (previous !== undefined) drop(previous)
    byKey.set(entry.key, entry)
    linkNewest(entry)
    bytes += entry.bytes
    evict()
  }
  const evict = (): void => {
    while (bytes > maxBytes && oldest !== null) {
      drop(oldest)
      counts.evicted++
    }
  }
  const touch = (entry: CachedBody): void => {
    if (entry === newest) return
    unlink(entry)
    linkNewest(entry)
  }
  const useFresh = (entry: CachedBody, nowMs: number): CachedBody | undefined => {
    if (!isFresh(entry, nowMs)) {
      drop(entry)
      return undefined
    }
    touch(entry)
    return entry
  }

  return {
    counts,
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
      // While there is room every body found on disk moves in. In a full memory each would push another out, so that
      // reading many once would empty it: then only one in four does, which those that are asked for often soon are.
      const hasRoom = bytes + scratch.byteLength <= maxBytes
      const movesIn = hasRoom || (maxBytes > 0 && counts.diskHits % MOVES_IN_WHEN_FULL === 0)
      const stored = disk.get(key, movesIn ? undefined : scratch)
      if (stored === undefined || !isFresh(stored, nowMs)) return undefined
      counts.diskHits++
      const { body, etag, builtAtMs, freshUntilMs } = stored
      const found = makeEntry(key, mounted, body, etag, builtAtMs, freshUntilMs)
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
      if (livesOnDisk(mounted) && body.byteLength <= maxEntryBytes && !meta?.degraded && !meta?.stale)
        disk.put(key, { body, etag: entry.etag, builtAtMs, freshUntilMs })
      return entry
    },
    linkSpelling(spelling, entry) {
      if (spelling.length > SPELLING_CHARS || byKey.get(entry.key) !== entry) return
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
