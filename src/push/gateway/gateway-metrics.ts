import type { Metrics } from '../../runtime/metrics.ts'
import type { DeliveryCounts } from './delivery-parts.ts'

/** Hands the gateway's plain numbers over at each exposition. */
export function exportGatewayMetrics(
  metrics: Metrics,
  sources: {
    connections(): number
    topics(): number
    bufferedBytes(): readonly number[]
    readonly counts: Readonly<DeliveryCounts>
  },
): void {
  const connections = metrics.gauge('mintglass_stream_connections', 'Open WebSocket connections.')
  const topics = metrics.gauge('mintglass_stream_topics', 'WebSocket topics with a subscriber.')
  const buffered = metrics.gauge('mintglass_stream_buffered_bytes', 'What waits for slow WebSocket connections.')
  const counters: Readonly<Record<keyof DeliveryCounts, ReturnType<Metrics['counter']>>> = {
    deliveries: metrics.counter('mintglass_stream_deliveries_total', 'Events handed to WebSocket connections.'),
    catchUps: metrics.counter('mintglass_stream_catch_ups_total', 'Resumes, and slow sockets fed from the tape.'),
    skips: metrics.counter(
      'mintglass_stream_skips_total',
      'Subscriptions notified that the tape no longer holds events.',
    ),
  }
  const reported: DeliveryCounts = { deliveries: 0, catchUps: 0, skips: 0 }
  metrics.onCollect(() => {
    connections.set(sources.connections())
    topics.set(sources.topics())
    buffered.set(sources.bufferedBytes().reduce((sum, bytes) => sum + bytes, 0))
    for (const name of ['deliveries', 'catchUps', 'skips'] as const) {
      counters[name].inc({}, sources.counts[name] - reported[name])
      reported[name] = sources.counts[name]
    }
  })
}
