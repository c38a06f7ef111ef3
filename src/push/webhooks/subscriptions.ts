import { WEBHOOK_PLANS } from '../../config/webhooks.ts'
import type { Context } from '../../context.ts'
import { createMatch } from '../../services/webhooks/match-event.ts'
import { createRelease } from '../../services/webhooks/release.ts'
import type { WebhookBatch, WebhookRecord, WebhookWithState } from '../../store/webhook-rows.ts'
import type { ConsumerStore, Subscription } from '../consumer/types.ts'

/** A webhook as a subscription of the consumer. */
export type WebhookSubscription = Subscription & Rules & { readonly record: WebhookRecord }

/** Webhooks that are switched on and whose key may have them. */
export function liveWebhooks(
  { store }: Pick<Context, 'store'>,
  served: (id: string) => WebhookSubscription | undefined,
): WebhookSubscription[] {
  const mayServe = ({ keyId }: WebhookRecord): boolean => {
    const key = store.apiKeys.findById(keyId)
    return key !== undefined && key.revokedAtMs === null && WEBHOOK_PLANS[key.tier].webhooks > 0
  }
  return store.webhooks
    .enabled()
    .filter(({ record }) => mayServe(record))
    .map((one) => subscriptionOf(store.tape, one, served(one.record.id)))
}

function subscriptionOf(
  tape: Context['store']['tape'],
  { record, state }: WebhookWithState,
  before: WebhookSubscription | undefined,
): WebhookSubscription {
  const asksTheSame =
    before !== undefined &&
    before.record.updatedAtMs === record.updatedAtMs &&
    before.record.fromTimeSec === record.fromTimeSec
  return {
    id: record.id,
    state,
    // Customers of one receiver must not take each other's turns.
    targetKey: `${record.keyId} ${new URL(record.url).origin}`,
    ownerId: record.keyId,
    batchMax: record.batchMax,
    ...(asksTheSame ? rulesAgain(before) : rulesOf(tape, record)),
    record,
  }
}

type Rules = Pick<Required<Subscription>, 'wants' | 'isHeld'>

function rulesAgain({ wants, isHeld }: WebhookSubscription): Rules {
  return { wants, isHeld }
}

function rulesOf(tape: Context['store']['tape'], record: WebhookRecord): Rules {
  const match = createMatch(record)
  const { isPosted, isHeld } = createRelease(tape, record.chain)
  return { wants: (event) => match(event) !== null && isPosted(event), isHeld }
}

/** The rows of webhooks as the consumer uses them. */
export function webhookProgress({ webhooks }: Context['store']): ConsumerStore<WebhookBatch> {
  return {
    async settle(id, settlement) {
      const after = await webhooks.settle(id, settlement)
      if (after === undefined) return undefined
      const { record, state } = after
      return {
        consecutiveFailures: state.consecutiveFailures,
        switchedOff: record.enabled ? null : (record.disabledReason ?? 'switched off'),
      }
    },
    moveCursor: webhooks.moveCursor,
    truncate: (id, truncated) =>
      webhooks.change(id, ({ record, state }) => ({ record, state: { ...state, cursor: truncated.to, truncated } })),
    waiting: webhooks.waiting,
    waitingCount: webhooks.waitingCount,
    prune: webhooks.prune,
    onChange: webhooks.onChange,
  }
}
