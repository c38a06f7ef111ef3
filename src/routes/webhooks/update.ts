import Type from 'typebox'
import { NullableText, nullable } from '../../contract/shapes.ts'
import { Truncation } from '../../contract/stream.ts'
import { WebhookDetail } from '../../contract/webhook.ts'
import { updateWebhook } from '../../services/webhooks/update.ts'
import { defineRoute } from '../define-route.ts'
import { patchBody } from './webhook-body.ts'
import { WebhookParams } from './webhook-params.ts'

export const webhookUpdate = defineRoute({
  method: 'PATCH',
  path: '/api/v2/webhooks/{id}',
  auth: 'apiKey',
  needs: [],
  cache: 'none',
  readsCaller: true,
  summary: 'Changes a webhook, or switches it on or off.',
  description:
    'A webhook that is enabled again continues from its stored cursor with a clean count of failures. `truncated` names the events in between that the tape no longer holds.',
  params: WebhookParams,
  body: patchBody,
  reply: Type.Object(
    { webhook: WebhookDetail, resumedFrom: NullableText, truncated: nullable(Truncation) },
    { additionalProperties: false },
  ),
  failures: ['not_found'],
  handle: (ctx, { caller, params: { id }, body }) => updateWebhook(ctx, caller, { id, patch: body }),
})
