import Type from 'typebox'
import { WEBHOOKS } from '../../config/webhooks.ts'
import { clampedInt, oneOf, text } from '../../contract/params.ts'
import { NullableText } from '../../contract/shapes.ts'
import { DELIVERY_STATUSES, WebhookDelivery } from '../../contract/webhook.ts'
import { listDeliveries } from '../../services/webhooks/deliveries.ts'
import { defineRoute } from '../define-route.ts'
import { WebhookParams } from './webhook-params.ts'

export const webhookDeliveries = defineRoute({
  method: 'GET',
  path: '/api/v2/webhooks/{id}/deliveries',
  auth: 'apiKey',
  needs: [],
  cache: 'none',
  readsCaller: true,
  summary: 'Every attempt of the last seven days with its failure reason, and what waits for the next one.',
  description: `What waits comes first, then attempts, newest first; the newest ${WEBHOOKS.attemptsKept} of a webhook are kept. A page may be empty and still have a \`nextCursor\`.`,
  params: WebhookParams,
  query: {
    status: oneOf(['any', ...DELIVERY_STATUSES] as const, { default: 'any' }),
    eventId: text({ maxChars: 64, description: 'Only deliveries that carry this event.' }),
    limit: clampedInt(WEBHOOKS.listed),
    cursor: text({ maxChars: 80, description: '`nextCursor` of the page before.' }),
  },
  reply: Type.Object(
    { deliveries: Type.Array(WebhookDelivery), count: Type.Integer(), nextCursor: NullableText },
    { additionalProperties: false },
  ),
  failures: ['not_found'],
  handle: async (ctx, { caller, params: { id }, query }) => listDeliveries(ctx, caller, id, query),
})
