import { WEBHOOK_PLANS, WEBHOOKS } from '../../config/webhooks.ts'
import type { Context } from '../../context.ts'
import type { ApiKeyRecord, Caller } from '../../contract/api-key.ts'
import { type Failure, fail, type Outcome, ok } from '../../contract/outcome.ts'
import { shownName } from '../../contract/unknown-name.ts'
import type { NewWebhook, WebhookEventName, WebhookFilter } from '../../contract/webhook.ts'
import { checkStreamChain } from '../chains/stream-coverage.ts'
import { checkWebhookUrl } from './check-url.ts'
import { filterOfChain } from './filter-of-chain.ts'
import { webhookId, webhookSecret } from './ids.ts'
import { webhookOwner } from './owner.ts'
import { showNewWebhook } from './show-webhook.ts'

export type WebhookInput = {
  readonly url: string
  readonly events: readonly WebhookEventName[]
  readonly chain: string
  readonly filter: WebhookFilter
  readonly description: string
  readonly batchMax: number
}

/** Makes a webhook that begins now. The secret is in this answer and in no other. Fails `scope_required`,
 *  `invalid_request`, `unsupported_on_chain` for a chain that is not followed, `conflict` for an identical live webhook
 *  of the key (the text names it) and when the key has as many as it may. */
export async function createWebhook(
  ctx: Pick<Context, 'config' | 'store' | 'chain' | 'clock' | 'resolveHost'>,
  caller: Caller,
  params: WebhookInput,
): Promise<Outcome<{ webhook: NewWebhook; secret: string }>> {
  const owner = webhookOwner(caller)
  if (!owner.ok) return owner
  const chain = checkStreamChain(ctx, params.chain)
  if (!chain.ok) return chain
  const filter = filterOfChain(chain.value, params.filter)
  if (!filter.ok) return filter
  const refusal = refuseFilter(ctx, owner.value, params)
  if (refusal !== null) return refusal
  const url = await checkWebhookUrl(ctx, params.url)
  if (!url.ok) return url
  const nowMs = ctx.clock.nowMs()
  const id = webhookId(nowMs)
  const secret = webhookSecret()
  const startCursor = ctx.store.tape.formatCursor(ctx.store.tape.window().head.seq)
  const record = {
    ...params,
    id,
    keyId: owner.value.id,
    url: url.value,
    chain: chain.value,
    filter: filter.value,
    enabled: true,
    disabledReason: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    startCursor,
    fromTimeSec: Math.floor(nowMs / 1_000) - WEBHOOKS.startToleranceSec,
    sealedSecret: ctx.store.webhooks.seal(id, secret),
    oldSecret: null,
    deletedAtMs: null,
  }
  const state = {
    cursor: startCursor,
    consecutiveFailures: 0,
    delivered: 0,
    failed: 0,
    dead: 0,
    kept: 0,
    lastSuccessAtMs: null,
    lastFailure: null,
    truncated: null,
  }
  const max = WEBHOOK_PLANS[owner.value.tier].webhooks
  const { made, identicalTo } = await ctx.store.webhooks.create({ record, state }, max)
  if (identicalTo !== null) return fail('conflict', `an identical webhook exists: ${identicalTo}`)
  if (!made) return fail('conflict', `at most ${max} webhooks per key on this plan: delete one first`)
  return ok({ webhook: showNewWebhook(record), secret })
}

/** Every trade of a chain is more than most can take: it needs the grant. Screens are those of the key. */
export function refuseFilter(
  { store }: Pick<Context, 'store'>,
  { id, tier }: ApiKeyRecord,
  { events, filter }: { readonly events: readonly WebhookEventName[]; readonly filter: WebhookFilter },
): Failure | null {
  if (events.includes('screen') !== filter.screens.length > 0)
    return fail('invalid_request', 'filter.screens: goes with the event screen, and screen with at least one of them')
  const unknown = filter.screens.find((screenId) => store.screens.find(screenId)?.keyId !== id)
  if (unknown !== undefined) return fail('invalid_request', `filter.screens: unknown screen ${shownName(unknown)}`)
  const isNarrow = filter.tokens.length > 0 || filter.wallets.length > 0 || filter.pools.length > 0
  if (isNarrow || !events.includes('trade') || WEBHOOK_PLANS[tier].firehose) return null
  return fail('invalid_request', 'filter: at least one of tokens, wallets, pools')
}
