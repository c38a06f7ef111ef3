import type { Context } from '../../context.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import type { SystemUsage } from '../../contract/system-usage.ts'
import { TAPE_CHAINS } from '../../contract/tape-event.ts'
import type { MetricValue } from '../../runtime/metrics.ts'

const P = 'mintglass_'

/** A snapshot of this process from counters that are kept anyway. Never fails. */
export async function readSystemUsage(ctx: Context): Promise<Outcome<SystemUsage>> {
  const values = indexed(await ctx.metrics.read())
  const nowMs = ctx.clock.nowMs()
  const startedSec = values.one('process_start_time_seconds')
  return ok({
    ts: nowMs,
    version: ctx.config.version,
    mode: ctx.sandbox === null ? 'live' : 'sandbox',
    uptimeSecs: Math.max(0, Math.floor(nowMs / 1_000 - startedSec)),
    process: {
      pid: process.pid,
      rssBytes: values.one('process_resident_memory_bytes'),
      heapUsedBytes: values.one('nodejs_heap_size_used_bytes'),
      cpuSecs: values.one('process_cpu_seconds_total'),
      loopLagP99Ms: finite(values.one('nodejs_eventloop_lag_p99_seconds') * 1_000),
    },
    workers: readWorkers(values),
    http: readHttp(values),
    stream: {
      connections: values.sum('stream_connections'),
      topics: values.sum('stream_topics'),
      deliveries: values.sum('stream_deliveries_total'),
      catchUps: values.sum('stream_catch_ups_total'),
      skips: values.sum('stream_skips_total'),
    },
    webhooks: {
      subscriptions: values.sum('webhooks'),
      waiting: values.sum('webhook_deliveries_waiting'),
      running: values.sum('webhook_attempts_running'),
    },
    tape: readTape(ctx, nowMs),
    store: values.labels('store_map_bytes', 'environment').map((environment) => ({
      environment,
      usedBytes: values.sum('store_used_bytes', { environment }),
      mapBytes: values.sum('store_map_bytes', { environment }),
    })),
    upstreams: values.labels('upstream_in_flight', 'provider').map((provider) => ({
      provider,
      calls: values.sum('upstream_calls_total', { provider }),
      failed: failedCalls(values, provider),
      p95Ms: values.quantileMs('upstream_seconds', 0.95, { provider }),
      queued: values.sum('upstream_queued', { provider }),
      inFlight: values.sum('upstream_in_flight', { provider }),
      resting: values.sum('upstream_resting', { provider }) > 0,
    })),
    jobs: values.labels('job_runs_total', 'job').map((job) => {
      const runs = values.sum('job_runs_total', { job })
      return { job, runs, failed: runs - values.sum('job_runs_total', { job, result: 'ok' }) }
    }),
  })
}

/** What the server itself gave up, as its caller had left or another way was faster, is no failure of the provider. */
function failedCalls(values: Values, provider: string): number {
  const calls = (result?: string): number =>
    values.sum('upstream_calls_total', { provider, ...(result === undefined ? {} : { result }) })
  return calls() - calls('ok') - calls('cancelled')
}

function readWorkers(values: Values): SystemUsage['workers'] {
  const tasks = values.labels('worker_run_seconds_count', 'task').map((task) => {
    const runs = values.sum('worker_run_seconds_count', { task })
    const meanMs = runs === 0 ? 0 : (values.sum('worker_run_seconds_sum', { task }) / runs) * 1_000
    return { task, runs, meanMs, p95Ms: values.quantileMs('worker_run_seconds', 0.95, { task }) }
  })
  return { pending: values.one('worker_pending'), refused: values.sum('worker_refused_total'), tasks }
}

function readHttp(values: Values): SystemUsage['http'] {
  const byClass: Record<string, number> = {}
  for (const { labels, value } of values.all('http_requests_total')) {
    const name = `${(labels['status'] ?? labels['class'] ?? '?').slice(0, 1)}xx`
    byClass[name] = (byClass[name] ?? 0) + value
  }
  const hits = values.sum('http_cache_total') - values.sum('http_cache_total', { level: 'miss' })
  const asked = values.sum('http_cache_total')
  return {
    inFlight: values.one('http_in_flight'),
    requests: values.sum('http_requests_total'),
    byClass,
    p50Ms: values.quantileMs('http_request_duration_seconds', 0.5),
    p99Ms: values.quantileMs('http_request_duration_seconds', 0.99),
    cacheHitPct: asked === 0 ? null : (hits / asked) * 100,
  }
}

function readTape({ store: { tape } }: Context, nowMs: number): SystemUsage['tape'] {
  tape.refresh()
  const { head, tail } = tape.window()
  return TAPE_CHAINS.flatMap((chain) => {
    const position = tape.position(chain)
    if (position === undefined) return []
    const toTimeSec = tape.newestBlock(chain)?.blockTimeSec ?? null
    return [
      {
        chain,
        headSlot: position.slot,
        headCursor: tape.formatCursor(head.seq),
        lagMs: toTimeSec === null ? null : Math.max(0, nowMs - toTimeSec * 1_000),
        events: head.seq - tail.seq,
      },
    ]
  })
}

type Values = ReturnType<typeof indexed>
type Where = Readonly<Record<string, string>>

function indexed(rows: readonly MetricValue[]) {
  const byName = Map.groupBy(rows, ({ name }) => name)
  const all = (name: string, where: Where = {}): readonly MetricValue[] =>
    (byName.get(P + name) ?? []).filter(({ labels }) =>
      Object.entries(where).every(([key, value]) => labels[key] === value),
    )
  const sum = (name: string, where?: Where): number => all(name, where).reduce((total, { value }) => total + value, 0)
  return {
    all,
    sum,
    /** The value of a metric without labels; 0 where there is none. */
    one: (name: string): number => byName.get(P + name)?.[0]?.value ?? 0,
    labels: (name: string, label: string): readonly string[] =>
      [...new Set(all(name).map(({ labels }) => labels[label] ?? ''))].filter((text) => text !== ''),
    /** By the buckets: the bound below which that part of the observations lies, read linearly inside its bucket, as
     *  Prometheus does. Null without observations, and where it lies above the last bound. */
    quantileMs(name: string, part: number, where?: Where): number | null {
      const counts = new Map<number, number>()
      for (const { labels, value } of all(`${name}_bucket`, where)) {
        const bound = labels['le'] === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels['le'])
        counts.set(bound, (counts.get(bound) ?? 0) + value)
      }
      const bounds = [...counts].sort((a, b) => a[0] - b[0])
      const total = bounds.at(-1)?.[1] ?? 0
      if (total === 0) return null
      const wanted = total * part
      let [lower, below] = [0, 0]
      for (const [bound, count] of bounds) {
        if (count >= wanted) {
          if (!Number.isFinite(bound)) return null
          const share = count === below ? 1 : (wanted - below) / (count - below)
          return (lower + (bound - lower) * share) * 1_000
        }
        lower = bound
        below = count
      }
      return null
    },
  }
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}
