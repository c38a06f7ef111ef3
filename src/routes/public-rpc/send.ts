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
    '`result` is the signature; what the node refuses stands in `error`, under its own status (200). No key, no limiter; any page may call it. What comes beyond a bounded queue is refused with 429.',
  body: sendBody,
  reply: 'relay',
  failures: ['upstream_failed', 'upstream_timeout', 'unconfigured'],
  handle: (ctx, { body, request }) => sendOpen(ctx, body, request.signal),
})
