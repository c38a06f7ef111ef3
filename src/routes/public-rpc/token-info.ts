import { mintsBody } from '../../contract/public-rpc.ts'
import { relayTokenInfo } from '../../services/rpc/token-info.ts'
import { defineRoute } from '../define-route.ts'

export const tokenInfo = defineRoute({
  method: 'POST',
  path: '/api/token-info',
  auth: 'public',
  unlimited: true,
  openProxy: true,
  needs: ['tokenInfo'],
  cache: 'none',
  summary: 'Token facts of an outside service: its status and body, unchanged.',
  description: 'No key, no limiter; any page may call it. What comes beyond a bounded queue is refused with 429.',
  body: mintsBody,
  reply: 'relay',
  failures: ['upstream_failed', 'upstream_timeout', 'unconfigured'],
  handle: (ctx, { body, request }) => relayTokenInfo(ctx, body.mints, request.signal),
})
