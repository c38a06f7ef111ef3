import Type from 'typebox'
import { WEBHOOKS } from '../../config/webhooks.ts'
import { ok } from '../../contract/outcome.ts'
import type { BodyRule } from '../../contract/params.ts'
import { NullableEpochMs } from '../../contract/shapes.ts'
import { rotateWebhookSecret } from '../../services/webhooks/rotate-secret.ts'
import { defineRoute } from '../define-route.ts'
import { isObject, isWithin, refuse } from './webhook-body.ts'
import { WebhookParams } from './webhook-params.ts'

const MAX_SECS = WEBHOOKS.rotationGraceSecs

const body: BodyRule<{ readonly graceSecs: number }> = {
  schema: Type.Object({
    graceSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_SECS, default: MAX_SECS })),
  }),
  parse(json) {
    if (json === undefined) return ok({ graceSecs: MAX_SECS })
    if (!isObject(json)) return refuse('expected a JSON object')
    const { graceSeconds = MAX_SECS } = json
    return isWithin(graceSeconds, 0, MAX_SECS)
      ? ok({ graceSecs: graceSeconds })
      : refuse(`graceSeconds: expected an integer from 0 to ${MAX_SECS}`)
  },
}

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
  handle: (ctx, { caller, params: { id }, body: { graceSecs } }) => rotateWebhookSecret(ctx, caller, { id, graceSecs }),
})
