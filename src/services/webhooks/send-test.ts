import { createHash } from 'node:crypto'
import { WEBHOOKS } from '../../config/webhooks.ts'
import type { Context } from '../../context.ts'
import type { Caller } from '../../contract/api-key.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { WebhookType } from '../../contract/webhook.ts'
import { deliveryId as newDeliveryId } from './ids.ts'
import { ownWebhook } from './owner.ts'

const EVENT_ID_CHARS = 32

/** Queues a made-up event through the real path: outbox, signature, retries. Fails `conflict` while the webhook is
 *  switched off and when too much waits already. */
export async function sendTestEvent(
  ctx: Pick<Context, 'store' | 'clock'>,
  caller: Caller,
  { id, type }: { readonly id: string; readonly type: WebhookType },
): Promise<Outcome<{ deliveryId: string; eventId: string }>> {
  const found = ownWebhook(ctx, caller, id)
  if (!found.ok) return found
  if (!found.value.record.enabled) return fail('conflict', 'the webhook is switched off')
  if (ctx.store.webhooks.waitingCount(id) >= WEBHOOKS.queuedEntries)
    return fail('conflict', 'too many deliveries wait already')
  const nowMs = ctx.clock.nowMs()
  const deliveryId = newDeliveryId(nowMs)
  const eventId = createHash('sha256').update(deliveryId).digest('hex').slice(0, EVENT_ID_CHARS)
  await ctx.store.webhooks.queue(id, [
    {
      deliveryId,
      epoch: ctx.store.tape.epoch,
      seqs: [],
      eventIds: [eventId],
      test: type,
      replay: false,
      attempts: 0,
      nextAtMs: nowMs,
    },
  ])
  return ok({ deliveryId, eventId })
}
