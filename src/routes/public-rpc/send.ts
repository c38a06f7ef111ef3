import { sendBody } from '../../contract/public-rpc.ts'
import { sendOpen } from '../../services/rpc/send.ts'
import { defineRoute } from '../define-route.ts'

export const publicSend = defineRoute({
  method: 'POST',
  path: '/api/rpc/send',
  auth: 'public',
  unlimited: true,
  openProxy: true,
  needs: ['rpc'],
  cache: 'none',
  summary: 'Sends a signed transaction; the node’s JSON-RPC envelope, unchanged.',
  description:
    '`result` is the signature; a refusal of the node is in `error`, with its own status (200). No key and no rate limit; any page may call it. 429 when the bounded queue is full.',
  body: sendBody,
  reply: 'relay',
  failures: ['upstream_failed', 'upstream_timeout', 'unconfigured'],
  handle: (ctx, { body, request }) => sendOpen(ctx, body, request.signal),
})
