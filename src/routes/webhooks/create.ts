import Type from 'typebox'
import { NewWebhook } from '../../contract/webhook.ts'
import { createWebhook } from '../../services/webhooks/create.ts'
import { defineRoute } from '../define-route.ts'
import { createBody } from './webhook-body.ts'

export const webhookCreate = defineRoute({
  method: 'POST',
  path: '/api/v2/webhooks',
  auth: 'apiKey',
  needs: [],
  cache: 'none',
  readsCaller: true,
  status: 201,
  summary: 'Makes a webhook: events are posted to a public https address, signed, at least once.',
  description:
    'Delivery begins with the next event. Only this answer contains the secret. 409 names an identical live webhook; 501 gives the reason for a chain that is not followed. A paid plan or a data grant is needed (403).',
  body: createBody,
  reply: Type.Object(
    { webhook: NewWebhook, secret: Type.String({ description: 'Shown once: `whsec_` and 32 bytes of base64.' }) },
    { additionalProperties: false },
  ),
  failures: ['conflict', 'unsupported_on_chain'],
  handle: (ctx, { caller, body }) => createWebhook(ctx, caller, body),
})
