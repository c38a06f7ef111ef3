import Type from 'typebox'
import { WEBHOOKS } from '../../config/webhooks.ts'
import { jsonBody } from '../../contract/json-body.ts'
import { neverNull, optional } from '../../contract/member.ts'
import { integer } from '../../contract/members.ts'
import { objectOf } from '../../contract/object-member.ts'
import { NullableEpochMs } from '../../contract/shapes.ts'
import { rotateWebhookSecret } from '../../services/webhooks/rotate-secret.ts'
import { defineRoute } from '../define-route.ts'
import { WebhookParams } from './webhook-params.ts'

const MAX_SECS = WEBHOOKS.rotationGraceSecs

const body = jsonBody(objectOf({ graceSeconds: neverNull(optional(integer({ min: 0, max: MAX_SECS }), MAX_SECS)) }), {
  isOptional: true,
})

export const webhookRotateSecret = defineRoute({
  method: 'POST',
  path: '/api/v2/webhooks/{id}/rotate-secret',
  auth: 'apiKey',
  needs: [],
  cache: 'none',
  readsCaller: true,
  summary: 'A new secret, shown once. During the grace the signature header carries two `v1` values.',
  params: WebhookParams,
  body,
  reply: Type.Object(
    { id: Type.String(), secret: Type.String(), oldSecretValidUntil: NullableEpochMs },
    { additionalProperties: false },
  ),
  failures: ['not_found'],
  handle: (ctx, { caller, params: { id }, body: { graceSeconds } }) =>
    rotateWebhookSecret(ctx, caller, { id, graceSecs: graceSeconds }),
})
