import { BODY_LIMITS } from '../../config/body-limits.ts'
import { LIMITS } from '../../config/limits.ts'
import { rpcBody } from '../../contract/rpc.ts'
import { relayRpc } from '../../services/rpc/passthrough.ts'
import { defineRoute } from '../define-route.ts'

/** Of callers whose keys have no record. */
const NO_KEY_ID = 0

export const rpcPassthrough = defineRoute({
  method: 'POST',
  path: '/api/v2/rpc',
  auth: 'apiKey',
  needs: ['rpc'],
  cache: 'none',
  readsCaller: true,
  summary: 'Read-only JSON-RPC: one call or a batch of 1 to 25, answered by the node unchanged.',
  description:
    'A long answer is handed on while the node sends it. One that the node breaks off, that stands still, or that grows beyond the configured bound ends in a cut connection without the last chunk: what arrived is not the whole. Methods that current nodes no longer have are answered as the node answers them.',
  body: rpcBody(LIMITS.rpcBatchCalls),
  bodyBytes: BODY_LIMITS.proxyBytes,
  reply: 'relay',
  failures: ['upstream_failed', 'upstream_timeout', 'unconfigured'],
  handle: (ctx, { body, caller, request }) =>
    relayRpc(ctx, { wire: body.wire, caller: caller.kind === 'key' ? caller.key.id : NO_KEY_ID }, request.signal),
})
