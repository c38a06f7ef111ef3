import Type from 'typebox'
import { ok } from '../../contract/outcome.ts'
import { WebhookDetail } from '../../contract/webhook.ts'
import { ownWebhook } from '../../services/webhooks/owner.ts'
import { showWebhookDetail } from '../../services/webhooks/show-webhook.ts'
import { defineRoute } from '../define-route.ts'
import { WebhookParams } from './webhook-params.ts'

export const webhookShow = defineRoute({
  method: 'GET',
  path: '/api/v2/webhooks/{id}',
  auth: 'apiKey',
  needs: [],
  cache: 'none',
  readsCaller: true,
  summary: 'One webhook with its lag and what became of its deliveries.',
  params: WebhookParams,
  reply: Type.Object({ webhook: WebhookDetail }, { additionalProperties: false }),
  failures: ['not_found'],
  async handle(ctx, { caller, params: { id } }) {
    const found = ownWebhook(ctx, caller, id)
    return found.ok ? ok({ webhook: showWebhookDetail(ctx, found.value) }) : found
  },
})
