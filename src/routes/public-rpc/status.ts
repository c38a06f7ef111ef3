import { statusBody } from '../../contract/public-rpc.ts'
import { statusOpen } from '../../services/rpc/status.ts'
import { defineRoute } from '../define-route.ts'

export const publicStatus = defineRoute({
  method: 'POST',
  path: '/api/rpc/status',
  auth: 'public',
  unlimited: true,
  openProxy: true,
  needs: ['rpc'],
  cache: 'none',
  summary: 'What became of signatures; the node’s JSON-RPC envelope, unchanged.',
  description:
    '`result.value` is aligned with the signatures, null for those the node does not know. One of `signatures` and `signature` is required; `signatures` counts when both are given. No key and no rate limit; any page may call it.',
  body: statusBody,
  reply: 'relay',
  failures: ['upstream_failed', 'upstream_timeout', 'unconfigured'],
  handle: (ctx, { body, request }) => statusOpen(ctx, body, request.signal),
})
