import { BODY_LIMITS } from '../../config/body-limits.ts'
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
  readsCaller: true,
  summary: 'Read-only JSON-RPC: one call or a batch of 1 to 25, answered by the node unchanged.',
  description:
    'A long answer is relayed while the node sends it. When the node breaks it off, stalls, or exceeds the configured bound, the connection is cut without the last chunk: the received part is incomplete. Methods that current nodes no longer have are answered as the node answers them. Each call of a batch and the bytes of the answers count against the plan of the key: beyond that 429. Free and data keys must give `getProgramAccounts` a filter (`dataSize` or `memcmp`) or a `dataSlice` of at most 256 bytes, and on the token programs a `memcmp` of the mint (offset 0) or the owner (offset 32), on the system, stake, vote, address lookup table and token metadata programs a `memcmp` of an address (32 bytes, not all zero): else 400.',
  body: rpcBody(LIMITS.rpcBatchCalls),
  bodyBytes: BODY_LIMITS.proxyBytes,
  reply: 'relay',
  failures: ['upstream_failed', 'upstream_timeout', 'unconfigured'],
  handle: (ctx, { body, caller, request }) => relayRpc(ctx, { calls: body, caller }, request.signal),
})
