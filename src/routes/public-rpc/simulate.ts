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
    '`success` means that the simulation ran. 400 when the node refuses to simulate. No key and no rate limit; any page may call it. 429 when the bounded queue is full.',
  body: simulateBody,
  reply: SimulationReport,
  failures: ['upstream_failed', 'upstream_timeout', 'unconfigured'],
  handle: (ctx, { body, request }) => simulateOpen(ctx, body, request.signal),
})
