import { WEBHOOKS } from '../../config/webhooks.ts'
import { subjectOf, type TapeChain, type TapeEvent } from '../../contract/tape-event.ts'
import type { WebhookType } from '../../contract/webhook.ts'
import { createBoundedMap } from '../../runtime/bounded-map.ts'
import { exampleEvent } from '../../services/webhooks/example-event.ts'
import type { Tape } from '../../store/tape/types.ts'
import type { WebhookBatch } from '../../store/webhook-rows.ts'
import { toStreamEvent } from '../feeds/to-wire.ts'

/** What an event is called in a webhook's body. */
export function webhookTypeOf(event: TapeEvent): WebhookType {
  if (event.type === 'screen') return 'screen'
  const subject = subjectOf(event)
  if (subject === null) return 'gap'
  return event.type === 'retracted' ? `${subject.type}_retracted` : subject.type
}

/** Writes the bodies of deliveries; an event that several webhooks get is encoded once. */
export type EncodeBatch = (
  delivery: WebhookBatch,
  options: { readonly attempt: number; readonly asList: boolean; readonly nowMs: number; readonly chain: TapeChain },
) => string | null

/** Null when an event of the delivery is no longer on the tape. */
export function createBatchEncoder(tape: Tape): EncodeBatch {
  const kept = createBoundedMap<string, string>(WEBHOOKS.encodedEvents)

  /** Without its last brace. */
  function openTextOf(epoch: string, seq: number): string | null {
    if (tape.epoch !== epoch) return null
    const key = `${epoch} ${seq}`
    const known = kept.peek(key)
    if (known !== undefined) return known
    const event = tape.eventAt(seq)
    if (event === undefined) return null
    const text = JSON.stringify({ ...toStreamEvent(tape, event), type: webhookTypeOf(event) }).slice(0, -1)
    kept.set(key, text)
    return text
  }

  return (delivery, { attempt, asList, nowMs, chain }) => {
    if (delivery.test !== null)
      return wrap([encodeTest(tape, delivery, delivery.test, { attempt, nowMs, chain })], asList)
    const texts: string[] = []
    for (const seq of delivery.seqs) {
      const text = openTextOf(delivery.epoch, seq)
      if (text === null) return null
      texts.push(`${text},"attempt":${attempt}}`)
    }
    return wrap(texts, asList || texts.length > 1)
  }
}

function encodeTest(
  tape: Tape,
  delivery: WebhookBatch,
  type: WebhookType,
  { attempt, nowMs, chain }: { readonly attempt: number; readonly nowMs: number; readonly chain: TapeChain },
): string {
  const cursor = tape.formatCursor(tape.window().head.seq)
  return JSON.stringify({ ...exampleEvent(type, { eventId: delivery.eventIds[0]!, cursor, nowMs, chain }), attempt })
}

function wrap(texts: readonly string[], asList: boolean): string {
  return asList ? `[${texts.join(',')}]` : texts[0]!
}
