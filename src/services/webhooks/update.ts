import type { Context } from '../../context.ts'
import type { Caller } from '../../contract/api-key.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { Truncation } from '../../contract/stream.ts'
import type { WebhookDetail } from '../../contract/webhook.ts'
import { lostBetween } from '../../store/tape/cursor.ts'
import type { WebhookWithState } from '../../store/webhook-rows.ts'
import { checkWebhookUrl } from './check-url.ts'
import { refuseFilter, type WebhookInput } from './create.ts'
import { filterOfChain } from './filter-of-chain.ts'
import { ownWebhook, webhookOwner } from './owner.ts'
import { showWebhookDetail } from './show-webhook.ts'

export type WebhookPatch = Partial<Omit<WebhookInput, 'chain'>> & { readonly enabled?: boolean }

export type UpdatedWebhook = {
  webhook: WebhookDetail
  /** Null unless it was switched on by this call. */
  resumedFrom: string | null
  truncated: Truncation | null
}

/** Changes what is given. Switched on again, a webhook goes on from its stored cursor with a clean count of failures;
 *  what the tape no longer holds of that is reported as `truncated`. Fails as `createWebhook` does, and `not_found`. */
export async function updateWebhook(
  ctx: Pick<Context, 'config' | 'store' | 'clock' | 'resolveHost'>,
  caller: Caller,
  { id, patch }: { readonly id: string; readonly patch: WebhookPatch },
): Promise<Outcome<UpdatedWebhook>> {
  const owner = webhookOwner(caller)
  if (!owner.ok) return owner
  const found = ownWebhook(ctx, caller, id)
  if (!found.ok) return found
  const { record } = found.value
  const filter = patch.filter === undefined ? ok(record.filter) : filterOfChain(record.chain, patch.filter)
  if (!filter.ok) return filter
  const refusal = refuseFilter(ctx, owner.value, { events: patch.events ?? record.events, filter: filter.value })
  if (refusal !== null) return refusal
  let url = record.url
  if (patch.url !== undefined) {
    const checked = await checkWebhookUrl(ctx, patch.url)
    if (!checked.ok) return checked
    url = checked.value
  }
  const turnsOn = patch.enabled === true && !record.enabled
  const resume = turnsOn ? resumeAt(ctx, found.value.state.cursor) : null
  const nowMs = ctx.clock.nowMs()
  const after = await ctx.store.webhooks.change(id, (before): WebhookWithState => {
    if (before.record.deletedAtMs !== null) return before
    const changed = {
      ...before.record,
      url: patch.url === undefined ? before.record.url : url,
      events: patch.events ?? before.record.events,
      filter: patch.filter === undefined ? before.record.filter : filter.value,
      description: patch.description ?? before.record.description,
      batchMax: patch.batchMax ?? before.record.batchMax,
      enabled: patch.enabled ?? before.record.enabled,
      disabledReason:
        patch.enabled === undefined
          ? before.record.disabledReason
          : patch.enabled
            ? null
            : (before.record.disabledReason ?? 'switched off by its owner'),
      updatedAtMs: nowMs,
    }
    if (resume === null) return { record: changed, state: before.state }
    const { cursor, truncated } = resume
    const state = {
      ...before.state,
      consecutiveFailures: 0,
      cursor,
      truncated: truncated ?? before.state.truncated,
    }
    return { record: changed, state }
  })
  if (after === undefined || after.record.deletedAtMs !== null) return fail('not_found', 'unknown webhook')
  return ok({
    webhook: showWebhookDetail(ctx, after),
    resumedFrom: resume?.cursor ?? null,
    truncated: resume?.truncated ?? null,
  })
}

function resumeAt(
  { store }: Pick<Context, 'store'>,
  cursor: string,
): { readonly cursor: string; readonly truncated: Truncation | null } {
  const check = store.tape.checkCursor(cursor)
  if (check.status === 'ok') return { cursor, truncated: null }
  const seq = check.status === 'gone' ? check.resumeAt : store.tape.window().tail.seq
  const to = store.tape.formatCursor(seq)
  return { cursor: to, truncated: { from: cursor, to, lost: lostBetween(store.tape.epoch, cursor, seq) } }
}
