import Type, { type Static } from 'typebox'
import { closed, EpochMs, NullableInteger, NullableNumber } from './shapes.ts'

const Count = Type.Integer()

/** What an operator looks at first (unshown routes, 10.14). All of it is read from counters that are kept anyway. */
export const SystemUsage = closed({
  ts: EpochMs,
  version: Type.String(),
  mode: Type.Enum(['live', 'sandbox']),
  uptimeSecs: Count,
  process: closed({
    pid: Count,
    rssBytes: Count,
    heapUsedBytes: Count,
    cpuSecs: Type.Number({ description: 'Of all threads since the start.' }),
    loopLagP99Ms: { ...NullableNumber, description: 'Since the previous reading; null before the first.' },
  }),
  workers: closed({
    pending: Count,
    refused: Count,
    tasks: Type.Array(closed({ task: Type.String(), runs: Count, meanMs: Type.Number(), p95Ms: NullableNumber })),
  }),
  http: closed({
    inFlight: Count,
    requests: Count,
    byClass: Type.Record(Type.String(), Count, { description: 'Requests by class of status: `2xx`, `4xx`, ...' }),
    p50Ms: NullableNumber,
    p99Ms: NullableNumber,
    cacheHitPct: NullableNumber,
  }),
  stream: closed({
    connections: Count,
    topics: Count,
    deliveries: Count,
    catchUps: Type.Integer({ description: 'Slow readers that were served from the tape.' }),
    skips: Count,
  }),
  webhooks: closed({ subscriptions: Count, waiting: Count, running: Count }),
  tape: Type.Array(
    closed({
      chain: Type.String(),
      headSlot: NullableInteger,
      headCursor: Type.String(),
      lagMs: NullableNumber,
      events: Type.Integer({ description: 'On the tape, first to last.' }),
    }),
  ),
  store: Type.Array(closed({ environment: Type.String(), usedBytes: Count, mapBytes: Count })),
  upstreams: Type.Array(
    closed({
      provider: Type.String(),
      calls: Count,
      failed: Count,
      p95Ms: NullableNumber,
      queued: Count,
      inFlight: Count,
      resting: Type.Boolean({ description: 'Its circuit breaker is open: it is not asked for a while.' }),
    }),
  ),
  jobs: Type.Array(closed({ job: Type.String(), runs: Count, failed: Count })),
})
export type SystemUsage = Static<typeof SystemUsage>
