import { SystemUsage } from '../../contract/system-usage.ts'
import { readSystemUsage } from '../../services/usage/read-system-usage.ts'
import { defineRoute } from '../define-route.ts'

export const systemUsage = defineRoute({
  method: 'GET',
  path: '/v1/system/usage',
  auth: 'bearer',
  scope: 'admin',
  needs: [],
  cache: 'systemUsage',
  summary: 'This process at a glance: load, tape, upstreams, queues.',
  description:
    'Counted since the start of the process. Quantiles are read from histogram buckets, as Prometheus reads them. `/metrics` on the internal port has the same figures and more.',
  query: {},
  reply: SystemUsage,
  handle: (ctx) => readSystemUsage(ctx),
})
