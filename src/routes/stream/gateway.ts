import { fail } from '../../contract/outcome.ts'
import { defineRoute } from '../define-route.ts'

/** What a request gets that asks for the WebSocket address without an upgrade; upgrades never come here. */
export const streamGateway = defineRoute({
  method: 'GET',
  path: '/api/v2/stream',
  auth: 'public',
  needs: [],
  cache: 'none',
  summary: 'WebSocket gateway: live launches and per-token trades.',
  description:
    'Open it as a WebSocket with a paid key or a data grant: header `X-API-Key` or `Authorization: Bearer`, `?ticket=` from `POST /api/v2/stream/ticket`, or subprotocol `mg.key.<base64url of the key>`. Messages are described in `/api/v2/asyncapi.json`. A request without the upgrade gets 400.',
  reply: 'stream',
  streams: [],
  handle: async () =>
    fail('invalid_request', 'this is a WebSocket address: send Connection: Upgrade, Upgrade: websocket'),
})
