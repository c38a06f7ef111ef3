import { WEBHOOK_PLANS } from '../../config/webhooks.ts'
import type { Context } from '../../context.ts'
import type { ApiKeyRecord, Caller } from '../../contract/api-key.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { WebhookWithState } from '../../store/webhook-rows.ts'

/** The key of a caller that may have webhooks. Fails `scope_required` for plans without them. */
export function webhookOwner(caller: Caller): Outcome<ApiKeyRecord> {
  if (caller.kind !== 'key' || WEBHOOK_PLANS[caller.key.tier].webhooks === 0)
    return fail('scope_required', 'webhooks need a paid plan or a data grant')
  return ok(caller.key)
}

/** A webhook of the caller's key; `withDeleted` finds those too whose deliveries are still kept. Fails `not_found` for
 *  one of another key as well: whether it exists is no one else's business. */
export function ownWebhook(
  ctx: Pick<Context, 'store'>,
  caller: Caller,
  id: string,
  options: { readonly withDeleted?: boolean } = {},
): Outcome<WebhookWithState> {
  const owner = webhookOwner(caller)
  if (!owner.ok) return owner
  const found = ctx.store.webhooks.find(id)
  if (found === undefined || found.record.keyId !== owner.value.id) return fail('not_found', 'unknown webhook')
  if (found.record.deletedAtMs !== null && !options.withDeleted) return fail('not_found', 'unknown webhook')
  return ok(found)
}
