import { WEBHOOKS } from '../../config/webhooks.ts'
import type { Context } from '../../context.ts'
import type { Caller } from '../../contract/api-key.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { DeliveryStatus, WebhookDelivery } from '../../contract/webhook.ts'
import type { AttemptRow, OutboxEntry } from '../../store/webhook-rows.ts'
import { ownWebhook } from './owner.ts'

export type DeliveryQuery = {
  readonly status: DeliveryStatus | 'any'
  readonly eventId: string
  readonly limit: number
  readonly cursor: string
}

/** Where a page ended: `p` among those that wait, by time and delivery; `a` among the attempts, by key. */
const PENDING_CURSOR = /^p(\d{1,15})\.(whd_[0-9a-z]{1,40})$/
const ATTEMPT_CURSOR = /^a([0-9a-z]{0,40})$/

/** What waits for its next attempt, then every attempt, newest first. `nextCursor` is there as long as there may be
 *  more: one page looks at a bounded number of attempts. Fails `not_found`, and `invalid_request` for a cursor of no
 *  page. */
export function listDeliveries(
  ctx: Pick<Context, 'store'>,
  caller: Caller,
  id: string,
  query: DeliveryQuery,
): Outcome<{ deliveries: WebhookDelivery[]; count: number; nextCursor: string | null }> {
  const found = ownWebhook(ctx, caller, id, { withDeleted: true })
  if (!found.ok) return found
  const pendingAt = PENDING_CURSOR.exec(query.cursor)
  const attemptAt = ATTEMPT_CURSOR.exec(query.cursor)
  if (query.cursor !== '' && pendingAt === null && attemptAt === null) return fail('invalid_request', 'invalid cursor')
  const deliveries: WebhookDelivery[] = []
  let nextCursor: string | null = null
  if (attemptAt === null && (query.status === 'any' || query.status === 'pending')) {
    const after = pendingAt === null ? null : { atMs: Number(pendingAt[1]), deliveryId: pendingAt[2]! }
    nextCursor = addPending(ctx, { id, query, after, deliveries })
  }
  if (nextCursor === null && query.status !== 'pending')
    nextCursor = addAttempts(ctx, { id, query, afterKey: attemptAt?.[1] || null, deliveries })
  return ok({ deliveries, count: deliveries.length, nextCursor })
}

function addPending(
  { store }: Pick<Context, 'store'>,
  page: {
    readonly id: string
    readonly query: DeliveryQuery
    readonly after: { readonly atMs: number; readonly deliveryId: string } | null
    readonly deliveries: WebhookDelivery[]
  },
): string | null {
  const { id, query, after, deliveries } = page
  const waiting = store.webhooks
    .waiting(id, Number.MAX_SAFE_INTEGER, WEBHOOKS.queuedEntries + WEBHOOKS.replayDeliveries)
    .filter(
      ({ nextAtMs, deliveryId }) =>
        after === null || nextAtMs > after.atMs || (nextAtMs === after.atMs && deliveryId > after.deliveryId),
    )
    .filter(({ eventIds }) => query.eventId === '' || eventIds.includes(query.eventId))
  for (const entry of waiting.slice(0, query.limit)) deliveries.push(showPending(entry))
  if (waiting.length < query.limit) return null
  const last = waiting[query.limit - 1]!
  // The attempts follow on a page of their own.
  if (waiting.length === query.limit) return query.status === 'pending' ? null : 'a'
  return `p${last.nextAtMs}.${last.deliveryId}`
}

function addAttempts(
  { store }: Pick<Context, 'store'>,
  page: {
    readonly id: string
    readonly query: DeliveryQuery
    readonly afterKey: string | null
    readonly deliveries: WebhookDelivery[]
  },
): string | null {
  const { id, query, afterKey, deliveries } = page
  let beforeKey = afterKey
  for (let looked = 0; looked < WEBHOOKS.attemptsPerRead; ) {
    const rows = store.webhooks.attempts(id, { beforeKey, limit: query.limit })
    for (const { key, row } of rows) {
      if (deliveries.length >= query.limit) return `a${beforeKey ?? ''}`
      beforeKey = key
      looked++
      if (query.status !== 'any' && row.status !== query.status) continue
      if (query.eventId !== '' && !row.eventIds.includes(query.eventId)) continue
      deliveries.push(showAttempt(row))
    }
    if (rows.length < query.limit) return null
  }
  return `a${beforeKey}`
}

function showPending({ deliveryId, eventIds, attempts, nextAtMs, test, replay }: OutboxEntry): WebhookDelivery {
  return {
    deliveryId,
    eventId: eventIds[0]!,
    eventIds: [...eventIds],
    attempt: attempts + 1,
    at: nextAtMs,
    status: 'pending',
    httpStatus: null,
    latencyMs: null,
    reason: null,
    nextAttemptAt: nextAtMs,
    responseSnippet: null,
    test: test !== null,
    replay,
  }
}

function showAttempt(row: AttemptRow): WebhookDelivery {
  const { deliveryId, eventIds, attempt, atMs, status, httpStatus, latencyMs, reason, nextAtMs, snippet } = row
  return {
    deliveryId,
    eventId: eventIds[0]!,
    eventIds: [...eventIds],
    attempt,
    at: atMs,
    status,
    httpStatus,
    latencyMs,
    reason,
    nextAttemptAt: nextAtMs,
    responseSnippet: snippet,
    test: row.test !== null,
    replay: row.replay,
  }
}
