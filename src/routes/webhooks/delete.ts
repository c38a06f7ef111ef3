import Type from 'typebox'
import { deleteWebhook } from '../../services/webhooks/delete.ts'
import { defineRoute } from '../define-route.ts'
import { WebhookParams } from './webhook-params.ts'

export const webhookDelete = defineRoute({
  method: 'DELETE',
  path: '/api/v2/webhooks/{id}',
  auth: 'apiKey',
  needs: [],
  cache: 'none',
  readsCaller: true,
  summary: 'Ends a webhook. What waits is dropped; its deliveries can be read for seven days.',
  params: WebhookParams,
  reply: Type.Object({ id: Type.String(), deleted: Type.Literal(true) }, { additionalProperties: false }),
  failures: ['not_found'],
  handle: (ctx, { caller, params: { id } }) => deleteWebhook(ctx, caller, id),
})
