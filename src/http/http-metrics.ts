import type { LoopTurns } from '../runtime/loop-turns.ts'
import { type Counter, LATENCY_BOUNDS_SECONDS, type Metrics } from '../runtime/metrics.ts'
import type { BodyBudgets } from './body-budget.ts'
import type { Compressor } from './compressor.ts'
import { CODINGS } from './content-coding.ts'
import type { MountedRoute, RouteCounts } from './mounted-route.ts'
import type { ResponseCache } from './response-cache.ts'

const BOUNDS_MS = LATENCY_BOUNDS_SECONDS.map((seconds) => seconds * 1_000)

const STATUSES = 600

export function createRouteCounts(): RouteCounts {
  return { byStatus: new Float64Array(STATUSES), byDuration: new Float64Array(BOUNDS_MS.length + 1), totalMs: 0 }
}

export function countAnswer(counts: RouteCounts, status: number, durationMs: number): void {
  if (status < STATUSES) counts.byStatus[status]!++
  let bucket = 0
  while (bucket < BOUNDS_MS.length && durationMs > BOUNDS_MS[bucket]!) bucket++
  counts.byDuration[bucket]!++
  counts.totalMs += durationMs
}

/** Hands the plain numbers over at each exposition. */
export function exportHttpMetrics(
  metrics: Metrics,
  sources: {
    readonly mounted: readonly MountedRoute[]
    /** Requests that no route answered: 404, 405, documents. */
    readonly unrouted: RouteCounts
    readonly cache: ResponseCache
    readonly compressor: Compressor
    inFlight(): number
    rateWindows(): number
    readonly bodies: BodyBudgets
    readonly turns: LoopTurns
  },
): void {
  const name = 'mintglass_http_request_duration_seconds'
  const requests = metrics.counter('mintglass_http_requests_total', 'Answers by route and status.', ['route', 'status'])
  const lookups = metrics.counter('mintglass_http_cache_total', 'Response cache look-ups by where they ended.', [
    'level',
  ])
  const evicted = metrics.counter('mintglass_http_cache_evicted_total', 'Bodies forgotten to make room.')
  const compressions = metrics.counter('mintglass_http_compressions_total', 'Bodies compressed, by content coding.', [
    'coding',
  ])
  const inFlight = metrics.gauge('mintglass_http_in_flight', 'Requests being answered.')
  const cacheBytes = metrics.gauge('mintglass_http_cache_bytes', 'Bytes of finished bodies in memory.')
  const windows = metrics.gauge('mintglass_http_rate_windows', 'Rate-limit windows held.')
  const bodies = metrics.gauge('mintglass_http_body_bytes_in_flight', 'Bytes of request bodies under way.', ['kind'])
  const advance = createAdvancer()

  const exportRoute = (route: string, own: RouteCounts): void => {
    for (const [status, count] of own.byStatus.entries())
      if (count > 0) advance(requests, { route, status: String(status) }, count)
  }
  const exportTurns = createTurnExport(metrics, sources.turns)
  metrics.readHistogram(name, 'Seconds from a request to its answer, by route.', LATENCY_BOUNDS_SECONDS, function* () {
    for (const { name: route, counts } of sources.mounted) yield* durationsOf(route, counts)
    yield* durationsOf('other', sources.unrouted)
  })
  metrics.onCollect(() => {
    exportTurns()
    for (const { name: route, counts: own } of sources.mounted) exportRoute(route, own)
    exportRoute('other', sources.unrouted)
    const { memoryHits, diskHits, misses } = sources.cache.counts
    advance(lookups, { level: 'memory' }, memoryHits)
    advance(lookups, { level: 'disk' }, diskHits)
    advance(lookups, { level: 'miss' }, misses)
    advance(evicted, {}, sources.cache.counts.evicted)
    for (const coding of CODINGS) advance(compressions, { coding }, sources.compressor.counts[coding])
    inFlight.set(sources.inFlight())
    cacheBytes.set(sources.cache.bytes())
    windows.set(sources.rateWindows())
    for (const kind of ['keyed', 'keyless', 'relayed', 'openProxies'] as const)
      bodies.set(sources.bodies[kind].bytes, { kind })
  })
}

/** Turns of the loop as a histogram, and the longest of each route since the last look: who scrapes alone sees all. */
function createTurnExport(metrics: Metrics, turns: LoopTurns): () => void {
  const name = 'mintglass_loop_turn_seconds'
  metrics.readHistogram(name, 'Turns of the loop, in seconds that it was busy.', LATENCY_BOUNDS_SECONDS, () => [
    { labels: {}, buckets: turns.byDuration, sum: turns.totals.busyMs / 1_000 },
  ])
  const longest = metrics.gauge(
    'mintglass_loop_turn_longest_seconds',
    'Longest part of a turn that one request of a route took, since the last look.',
    ['route'],
  )
  const shown = new Set<string>()
  return () => {
    const taken = turns.takeLongest()
    for (const route of shown) if (!taken.has(route)) longest.set(0, { route })
    for (const [route, ms] of taken) {
      shown.add(route)
      longest.set(ms / 1_000, { route })
    }
  }
}

type Advance = (counter: Counter, labels: Record<string, string>, total: number) => void

/** A route without requests has no rows. */
function* durationsOf(route: string, { byDuration, totalMs }: RouteCounts) {
  if (byDuration.some((count) => count > 0)) yield { labels: { route }, buckets: byDuration, sum: totalMs / 1_000 }
}

/** Counters only go up by steps, our numbers are totals: remembers what was handed over. */
function createAdvancer(): Advance {
  const handedOver = new Map<Counter, Map<string, number>>()
  return (counter, labels, total) => {
    const own = handedOver.get(counter) ?? new Map<string, number>()
    handedOver.set(counter, own)
    const key = Object.values(labels).join('\n')
    const before = own.get(key) ?? 0
    if (total > before) counter.inc(labels, total - before)
    own.set(key, total)
  }
}
