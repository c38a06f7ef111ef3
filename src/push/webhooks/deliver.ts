import type { Context } from '../../context.ts'
import type { PinnedPoster } from '../../runtime/pinned-post.ts'
import { checkAddresses, parsePublicTarget } from '../../runtime/public-target.ts'
import type { WebhookBatch, WebhookRecord } from '../../store/webhook-rows.ts'
import type { AttemptResult } from '../consumer/types.ts'
import type { EncodeBatch } from './encode-events.ts'
import { signBody, standardHeaders } from './sign.ts'

export type Deliver = (record: WebhookRecord, delivery: WebhookBatch, attempt: number) => Promise<AttemptResult>

/** One attempt: the address is checked again, the connection goes to the checked address, the body is signed. Rejects
 *  only when a file it needs cannot be read. Success is any 2xx; a redirect is a failure like every other answer. */
export function createDeliver(
  ctx: Pick<Context, 'config' | 'store' | 'clock' | 'resolveHost'>,
  parts: { readonly encode: EncodeBatch; readonly poster: PinnedPoster },
): Deliver {
  const { encode, poster } = parts

  return async (record, delivery, attempt) => {
    const startMs = ctx.clock.monotonicMs()
    const nowMs = ctx.clock.nowMs()
    const failed = (reason: string, isFinal = false): AttemptResult => ({
      succeeded: false,
      httpStatus: null,
      latencyMs: Math.round(ctx.clock.monotonicMs() - startMs),
      reason,
      snippet: null,
      isFinal,
    })
    const body = encode(delivery, { attempt, asList: record.batchMax > 1, nowMs, chain: record.chain })
    if (body === null) return failed('the event is no longer on the tape', true)
    const secrets = openSecrets(ctx, record, nowMs)
    if (secrets.length === 0) return failed('the secret was sealed under another master key')
    const target = parsePublicTarget(record.url, ctx.config.webhooks.testTargets)
    if (!target.ok) return failed(target.message)
    const addresses = await checkAddresses(target.value, ctx.resolveHost)
    if (!addresses.ok) return failed(addresses.message)
    const reply = await poster.post({
      target: target.value,
      // One that does not answer leaves the next attempt to another.
      address: addresses.value[(attempt - 1) % addresses.value.length]!,
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Mintglass-Webhook/1',
        'X-Service-Signature': signBody(secrets, body, nowMs),
        // The same id in every attempt, as the standard wants it.
        ...standardHeaders(secrets, { id: delivery.deliveryId, body, nowMs }),
        'X-Service-Event-Id': delivery.eventIds[0]!,
        'X-Service-Delivery-Id': delivery.deliveryId,
        ...(delivery.replay ? { 'X-Service-Replay': '1' } : {}),
      },
      body,
    })
    if (reply.kind === 'failed') return failed(reply.reason)
    const succeeded = reply.status >= 200 && reply.status < 300
    return {
      succeeded,
      httpStatus: reply.status,
      latencyMs: Math.round(ctx.clock.monotonicMs() - startMs),
      reason: succeeded ? null : reasonOf(reply.status),
      snippet: reply.snippet,
      isFinal: reply.stops,
    }
  }
}

function reasonOf(status: number): string {
  return status >= 300 && status < 400 ? `redirects are not followed (${status})` : `answered ${status}`
}

/** The current secret and, within the grace of a rotation, the old one. */
function openSecrets({ store }: Pick<Context, 'store'>, record: WebhookRecord, nowMs: number): string[] {
  const { id, sealedSecret, oldSecret } = record
  const sealed = [sealedSecret, ...(oldSecret !== null && oldSecret.validUntilMs > nowMs ? [oldSecret.sealed] : [])]
  return sealed.map((one) => store.webhooks.open(id, one)).filter((secret) => secret !== null)
}
