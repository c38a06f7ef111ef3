import { resolveChain } from '../../chain/catalog/resolve.ts'
import type { Context } from '../../context.ts'
import type { Caller } from '../../contract/api-key.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { Webhook } from '../../contract/webhook.ts'
import { webhookOwner } from './owner.ts'
import { showWebhook } from './show-webhook.ts'

export type WebhookQuery = {
  readonly chain: string
  readonly enabled: 'any' | 'true' | 'false'
  readonly limit: number
  readonly cursor: string
}

/** The key's webhooks, oldest first. Fails `scope_required`, and `invalid_request` for a chain that no one knows. */
export function listWebhooks(
  ctx: Pick<Context, 'store' | 'clock'>,
  caller: Caller,
  { chain, enabled, limit, cursor }: WebhookQuery,
): Outcome<{ webhooks: Webhook[]; count: number; nextCursor: string | null }> {
  const owner = webhookOwner(caller)
  if (!owner.ok) return owner
  const wanted = chain === '' ? null : resolveChain(chain)
  if (chain !== '' && wanted === null) return fail('invalid_request', 'unknown chain')
  const matching = ctx.store.webhooks
    .listOf(owner.value.id, { afterId: cursor, limit: Number.MAX_SAFE_INTEGER })
    .filter(({ record }) => wanted === null || record.chain === wanted.key)
    .filter(({ record }) => enabled === 'any' || record.enabled === (enabled === 'true'))
  const page = matching.slice(0, limit)
  return ok({
    webhooks: page.map((webhook) => showWebhook(ctx, webhook)),
    count: page.length,
    nextCursor: matching.length > limit ? page.at(-1)!.record.id : null,
  })
}
