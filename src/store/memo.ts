import { CACHES, type CacheName, type CacheRule, DEGRADED_TTL_MS, DISK_CACHE_MIN_TTL_MS } from '../config/cache-ttls.ts'
import { LIMITS } from '../config/limits.ts'
import { STORAGE } from '../config/storage.ts'
import { FAILURES, type FailureCode } from '../contract/failures.ts'
import { type CacheMeta, type Failure, joinCacheMeta, type Ok, type Outcome, ok } from '../contract/outcome.ts'
import { type BoundedMap, createBoundedMap } from '../runtime/bounded-map.ts'
import type { Clock } from '../runtime/clock.ts'
import { createSingleFlight, type SingleFlight } from '../runtime/single-flight.ts'
import { decodeCached, encodeCached } from './codec.ts'
import type { ExpiringTable } from './expiring-table.ts'
import type { MemoTally } from './memo-tally.ts'
import type { Store } from './store.ts'

/** A value with its lifetime. `staleUntilMs`: until then it may still be served when its source fails. */
type Entry = {
  readonly value: unknown
  readonly builtAtMs: number
  readonly freshUntilMs: number
  readonly staleUntilMs: number
  readonly degraded: boolean
  readonly stale: boolean
}

export type Memo = Pick<Store, 'memo' | 'memoMany' | 'peek'> & {
  /** Forgets what is in memory; running loads are not kept when they end, and get no further callers. */
  clear(): void
  /** Forgets some of the values past their time, and goes on with others at the next call. */
  sweep(): void
  readonly size: number
}

type Parts = {
  readonly clock: Clock
  readonly disk: ExpiringTable
  /** Begins every disk key, so that a value of another world or of another version of the program is never found. */
  readonly worldTag: () => string
  readonly tally: MemoTally
  readonly maxEntries?: number
  /** Other lifetimes than those of `CACHES`, for tests. */
  readonly rules?: Readonly<Record<CacheName, CacheRule>>
}

type State = Parts & {
  readonly rules: Readonly<Record<CacheName, CacheRule>>
  readonly memory: BoundedMap<string, Entry>
  flights: SingleFlight<Outcome<unknown>>
  epoch: number
}

/** All callers share the returned values: never change them. */
export function createMemo(parts: Parts): Memo {
  const state: State = {
    ...parts,
    rules: parts.rules ?? CACHES,
    memory: createBoundedMap(parts.maxEntries ?? LIMITS.memoEntries),
    flights: createSingleFlight(),
    epoch: 0,
  }
  return {
    memo: (cache, key, load, options) => memoOne(state, cache, key, load, options?.bypass ?? false),
    memoMany: (cache, keys, loadMissing) => memoMany(state, cache, keys, loadMissing),
    peek<T>(cache: CacheName, key: string) {
      const slot = slotOf(cache, key)
      const entry = findInMemory(state, cache, slot) ?? findOnDisk(state, cache, slot)
      return entry?.value as T | undefined
    },
    clear() {
      state.epoch++
      state.memory.clear()
      state.flights = createSingleFlight()
    },
    sweep() {
      const nowMs = parts.clock.nowMs()
      state.memory.sweep(STORAGE.memoSweepEntries, ({ staleUntilMs }) => nowMs >= staleUntilMs)
    },
    get size() {
      return state.memory.size
    },
  }
}

async function memoOne<T>(
  state: State,
  cache: CacheName,
  key: string,
  load: () => Promise<Outcome<T>>,
  bypass: boolean,
): Promise<Outcome<T>> {
  const slot = slotOf(cache, key)
  for (;;) {
    const held = bypass ? undefined : findInMemory(state, cache, slot)
    if (held !== undefined) return outcomeOf<T>(held)
    const isRunning = state.flights.current(slot) !== undefined
    const stored = bypass || isRunning ? undefined : findOnDisk(state, cache, slot)
    if (stored !== undefined) return outcomeOf<T>(stored)
    const flight = state.flights.join(slot, async () => {
      const { epoch } = state
      return settle(state, cache, slot, epoch, await load())
    })
    const outcome = (await flight.result) as Outcome<T>
    // A client that disconnects aborts no other: the others continue with a load of their own.
    if (!wasCancelled(outcome) || flight.isLeader) return outcome
  }
}

