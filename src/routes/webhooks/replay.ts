import Type from 'typebox'
import { WEBHOOKS } from '../../config/webhooks.ts'
import { type BodyRule, jsonBody } from '../../contract/json-body.ts'
import { listOf } from '../../contract/list-members.ts'
import { type Member, neverNull, optional, Refusal } from '../../contract/member.ts'
import { integer, oneOf } from '../../contract/members.ts'
import { objectOf } from '../../contract/object-member.ts'
import { NullableText, nullable } from '../../contract/shapes.ts'
import { Truncation } from '../../contract/stream.ts'
import { text } from '../../contract/text-members.ts'
import { exclusive } from '../../contract/together.ts'
import { type RangeEnd, type ReplayParams, replayWebhook } from '../../services/webhooks/replay.ts'
import { defineRoute } from '../define-route.ts'
import { WebhookParams } from './webhook-params.ts'

const maybe = <T>(member: Member<T>): Member<T | null> => neverNull(optional(member, null))
const epochMs = integer({ min: 0, max: Number.MAX_SAFE_INTEGER, description: 'Epoch milliseconds.' })

const WAYS = ['fromCursor', 'fromTs', 'deliveryIds', 'status'] as const

const body: BodyRule<ReplayParams> = jsonBody(
  objectOf(
    {
      fromCursor: maybe(text()),
      fromTs: maybe(epochMs),
      toCursor: maybe(text()),
      toTs: maybe(epochMs),
      deliveryIds: maybe(listOf(text(), { min: 1, max: WEBHOOKS.replayDeliveries, of: 'ids' })),
      status: maybe(oneOf(['dead'])),
    },
    {
      together: [
        exclusive(['fromCursor', 'fromTs']),
        exclusive(['toCursor', 'toTs']),
        {
          schema: { oneOf: WAYS.map((name) => ({ required: [name] })) },
          judge: (values) =>
            WAYS.filter((name) => values[name] !== null).length === 1
              ? null
              : new Refusal(`expected one of ${WAYS.join(', ')}`),
        },
      ],
    },
  ),
  {
    finish({ deliveryIds, status, ...range }) {
      if (deliveryIds !== null) return { by: 'deliveries', ids: new Set(deliveryIds) }
      if (status !== null) return { by: 'dead' }
      return { by: 'range', from: endOf(range.fromCursor, range.fromTs)!, to: endOf(range.toCursor, range.toTs) }
    },
  },
)

function endOf(cursor: string | null, atMs: number | null): RangeEnd | null {
  if (cursor !== null) return { cursor }
  return atMs === null ? null : { atMs }
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
