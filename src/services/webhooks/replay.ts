import { WEBHOOKS } from '../../config/webhooks.ts'
import type { Context } from '../../context.ts'
import type { Caller } from '../../contract/api-key.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { Truncation } from '../../contract/stream.ts'
import { lostBetween } from '../../store/tape/cursor.ts'
import type { OutboxEntry, WebhookBatch, WebhookRecord } from '../../store/webhook-rows.ts'
import { placeAtTime } from '../stream/place-at-time.ts'
import { deliveryId as newDeliveryId } from './ids.ts'
import { createMatch } from './match-event.ts'
import { ownWebhook } from './owner.ts'
import { createRelease } from './release.ts'

export type ReplayParams =
  | { readonly by: 'range'; readonly from: RangeEnd; readonly to: RangeEnd | null }
  | { readonly by: 'deliveries'; readonly ids: ReadonlySet<string> }
  | { readonly by: 'dead' }
export type RangeEnd = { readonly cursor: string } | { readonly atMs: number }

export type Replayed = {
  /** Deliveries that were queued. */
  queued: number
  truncated: Truncation | null
  /** Where to go on when there was more than one call takes; null at the end. */
  nextCursor: string | null
}

/** Queues events once more, with their ids: a stretch of the tape through the webhook's filter, deliveries by id, or
 *  all that were given up. Fails `invalid_request`, `not_found`, and `conflict` while the webhook is switched off or
 *  too much waits. */
export async function replayWebhook(
  ctx: Pick<Context, 'store' | 'clock'>,
  caller: Caller,
  { id, params }: { readonly id: string; readonly params: ReplayParams },
): Promise<Outcome<Replayed>> {
  const found = ownWebhook(ctx, caller, id)
  if (!found.ok) return found
  const { record } = found.value
  if (!record.enabled) return fail('conflict', 'the webhook is switched off')
  const room = WEBHOOKS.queuedEntries - ctx.store.webhooks.waitingCount(id)
  if (room <= 0) return fail('conflict', 'too many deliveries wait already')
  const limit = Math.min(room, WEBHOOKS.replayDeliveries)
  const batches = params.by === 'range' ? ofRange(ctx, record, params, limit) : ok(ofAttempts(ctx, id, params, limit))
  if (!batches.ok) return batches
  const nextAtMs = ctx.clock.nowMs()
  const entries = batches.value.batches.map(
    (events): OutboxEntry => ({
      ...events,
      deliveryId: newDeliveryId(nextAtMs),
      replay: true,
      attempts: 0,
      nextAtMs,
    }),
  )
  if (entries.length > 0) await ctx.store.webhooks.queue(id, entries)
  const { truncated, nextCursor } = batches.value
  return ok({ queued: entries.length, truncated, nextCursor })
}

type EventBatches = {
  readonly batches: readonly Pick<WebhookBatch, 'epoch' | 'seqs' | 'eventIds' | 'test'>[]
  readonly truncated: Truncation | null
  readonly nextCursor: string | null
}

function ofRange(
  { store }: Pick<Context, 'store'>,
  record: WebhookRecord,
  { from, to }: Extract<ReplayParams, { by: 'range' }>,
  limit: number,
): Outcome<EventBatches> {
  const { tape } = store
  const begin = seqOf(store, from, 'from')
  if (!begin.ok) return begin
  const end = to === null ? ok({ seq: tape.window().head.seq, truncated: null }) : seqOf(store, to, 'to')
  if (!end.ok) return end
  // A replay may reach back before the webhook was made.
  const match = createMatch({ ...record, fromTimeSec: 0 })
  const release = createRelease(tape, record.chain)
  const { epoch } = tape
  const batches: EventBatches['batches'][number][] = []
  let seq = begin.value.seq
  let batch: { seqs: number[]; eventIds: string[] } = { seqs: [], eventIds: [] }
  const close = (): void => {
    if (batch.seqs.length > 0) batches.push({ epoch, test: null, ...batch })
    batch = { seqs: [], eventIds: [] }
  }
  const lastLook = Math.min(end.value.seq, seq + WEBHOOKS.replayEvents)
  while (seq < lastLook && batches.length < limit) {
    const events = tape.read(seq, Math.min(WEBHOOKS.eventsPerRead, lastLook - seq))
    if (events.length === 0) break
    for (const event of events) {
      if (batches.length >= limit) break
      seq = event.seq
      // What is not told yet is posted when it is.
      if (match(event) === null || !release.isPosted(event) || release.isHeld(event)) continue
      batch.seqs.push(event.seq)
      batch.eventIds.push(event.eventId)
      if (batch.seqs.length >= record.batchMax) close()
    }
  }
  close()
  const nextCursor = seq < end.value.seq ? tape.formatCursor(seq) : null
  return ok({ batches, truncated: begin.value.truncated, nextCursor })
}

/** The number after which a range begins or with which it ends. */
function seqOf(
  store: Context['store'],
  end: RangeEnd,
  which: 'from' | 'to',
): Outcome<{ readonly seq: number; readonly truncated: Truncation | null }> {
  const { tape } = store
  if ('atMs' in end) {
    const { seq, isGone } = placeAtTime(tape, end.atMs / 1_000)
    const gap = { from: String(end.atMs), to: tape.formatCursor(seq), lost: null }
    return ok({ seq, truncated: isGone ? gap : null })
  }
  const check = tape.checkCursor(end.cursor)
  if (check.status === 'ok') return ok({ seq: check.seq, truncated: null })
  if (check.status === 'malformed' || which === 'to') return fail('invalid_request', `invalid ${which}Cursor`)
  const lost = lostBetween(store.tape.epoch, end.cursor, check.resumeAt)
  return ok({ seq: check.resumeAt, truncated: { from: end.cursor, to: tape.formatCursor(check.resumeAt), lost } })
}

/** Each delivery once, the newest first. Deliveries of another tape cannot be repeated. */
function ofAttempts(
  { store }: Pick<Context, 'store'>,
  id: string,
  params: Exclude<ReplayParams, { by: 'range' }>,
  limit: number,
): EventBatches {
  const byDelivery = new Map<string, EventBatches['batches'][number]>()
  let beforeKey: string | null = null
  for (let looked = 0; looked < WEBHOOKS.attemptsKept && byDelivery.size < limit; ) {
    const rows = store.webhooks.attempts(id, { beforeKey, limit: WEBHOOKS.eventsPerRead })
    for (const { key, row } of rows) {
      beforeKey = key
      looked++
      const { deliveryId, epoch, seqs, eventIds, test } = row
      const isWanted = params.by === 'dead' ? row.status === 'dead' : params.ids.has(deliveryId)
      if (isWanted && epoch === store.tape.epoch && byDelivery.size < limit)
        byDelivery.set(deliveryId, { epoch, seqs, eventIds, test })
    }
    if (rows.length < WEBHOOKS.eventsPerRead) break
  }
  return { batches: [...byDelivery.values()], truncated: null, nextCursor: null }
}