async function memoMany<T>(
  state: State,
  cache: CacheName,
  keys: readonly string[],
  loadMissing: (missing: readonly string[]) => Promise<Outcome<ReadonlyMap<string, T>>>,
): Promise<Outcome<ReadonlyMap<string, T | null>>> {
  const results = new Map<string, Outcome<T | null>>()
  let wanted: readonly string[] = [...new Set(keys)]
  while (wanted.length > 0) {
    const missing: string[] = []
    const awaited: { key: string; result: Promise<Outcome<unknown>>; isLeader: boolean }[] = []
    for (const key of wanted) {
      const slot = slotOf(cache, key)
      const held = findInMemory(state, cache, slot)
      const running = held === undefined ? state.flights.current(slot) : undefined
      const entry = held ?? (running === undefined ? findOnDisk(state, cache, slot) : undefined)
      if (entry !== undefined) results.set(key, outcomeOf<T | null>(entry))
      else if (running !== undefined) awaited.push({ key, result: running, isLeader: false })
      else missing.push(key)
    }
    if (missing.length > 0) {
      const { epoch } = state
      const batch = loadMissing(missing)
      for (const key of missing) {
        const slot = slotOf(cache, key)
        const { result } = state.flights.join(slot, async () =>
          settle(state, cache, slot, epoch, itemOf(await batch, key)),
        )
        awaited.push({ key, result, isLeader: true })
      }
    }
    const outcomes = await Promise.all(awaited.map(({ result }) => result))
    wanted = awaited.filter(({ isLeader }, i) => wasCancelled(outcomes[i]!) && !isLeader).map(({ key }) => key)
    awaited.forEach(({ key }, i) => {
      results.set(key, outcomes[i] as Outcome<T | null>)
    })
  }
  return joinItems(state, results)
}

/** One value of a batch's reply; what the loader left out is null. */
function itemOf<T>(batch: Outcome<ReadonlyMap<string, T>>, key: string): Outcome<T | null> {
  return batch.ok ? ok(batch.value.get(key) ?? null, batch.cache) : batch
}

/** Fails only when nothing at all is known; otherwise keys that failed are absent and the whole is degraded. */
function joinItems<T>(state: State, items: ReadonlyMap<string, Outcome<T>>): Outcome<ReadonlyMap<string, T>> {
  const known = new Map<string, T>()
  const metas: CacheMeta[] = []
  let failure: Failure | undefined
  for (const [key, item] of items) {
    if (item.ok) {
      known.set(key, item.value)
      if (item.cache !== undefined) metas.push(item.cache)
    } else failure ??= item
  }
  if (failure !== undefined && known.size === 0) return failure
  if (failure !== undefined) {
    const nowMs = state.clock.nowMs()
    metas.push({ builtAtMs: nowMs, freshUntilMs: nowMs + DEGRADED_TTL_MS, degraded: true, stale: false })
  }
  return ok(known, joinCacheMeta(metas))
}

function findInMemory(state: State, cache: CacheName, slot: string): Entry | undefined {
  const held = state.memory.get(slot)
  if (held === undefined || !isFresh(state, cache, held, state.clock.nowMs())) return undefined
  state.tally.count(cache, 'hit')
  return held
}

/** A clock that was set back, or a lifetime made shorter since, must not make a value live longer than its cache
 *  says. */
function isFresh(state: State, cache: CacheName, { freshUntilMs }: Entry, nowMs: number): boolean {
  return nowMs < freshUntilMs && freshUntilMs <= nowMs + state.rules[cache].ttlMs
}

/** What a sibling or an earlier run of this process wrote; a row past its time is held for a failing source. */
function findOnDisk(state: State, cache: CacheName, slot: string): Entry | undefined {
  const nowMs = state.clock.nowMs()
  const stored = readStored(state, cache, slot, nowMs)
  if (stored === undefined) return undefined
  const held = state.memory.peek(slot)
  if (held === undefined || stored.builtAtMs > held.builtAtMs) state.memory.set(slot, stored)
  if (!isFresh(state, cache, stored, nowMs)) return undefined
  state.tally.count(cache, 'disk')
  return stored
}

