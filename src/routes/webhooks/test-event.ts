import Type from 'typebox'
import { jsonBody } from '../../contract/json-body.ts'
import { neverNull, optional } from '../../contract/member.ts'
import { oneOf } from '../../contract/members.ts'
import { objectOf } from '../../contract/object-member.ts'
import { WEBHOOK_TYPES } from '../../contract/webhook.ts'
import { sendTestEvent } from '../../services/webhooks/send-test.ts'
import { defineRoute } from '../define-route.ts'
import { WebhookParams } from './webhook-params.ts'

const body = jsonBody(objectOf({ type: neverNull(optional(oneOf(WEBHOOK_TYPES), 'trade')) }), { isOptional: true })

export const webhookTest = defineRoute({
  method: 'POST',
  path: '/api/v2/webhooks/{id}/test',
  auth: 'apiKey',
  needs: [],
  cache: 'none',
  readsCaller: true,
  status: 202,
  summary: 'Queues a made-up event (`test: true`) through the real path.',
  description: 'The body may be empty. 409 while the webhook is switched off.',
  params: WebhookParams,
  body,
  reply: Type.Object({ deliveryId: Type.String(), eventId: Type.String() }, { additionalProperties: false }),
  failures: ['not_found', 'conflict'],
  handle: (ctx, { caller, params: { id }, body: { type } }) => sendTestEvent(ctx, caller, { id, type }),
})
