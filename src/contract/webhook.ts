import Type, { type Static } from 'typebox'
import {
  closed,
  EpochMs,
  NullableEpochMs,
  NullableInteger,
  NullableNumber,
  NullableText,
  nullable,
  Text,
} from './shapes.ts'
import {
  StreamChain,
  StreamDex,
  StreamLaunch,
  StreamRetracted,
  StreamScreen,
  StreamTrade,
  Truncation,
} from './stream.ts'

/** What a webhook may ask for. Retractions come with trades and launches, gaps with all. */
export const WEBHOOK_EVENTS = ['trade', 'launch', 'screen'] as const
export type WebhookEventName = (typeof WEBHOOK_EVENTS)[number]

/** What a body's `type` may be. */
export const WEBHOOK_TYPES = ['trade', 'trade_retracted', 'launch', 'launch_retracted', 'screen', 'gap'] as const
export type WebhookType = (typeof WEBHOOK_TYPES)[number]

export const WebhookFilter = closed({
  tokens: Type.Array(Text, { description: 'Mints of tokens.' }),
  wallets: Type.Array(Text, { description: 'Wallets that traded, or that launched.' }),
  pools: Type.Array(Text),
  minUsd: NullableNumber,
  side: nullable(Type.Union([Type.Literal('buy'), Type.Literal('sell')])),
  dex: Type.Array(StreamDex),
  screens: Type.Array(Text, { description: 'Saved screens of the key; `screen` events are of these.' }),
})
export type WebhookFilter = Static<typeof WebhookFilter>

const asked = {
  id: Text,
  url: Text,
  events: Type.Array(Type.Enum([...WEBHOOK_EVENTS])),
  chain: StreamChain,
  filter: WebhookFilter,
  description: Text,
  batchMax: Type.Integer(),
  enabled: Type.Boolean(),
  disabledReason: NullableText,
  createdAt: EpochMs,
  updatedAt: EpochMs,
  startCursor: Type.String({ description: 'Where it began.' }),
}

/** A webhook as it is right after it was made. */
export const NewWebhook = closed(asked)
export type NewWebhook = Static<typeof NewWebhook>

const withState = {
  ...asked,
  cursor: Type.String({ description: 'Everything up to here is delivered, dead, or waits for a retry.' }),
  lag: closed({
    events: Type.Integer({ description: 'Events of the tape after the cursor.' }),
    seconds: Type.Integer({ description: 'From the oldest of them until now; 0 without any.' }),
  }),
  pending: Type.Integer({ description: 'Deliveries that wait for their next attempt.' }),
  consecutiveFailures: Type.Integer(),
  truncated: nullable(Truncation),
}
/** A webhook in a list. */
export const Webhook = closed(withState)
export type Webhook = Static<typeof Webhook>

export const WebhookDetail = closed({
  ...withState,
  stats: closed({
    delivered: Type.Integer({ description: 'Deliveries that were taken.' }),
    failed: Type.Integer({ description: 'Attempts that failed.' }),
    dead: Type.Integer({ description: 'Deliveries that were given up.' }),
    lastSuccessAt: NullableEpochMs,
    lastFailure: nullable(closed({ at: EpochMs, status: NullableInteger, reason: Text })),
  }),
})
export type WebhookDetail = Static<typeof WebhookDetail>

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'dead'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** One attempt, or (`pending`) a delivery that waits for one. */
export const WebhookDelivery = closed({
  deliveryId: Text,
  eventId: Type.String({ description: 'Of the first event.' }),
  eventIds: Type.Array(Text),
  attempt: Type.Integer({ description: 'From 1; of a pending delivery the one to come.' }),
  at: EpochMs,
  status: Type.Enum([...DELIVERY_STATUSES], {
    description: '`failed` attempts have a `nextAttemptAt` as long as another one follows; `dead` ones were the last.',
  }),
  httpStatus: NullableInteger,
  latencyMs: NullableInteger,
  reason: NullableText,
  nextAttemptAt: NullableEpochMs,
  responseSnippet: NullableText,
  test: Type.Boolean(),
  replay: Type.Boolean(),
})
export type WebhookDelivery = Static<typeof WebhookDelivery>

const sent = {
  attempt: Type.Integer({ description: 'From 1.' }),
  test: Type.Optional(Type.Literal(true)),
}
const taken = { retracts: StreamRetracted.properties.retracts }
const { type: _trade, ...trade } = StreamTrade.properties
const { type: _launch, ...launch } = StreamLaunch.properties
const { type: _screen, ...screen } = StreamScreen.properties

/** What is posted, by `type`: one of these, or with `batchMax` over 1 a list of them. */
export const WEBHOOK_BODIES = {
  trade: closed({ type: Type.Literal('trade'), ...trade, ...sent }),
  trade_retracted: closed({ type: Type.Literal('trade_retracted'), ...trade, ...taken, ...sent }),
  launch: closed({ type: Type.Literal('launch'), ...launch, ...sent }),
  launch_retracted: closed({ type: Type.Literal('launch_retracted'), ...launch, ...taken, ...sent }),
  screen: closed({ type: Type.Literal('screen'), ...screen, ...sent }),
  gap: closed({
    type: Type.Literal('gap'),
    eventId: Text,
    chain: StreamChain,
    cursor: Text,
    from: Type.Integer({ description: 'First slot that could not be read.' }),
    to: Type.Integer({ description: 'Last slot that could not be read.' }),
    reason: Text,
    ...sent,
  }),
} as const satisfies Record<WebhookType, unknown>
export const WebhookBody = Type.Union([
  WEBHOOK_BODIES.trade,
  WEBHOOK_BODIES.trade_retracted,
  WEBHOOK_BODIES.launch,
  WEBHOOK_BODIES.launch_retracted,
  WEBHOOK_BODIES.screen,
  WEBHOOK_BODIES.gap,
])
export type WebhookBody = Static<typeof WebhookBody>