/** Keeps a load's value for its time, or answers a failed load with what was known before. */
function settle(state: State, cache: CacheName, slot: string, epoch: number, loaded: Outcome<unknown>) {
  return loaded.ok ? keep(state, cache, slot, epoch, loaded) : serveStale(state, cache, slot, loaded)
}

/** Lifetimes never add up: a value made of parts that are older than itself dies with the first of them. */
function keep(state: State, cache: CacheName, slot: string, epoch: number, loaded: Ok<unknown>): Outcome<unknown> {
  const rule = state.rules[cache]
  const nowMs = state.clock.nowMs()
  const degraded = loaded.cache?.degraded ?? false
  const stale = loaded.cache?.stale ?? false
  const ttlMs = degraded || stale ? Math.min(DEGRADED_TTL_MS, rule.ttlMs) : rule.ttlMs
  const freshUntilMs = Math.min(nowMs + ttlMs, loaded.cache?.freshUntilMs ?? Number.POSITIVE_INFINITY)
  const entry: Entry = {
    value: loaded.value,
    builtAtMs: Math.min(nowMs, loaded.cache?.builtAtMs ?? nowMs),
    freshUntilMs,
    staleUntilMs: freshUntilMs + rule.staleForMs,
    degraded,
    stale,
  }
  state.tally.count(cache, 'load')
  if (epoch === state.epoch) {
    state.memory.set(slot, entry)
    if (isOnDisk(rule) && !degraded && !stale) writeStored(state, slot, entry)
  }
  return outcomeOf(entry)
}

/** After a failed load the old value is served for a few seconds more at a time, so that a source that is down is not
 *  asked by every caller. */
function serveStale(state: State, cache: CacheName, slot: string, failure: Failure): Outcome<unknown> {
  const nowMs = state.clock.nowMs()
  const held = state.memory.get(slot)
  if (held === undefined || nowMs >= held.staleUntilMs || !isSourceFailure(failure.code)) {
    state.tally.count(cache, 'failure')
    return failure
  }
  const entry = { ...held, stale: true, freshUntilMs: Math.min(nowMs + DEGRADED_TTL_MS, held.staleUntilMs) }
  state.memory.set(slot, entry)
  state.tally.count(cache, 'stale')
  return outcomeOf(entry)
}

/** Whether the source is to blame, and not the question. */
function isSourceFailure(code: FailureCode): boolean {
  return code !== 'cancelled' && (FAILURES[code].status >= 500 || FAILURES[code].retryable)
}

function wasCancelled(outcome: Outcome<unknown>): boolean {
  return !outcome.ok && outcome.code === 'cancelled'
}

function outcomeOf<T>({ value, builtAtMs, freshUntilMs, degraded, stale }: Entry): Outcome<T> {
  return ok(value as T, { builtAtMs, freshUntilMs, degraded, stale })
}

function slotOf(cache: CacheName, key: string): string {
  return `${cache}\n${key}`
}

function isOnDisk(rule: CacheRule): boolean {
  return rule.ttlMs >= DISK_CACHE_MIN_TTL_MS && rule.memoryOnly !== true
}

type StoredRow = readonly [builtAtMs: number, freshUntilMs: number, staleUntilMs: number, value: unknown]

function writeStored(state: State, slot: string, entry: Entry): void {
  const row: StoredRow = [entry.builtAtMs, entry.freshUntilMs, entry.staleUntilMs, entry.value]
  state.disk.put(`${state.worldTag()}\n${slot}`, entry.staleUntilMs, encodeCached(row))
}

function readStored(state: State, cache: CacheName, slot: string, nowMs: number): Entry | undefined {
  const rule = state.rules[cache]
  if (!isOnDisk(rule)) return undefined
  const bytes = state.disk.get(`${state.worldTag()}\n${slot}`)
  if (bytes === undefined) return undefined
  const [builtAtMs, freshUntilMs, staleUntilMs, value] = decodeCached<StoredRow>(bytes)
  const isPlausible = builtAtMs <= nowMs && freshUntilMs <= nowMs + rule.ttlMs
  if (!isPlausible || nowMs >= staleUntilMs) return undefined
  return { value, builtAtMs, freshUntilMs, staleUntilMs, degraded: false, stale: false }
}
