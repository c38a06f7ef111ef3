import { WEBHOOKS } from '../../config/webhooks.ts'
import type { Context } from '../../context.ts'
import { deliveryId } from '../../services/webhooks/ids.ts'
import { createMatch, type MatchEvent } from '../../services/webhooks/match-event.ts'
import type { OutboxEntry, WebhookBatch, WebhookRecord, WebhookWithState } from '../../store/webhook-rows.ts'
import type { SharedReads } from './shared-reads.ts'
import type { SlotUser } from './slots.ts'

/** One webhook being served: a cursor on the tape, and what is under way. */
export type Runner = SlotUser & {
  record: WebhookRecord
  match: MatchEvent
  epoch: string
  /** Every event up to here was posted, is under way, or was not asked for. */
  readSeq: number
  /** What the stored cursor says. */
  storedSeq: number
  /** Deliveries under way, with their first number on the tape when they came straight from it. */
  readonly underWay: Map<string, number | null>
  /** In the outbox. */
  waiting: number
  nextDueMs: number | null
  /** Failed attempts since the last success. */
  failures: number
  /** While it fails: when the next new event may be tried. */
  probeAtMs: number
  isOver: boolean
}

type Parts = Pick<Context, 'store' | 'clock'>

export function openRunner({ store }: Parts, { record, state }: WebhookWithState, seq: number): Runner {
  const runner: Runner = {
    // Customers of one receiver must not take each other's turns.
    targetKey: `${record.keyId} ${new URL(record.url).origin}`,
    keyId: record.keyId,
    record,
    match: createMatch(record),
    epoch: store.tape.epoch,
    readSeq: seq,
    storedSeq: seq,
    underWay: new Map(),
    waiting: 0,
    nextDueMs: null,
    failures: state.consecutiveFailures,
    probeAtMs: 0,
    isOver: false,
  }
  lookAtOutbox({ store }, runner)
  return runner
}

/** How much waits and when the next of it is due. */
export function lookAtOutbox({ store }: Pick<Context, 'store'>, runner: Runner): void {
  runner.waiting = store.webhooks.waitingCount(runner.record.id)
  runner.nextDueMs = runner.waiting === 0 ? null : (firstWaiting(store, runner)?.nextAtMs ?? null)
}

/** The entry that is due next and not under way. */
export function firstWaiting(store: Context['store'], { record, underWay }: Runner): OutboxEntry | undefined {
  return store.webhooks
    .waiting(record.id, Number.MAX_SAFE_INTEGER, underWay.size + 1)
    .find(({ deliveryId: id }) => !underWay.has(id))
}

/** Where the cursor may stand when everything but `settled` is still under way; null when the tape is another one. */
export function safeCursor(
  { store }: Pick<Context, 'store'>,
  { epoch, underWay, readSeq }: Runner,
  settled: string | null,
): { readonly text: string; readonly seq: number } | null {
  if (store.tape.epoch !== epoch) return null
  let seq = readSeq
  for (const [id, firstSeq] of underWay) if (id !== settled && firstSeq !== null) seq = Math.min(seq, firstSeq - 1)
  return { text: store.tape.formatCursor(seq), seq }
}

export type NextBatch =
  | { readonly kind: 'parcel'; readonly parcel: WebhookBatch }
  /** Nothing for this webhook up to the head; `more`: the turn was over before the head was reached. */
  | { readonly kind: 'none'; readonly more: boolean }
  /** The tape no longer holds what comes next: events up to `toSeq` are lost. */
  | { readonly kind: 'truncated'; readonly fromSeq: number; readonly toSeq: number }

/** Reads on until a body is full or the head is reached. */
export function nextBatch({ clock }: Parts, runner: Runner, reads: SharedReads): NextBatch {
  const { record, match, epoch } = runner
  const seqs: number[] = []
  const eventIds: string[] = []
  const beganAt = runner.readSeq
  while (seqs.length < record.batchMax && runner.readSeq - beganAt < WEBHOOKS.eventsPerTurn) {
    const events = reads.read(runner.readSeq)
    const [first] = events
    if (first === undefined) break
    if (first.seq > runner.readSeq + 1) return { kind: 'truncated', fromSeq: runner.readSeq, toSeq: first.seq - 1 }
    for (const event of events) {
      runner.readSeq = event.seq
      if (match(event) === null) continue
      seqs.push(event.seq)
      eventIds.push(event.eventId)
      if (seqs.length >= record.batchMax) break
    }
    if (events.length < WEBHOOKS.eventsPerRead) break
  }
  if (seqs.length === 0) return { kind: 'none', more: runner.readSeq - beganAt >= WEBHOOKS.eventsPerTurn }
  const id = deliveryId(clock.nowMs())
  return { kind: 'parcel', parcel: { deliveryId: id, epoch, seqs, eventIds, test: null, replay: false } }
}
