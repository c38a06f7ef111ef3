import { SimulationReport, simulateBody } from '../../contract/public-rpc.ts'
import { simulateOpen } from '../../services/rpc/simulate.ts'
import { defineRoute } from '../define-route.ts'

export const publicSimulate = defineRoute({
  method: 'POST',
  path: '/api/rpc/simulate',
  auth: 'public',
  unlimited: true,
  openProxy: true,
  needs: ['rpc'],
  cache: 'none',
  summary: 'Simulates a transaction of any version; a reverting one is 200 with `err`.',
  description:
    '`success` says that the simulation ran. What the node refuses to simulate is 400. No key, no limiter; any page may call it. What comes beyond a bounded queue is refused with 429.',
  body: simulateBody,
  reply: SimulationReport,
  failures: ['upstream_failed', 'upstream_timeout', 'unconfigured'],
  handle: (ctx, { body, request }) => simulateOpen(ctx, body, request.signal),
})
