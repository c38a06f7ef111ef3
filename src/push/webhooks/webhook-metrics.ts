import type { Metrics } from '../../runtime/metrics.ts'
import { LATENCY_BOUNDS_SECONDS } from '../../runtime/metrics.ts'
import type { Consumer } from '../consumer/types.ts'

/** Counts attempts by what became of them; what is under way and what waits is read when asked for. */
export function createWebhookMetrics(metrics: Metrics): {
  attempted(status: string, latencyMs: number): void
  show(counts: Consumer['counts']): void
} {
  const attempts = metrics.counter('mintglass_webhook_attempts_total', 'Attempts of webhook deliveries.', ['result'])
  const seconds = metrics.histogram(
    'mintglass_webhook_attempt_seconds',
    'Time until a target had answered or failed.',
    LATENCY_BOUNDS_SECONDS,
  )
  const served = metrics.gauge('mintglass_webhooks', 'Webhooks that are served.')
  const running = metrics.gauge('mintglass_webhook_attempts_running', 'Attempts under way.')
  const waiting = metrics.gauge('mintglass_webhook_deliveries_waiting', 'Deliveries that wait for their next attempt.')
  return {
    attempted(result, latencyMs) {
      attempts.inc({ result })
      seconds.observe(latencyMs / 1_000)
    },
    show: (counts) =>
      metrics.onCollect(() => {
        const now = counts()
        served.set(now.subscriptions)
        running.set(now.running)
        waiting.set(now.waiting)
      }),
  }
}
