import type { Context } from '../../context.ts'
import type { Caller } from '../../contract/api-key.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { WEBHOOK_BODIES, WEBHOOK_EVENTS, WEBHOOK_TYPES, type WebhookType } from '../../contract/webhook.ts'
import { getStreamCoverage } from '../chains/stream-coverage.ts'
import { exampleEvent } from './example-event.ts'
import { webhookOwner } from './owner.ts'

const DESCRIPTIONS: Readonly<Record<WebhookType, string>> = {
  trade: 'A trade happened.',
  trade_retracted: 'A fork removed a trade that was sent before: it never happened.',
  launch: 'A token was launched on a curve, a pool was created, or a token left its curve.',
  launch_retracted: 'A fork removed a launch that was sent before.',
  screen: 'A row entered or left a saved screen.',
  gap: 'Slots that could not be read and never will be; their content is unknown.',
}
const EXAMPLE_EVENT_ID = '0'.repeat(32)

export type DescribedEvent = {
  type: WebhookType
  description: string
  comesWith: string[]
  chains: string[]
  schemaJson: string
  exampleJson: string
}

/** What can be posted (spec 6.3). */
export function describeWebhookEvents(
  ctx: Pick<Context, 'config' | 'store' | 'chain' | 'clock'>,
  caller: Caller,
): Outcome<{ events: DescribedEvent[] }> {
  const owner = webhookOwner(caller)
  if (!owner.ok) return owner
  const chains = getStreamCoverage(ctx).map(({ chain }) => chain)
  const { tape } = ctx.store
  const facts = {
    eventId: EXAMPLE_EVENT_ID,
    cursor: tape.formatCursor(tape.window().head.seq),
    nowMs: ctx.clock.nowMs(),
  }
  return ok({
    events: WEBHOOK_TYPES.map((type) => ({
      type,
      description: DESCRIPTIONS[type],
      comesWith: WEBHOOK_EVENTS.filter((name) => type === 'gap' || type.startsWith(name)),
      chains: [...chains],
      schemaJson: JSON.stringify(WEBHOOK_BODIES[type]),
      exampleJson: JSON.stringify({ ...exampleEvent(type, facts), test: undefined }),
    })),
  })
}
