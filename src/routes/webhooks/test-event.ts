import Type from 'typebox'
import { ok } from '../../contract/outcome.ts'
import type { BodyRule } from '../../contract/params.ts'
import { WEBHOOK_TYPES, type WebhookType } from '../../contract/webhook.ts'
import { sendTestEvent } from '../../services/webhooks/send-test.ts'
import { defineRoute } from '../define-route.ts'
import { isObject, refuse } from './webhook-body.ts'
import { WebhookParams } from './webhook-params.ts'

const body: BodyRule<{ readonly type: WebhookType }> = {
  schema: Type.Object({
    type: Type.Optional(Type.Enum([...WEBHOOK_TYPES], { default: 'trade' })),
  }),
  parse(json) {
    if (json === undefined) return ok({ type: 'trade' })
    if (!isObject(json)) return refuse('expected a JSON object')
    const { type = 'trade' } = json
    const known = WEBHOOK_TYPES.find((one) => one === type)
    return known === undefined ? refuse(`type: expected one of ${WEBHOOK_TYPES.join(', ')}`) : ok({ type: known })
  },
}

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
