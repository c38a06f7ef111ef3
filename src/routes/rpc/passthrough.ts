import { LIMITS } from '../../config/limits.ts'
import { rpcBody } from '../../contract/rpc.ts'
import { relayRpc } from '../../services/rpc/passthrough.ts'
import { defineRoute } from '../define-route.ts'

export const rpcPassthrough = defineRoute({
  method: 'POST',
  path: '/api/v2/rpc',
  auth: 'apiKey',
  needs: ['rpc'],
  cache: 'none',
  summary: 'Read-only JSON-RPC: one call or a batch of 1 to 25, answered by the node unchanged.',
  body: rpcBody(LIMITS.rpcBatchCalls),
  reply: 'relay',
  failures: ['upstream_failed', 'upstream_timeout', 'unconfigured'],
  handle: (ctx, { body, request }) => relayRpc(ctx, body.text, request.signal),
})
