import { HOUR_MS } from '../../config/durations.ts'
import { RETENTION } from '../../config/retention.ts'
import { STORAGE } from '../../config/storage.ts'
import { guarded } from '../../runtime/background.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Logger } from '../../runtime/log.ts'
import type { Store, UsageDelta } from '../../store/store.ts'

export type UsageEvent = {
  readonly keyId: number
  /** Method and path pattern: `GET /api/v2/tokens/{mint}/intel`. */
  readonly route: string
  /** 499 when the caller went away before the answer. */
  readonly status: number
  readonly durationMs: number
  readonly upstreamCalls: number
  readonly upstreamCostUsd: number
  /** No answer of its own, but what an earlier one's work went on to ask of upstreams. */
  readonly isLate?: true
}

export type UsageRecorder = {
  /** Counts one answer in memory; well under a microsecond. */
  record(event: UsageEvent): void
  /** Writes what is counted so far. Resolves also when the disk refuses: the counts then stay for the next try. */
  flush(): Promise<void>
  /** The last flush; events that come later are not counted. */
  close(): Promise<void>
}

type Tally = { -readonly [K in keyof UsageDelta]: UsageDelta[K] }

/** Adds up usage and writes it every half second, so that a killed process loses at most its last second. Each tally is
 *  handed to the store in exactly one transaction that either happens or is tried again, so nothing counts twice. */
export function createUsageRecorder(deps: {
  readonly store: Pick<Store, 'usage'>
  readonly clock: Clock
  readonly log: Logger
  /** Tests and benches narrow it. */
  readonly flushEveryMs?: number
}): UsageRecorder {
  const { store, clock, log } = deps
  /** Hour, then key, then route. */
  let tallies = new Map<number, Map<number, Map<string, Tally>>>()
  let pendingRows = 0
  let flushing: Promise<void> | undefined
  let lastPrunedHourMs = 0
  let isClosed = false
  let isRefused = false

  function tallyOf(bucketMs: number, keyId: number, route: string): Tally | undefined {
    const routes = entryOf(entryOf(tallies, bucketMs, newMap<number, Map<string, Tally>>), keyId, newMap<string, Tally>)
    let tally = routes.get(route)
    if (tally !== undefined) return tally
    if (pendingRows >= STORAGE.usageRowsPending) return undefined
    pendingRows++
    tally = { ...EMPTY, keyId, route, bucketMs }
    routes.set(route, tally)
    return tally
  }

  async function writeAll(): Promise<void> {
    const rows = [...tallies.values()].flatMap((keys) => [...keys.values()].flatMap((routes) => [...routes.values()]))
    tallies = new Map()
    pendingRows = 0
    for (let at = 0; at < rows.length; at += STORAGE.usageRowsPerWrite) {
      try {
        await store.usage.add(rows.slice(at, at + STORAGE.usageRowsPerWrite))
      } catch (error) {
        for (const row of rows.slice(at)) mergeBack(row)
        if (!isRefused) log.error({ err: error, rows: pendingRows }, 'usage cannot be written; it is kept in memory')
        isRefused = true
        return
      }
    }
    if (isRefused) log.info('usage is written again')
    isRefused = false
    await prune()
  }

  function mergeBack(row: Tally): void {
    const tally = tallyOf(row.bucketMs, row.keyId, row.route)
    if (tally !== undefined) addTo(tally, row)
  }

  /** Once an hour; what a turn leaves over goes with the next. */
  async function prune(): Promise<void> {
    const nowMs = clock.nowMs()
    if (nowMs - lastPrunedHourMs < HOUR_MS) return
    const before = { hour: nowMs - STORAGE.usageHoursMs, day: nowMs - RETENTION.usageMs }
    if ((await store.usage.prune(before)) === 0) lastPrunedHourMs = nowMs
  }

  async function flush(): Promise<void> {
    // What was counted before the call must be written when it resolves: a write under way may have begun earlier.
    while (flushing !== undefined) await flushing
    flushing = writeAll()
      .catch((error: unknown) => log.error({ err: error }, 'old usage could not be removed'))
      .finally(() => {
        flushing = undefined
      })
    await flushing
  }

  const timer = setInterval(
    guarded('usage flush', () => (pendingRows > 0 && flushing === undefined ? flush() : undefined)),
    deps.flushEveryMs ?? STORAGE.usageFlushEveryMs,
  )
  timer.unref()
  const detach = store.usage.attachPending(flush)

  return {
    record(event) {
      if (isClosed) return
      const nowMs = clock.nowMs()
      const tally = tallyOf(nowMs - (nowMs % HOUR_MS), event.keyId, event.route)
      if (tally === undefined) return
      tally.providerCalls += event.upstreamCalls
      tally.providerCostUsd += event.upstreamCostUsd
      if (event.isLate) return
      tally.calls++
      if (event.status >= 400) tally.errors++
      if (event.status >= 500) tally.failures++
      tally.totalMs += event.durationMs
      if (event.durationMs > tally.maxMs) tally.maxMs = event.durationMs
    },
    flush,
    async close() {
      clearInterval(timer)
      detach()
      isClosed = true
      await flush()
      if (pendingRows > 0) log.error({ rows: pendingRows }, 'usage of the last moments was lost')
    },
  }
}

function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

function newMap<K, V>(): Map<K, V> {
  return new Map<K, V>()
}

const EMPTY: Omit<Tally, 'keyId' | 'route' | 'bucketMs'> = {
  calls: 0,
  errors: 0,
  failures: 0,
  totalMs: 0,
  maxMs: 0,
  providerCalls: 0,
  providerCostUsd: 0,
}

function addTo(tally: Tally, row: UsageDelta): void {
  tally.calls += row.calls
  tally.errors += row.errors
  tally.failures += row.failures
  tally.totalMs += row.totalMs
  tally.maxMs = Math.max(tally.maxMs, row.maxMs)
  tally.providerCalls += row.providerCalls
  tally.providerCostUsd += row.providerCostUsd
}
