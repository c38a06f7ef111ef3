import Type from 'typebox'
import { Text } from '../../contract/shapes.ts'
import { WEBHOOK_TYPES } from '../../contract/webhook.ts'
import { describeWebhookEvents } from '../../services/webhooks/describe-events.ts'
import { defineRoute } from '../define-route.ts'

export const webhookEvents = defineRoute({
  method: 'GET',
  path: '/api/v2/webhooks/events',
  auth: 'apiKey',
  needs: [],
  cache: 'none',
  readsCaller: true,
  summary: 'What can be posted: types, their JSON schema, an example body, the chains that can serve them.',
  reply: Type.Object(
    {
      events: Type.Array(
        Type.Object(
          {
            type: Type.Enum([...WEBHOOK_TYPES]),
            description: Text,
            comesWith: Type.Array(Text, { description: 'Names in `events` that bring it.' }),
            chains: Type.Array(Text),
            schemaJson: Type.String({ description: 'JSON schema of the body, as JSON text.' }),
            exampleJson: Type.String({ description: 'A whole body, as JSON text.' }),
          },
          { additionalProperties: false },
        ),
      ),
    },
    { additionalProperties: false },
  ),
  handle: async (ctx, { caller }) => describeWebhookEvents(ctx, caller),
})
