import { readFileSync } from 'node:fs'
import { WEBHOOKS } from '../../config/webhooks.ts'
import type { Context } from '../../context.ts'
import { createPinnedPoster } from '../../runtime/pinned-post.ts'
import { deliveryId } from '../../services/webhooks/ids.ts'
import type { WebhookBatch } from '../../store/webhook-rows.ts'
import { startConsumer } from '../consumer/start-consumer.ts'
import type { Consumer } from '../consumer/types.ts'
import { breakAfter } from './break-after.ts'
import { createDeliver } from './deliver.ts'
import { createBatchEncoder } from './encode-events.ts'
import { liveWebhooks, type WebhookSubscription, webhookProgress } from './subscriptions.ts'
import { createWebhookMetrics } from './webhook-metrics.ts'

export type WebhookSender = Pick<Consumer, 'stop'>

type SenderContext = Pick<Context, 'config' | 'store' | 'clock' | 'log' | 'metrics' | 'resolveHost'>

/** Posts what the tape holds to everyone who asked for it (spec 6.3): a consumer of the tape whose subscriptions are
 *  the webhooks. One process of a store does. */
export function startWebhooks(ctx: SenderContext, options: { readonly attemptMs?: number } = {}): WebhookSender {
  const { store, clock, log } = ctx
  const { concurrency, testTargets, testCaFile } = ctx.config.webhooks
  // The sandbox's own sink is one, and needs no warning.
  if (testTargets.length > 0)
    log[ctx.config.mode === 'live' ? 'warn' : 'debug'](
      { testTargets },
      'WEBHOOK_TEST_TARGETS: webhooks may reach these although their addresses are not public',
    )
  const poster = createPinnedPoster({
    clock,
    connections: concurrency,
    attemptMs: options.attemptMs ?? WEBHOOKS.attemptMs,
    readTestCa: () => (testCaFile === null ? undefined : readFileSync(testCaFile, 'utf8')),
  })
  const deliver = createDeliver(ctx, { encode: createBatchEncoder(store.tape), poster })
  const metrics = createWebhookMetrics(ctx.metrics)
  let keysVersion = store.apiKeys.version()
  const consumer = startConsumer<WebhookSubscription, WebhookBatch>({
    ...{ clock, log, tape: store.tape, store: webhookProgress(store) },
    limits: { ...WEBHOOKS, attemptsPerTarget: concurrency, attemptsPerOwner: WEBHOOKS.attemptsPerKey },
    label: { one: 'webhook', many: 'webhooks' },
    live: (served) => liveWebhooks(ctx, served),
    isSameTarget: (before, after) => before.record.url === after.record.url,
    hasChanged() {
      const before = keysVersion
      keysVersion = store.apiKeys.version()
      return keysVersion !== before
    },
    makeDelivery: (events) => ({ deliveryId: deliveryId(clock.nowMs()), ...events, test: null, replay: false }),
    attempt: ({ record }, delivery, attempt) => deliver(record, delivery, attempt),
    breakAfter: ({ httpStatus }) => breakAfter(httpStatus),
    onAttempt: (status, { latencyMs }) => metrics.attempted(status, latencyMs),
    upkeep: () => poster.sweep(),
    close: () => poster.close(),
  })
  metrics.show(consumer.counts)
  return consumer
}
