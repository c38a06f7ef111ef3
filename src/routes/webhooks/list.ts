import Type from 'typebox'
import { WEBHOOKS } from '../../config/webhooks.ts'
import { clampedInt, oneOf, text } from '../../contract/params.ts'
import { NullableText } from '../../contract/shapes.ts'
import { Webhook } from '../../contract/webhook.ts'
import { listWebhooks } from '../../services/webhooks/list.ts'
import { defineRoute } from '../define-route.ts'

export const webhookList = defineRoute({
  method: 'GET',
  path: '/api/v2/webhooks',
  auth: 'apiKey',
  needs: [],
  cache: 'none',
  readsCaller: true,
  summary: 'Webhooks of the calling key, oldest first.',
  query: {
    chain: text({ maxChars: 64, description: 'Only those of a chain, in any accepted spelling.' }),
    enabled: oneOf(['any', 'true', 'false'], { default: 'any', description: '`true` or `false`; else both.' }),
    limit: clampedInt(WEBHOOKS.listed),
    cursor: text({ maxChars: 64, description: '`nextCursor` of the page before.' }),
  },
  reply: Type.Object(
    { webhooks: Type.Array(Webhook), count: Type.Integer(), nextCursor: NullableText },
    { additionalProperties: false },
  ),
  handle: async (ctx, { caller, query }) => listWebhooks(ctx, caller, query),
})
