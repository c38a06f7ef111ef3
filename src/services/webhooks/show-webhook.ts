import type { Context } from '../../context.ts'
import type { NewWebhook, Webhook, WebhookDetail } from '../../contract/webhook.ts'
import type { WebhookRecord, WebhookWithState } from '../../store/webhook-rows.ts'

type Parts = Pick<Context, 'store' | 'clock'>

/** A webhook as its owner sees it: never a secret. */
export function showNewWebhook(record: WebhookRecord): NewWebhook {
  const { id, url, events, chain, filter, description, batchMax, enabled, disabledReason, startCursor } = record
  return {
    id,
    url,
    events: [...events],
    chain,
    filter,
    description,
    batchMax,
    enabled,
    disabledReason,
    createdAt: record.createdAtMs,
    updatedAt: record.updatedAtMs,
    startCursor,
  }
}

export function showWebhook(ctx: Parts, { record, state }: WebhookWithState): Webhook {
  return {
    ...showNewWebhook(record),
    cursor: state.cursor,
    lag: lagOf(ctx, state.cursor),
    pending: ctx.store.webhooks.waitingCount(record.id),
    consecutiveFailures: state.consecutiveFailures,
    truncated: state.truncated,
  }
}

export function showWebhookDetail(ctx: Parts, webhook: WebhookWithState): WebhookDetail {
  const { delivered, failed, dead, lastSuccessAtMs, lastFailure } = webhook.state
  return {
    ...showWebhook(ctx, webhook),
    stats: {
      delivered,
      failed,
      dead,
      lastSuccessAt: lastSuccessAtMs,
      lastFailure:
        lastFailure === null ? null : { at: lastFailure.atMs, status: lastFailure.status, reason: lastFailure.reason },
    },
  }
}

function lagOf({ store, clock }: Parts, cursor: string): Webhook['lag'] {
  const check = store.tape.checkCursor(cursor)
  const afterSeq = check.status === 'ok' ? check.seq : check.status === 'gone' ? check.resumeAt : 0
  const events = Math.max(0, store.tape.window().head.seq - afterSeq)
  const timeSec = events === 0 ? null : (store.tape.eventAt(afterSeq + 1)?.blockTimeSec ?? null)
  return { events, seconds: timeSec === null ? 0 : Math.max(0, Math.round(clock.nowMs() / 1_000 - timeSec)) }
}
