import type { Context } from '../../context.ts'
import type { Caller } from '../../contract/api-key.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { webhookSecret } from './ids.ts'
import { ownWebhook } from './owner.ts'

/** A new secret, shown once; the old one signs beside it until the grace is over. A second rotation within the grace
 *  ends the oldest one. */
export async function rotateWebhookSecret(
  ctx: Pick<Context, 'store' | 'clock'>,
  caller: Caller,
  { id, graceSecs }: { readonly id: string; readonly graceSecs: number },
): Promise<Outcome<{ id: string; secret: string; oldSecretValidUntil: number | null }>> {
  const found = ownWebhook(ctx, caller, id)
  if (!found.ok) return found
  const secret = webhookSecret()
  const sealedSecret = ctx.store.webhooks.seal(id, secret)
  const nowMs = ctx.clock.nowMs()
  const validUntilMs = graceSecs === 0 ? null : nowMs + graceSecs * 1_000
  const after = await ctx.store.webhooks.change(id, (before) => {
    if (before.record.deletedAtMs !== null) return before
    const oldSecret = validUntilMs === null ? null : { sealed: before.record.sealedSecret, validUntilMs }
    return { ...before, record: { ...before.record, sealedSecret, oldSecret, updatedAtMs: nowMs } }
  })
  if (after === undefined || after.record.deletedAtMs !== null) return fail('not_found', 'unknown webhook')
  return ok({ id, secret, oldSecretValidUntil: validUntilMs })
}
