import Type from 'typebox'
import { WEBHOOKS } from '../../config/webhooks.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import type { BodyRule } from '../../contract/params.ts'
import { NullableText, nullable } from '../../contract/shapes.ts'
import { Truncation } from '../../contract/stream.ts'
import { type RangeEnd, type ReplayParams, replayWebhook } from '../../services/webhooks/replay.ts'
import { defineRoute } from '../define-route.ts'
import { isObject, isWithin, refuse } from './webhook-body.ts'
import { WebhookParams } from './webhook-params.ts'

const EpochMsMember = Type.Integer({ minimum: 0, description: 'Epoch milliseconds.' })

const body: BodyRule<ReplayParams> = {
  schema: Type.Object({
    fromCursor: Type.Optional(Type.String()),
    fromTs: Type.Optional(EpochMsMember),
    toCursor: Type.Optional(Type.String()),
    toTs: Type.Optional(EpochMsMember),
    deliveryIds: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: WEBHOOKS.replayDeliveries })),
    status: Type.Optional(Type.Literal('dead')),
  }),
  parse(json) {
    if (!isObject(json)) return refuse('expected a JSON object')
    const { deliveryIds, status } = json
    const from = readEnd('from', json['fromCursor'], json['fromTs'])
    if (!from.ok) return from
    const to = readEnd('to', json['toCursor'], json['toTs'])
    if (!to.ok) return to
    const ways = [from.value, deliveryIds, status].filter((way) => way !== undefined && way !== null)
    if (ways.length !== 1) return refuse('expected one of fromCursor, fromTs, deliveryIds, status')
    if (from.value !== null) return ok({ by: 'range', from: from.value, to: to.value })
    if (status !== undefined) return status === 'dead' ? ok({ by: 'dead' }) : refuse('status: expected dead')
    if (!isIdList(deliveryIds)) return refuse(`deliveryIds: expected 1 to ${WEBHOOKS.replayDeliveries} ids`)
    return ok({ by: 'deliveries', ids: new Set(deliveryIds) })
  },
}

function readEnd(which: 'from' | 'to', cursor: unknown, atMs: unknown): Outcome<RangeEnd | null> {
  if (cursor !== undefined && atMs !== undefined) return refuse(`${which}Cursor and ${which}Ts exclude each other`)
  if (cursor !== undefined)
    return typeof cursor === 'string' ? ok({ cursor }) : refuse(`${which}Cursor: expected a text`)
  if (atMs === undefined) return ok(null)
  return isWithin(atMs, 0, Number.MAX_SAFE_INTEGER) ? ok({ atMs }) : refuse(`${which}Ts: expected epoch milliseconds`)
}

function isIdList(value: unknown): value is string[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= WEBHOOKS.replayDeliveries &&
    value.every((one) => typeof one === 'string')
  )
}

export const webhookReplay = defineRoute({
  method: 'POST',
  path: '/api/v2/webhooks/{id}/replay',
  auth: 'apiKey',
  needs: [],
  cache: 'none',
  readsCaller: true,
  status: 202,
  summary: 'Posts events once more, with the same ids and `X-Service-Replay: 1`.',
  description: `A stretch of the tape through the webhook's filter, deliveries by id, or all that were given up. One call queues at most ${WEBHOOKS.replayDeliveries} deliveries and looks at ${WEBHOOKS.replayEvents} events; \`nextCursor\` is the next \`fromCursor\`.`,
  params: WebhookParams,
  body,
  reply: Type.Object(
    { queued: Type.Integer(), truncated: nullable(Truncation), nextCursor: NullableText },
    { additionalProperties: false },
  ),
  failures: ['not_found', 'conflict'],
  handle: (ctx, { caller, params: { id }, body: params }) => replayWebhook(ctx, caller, { id, params }),
})
