import Type from 'typebox'
import { ok } from '../../contract/outcome.ts'
import { defineRoute } from '../define-route.ts'

const declaration = {
  method: 'GET',
  auth: 'public',
  unlimited: true,
  needs: [],
  cache: 'none',
  cacheControl: 'no-store',
  summary: 'Whether the service is up.',
  reply: Type.Object(
    {
      ok: Type.Literal(true),
      version: Type.String({ description: 'Version of the running package.' }),
      ts: Type.Integer({ description: 'Now, epoch milliseconds.' }),
    },
    { additionalProperties: false },
  ),
} as const

export const health = defineRoute({
  ...declaration,
  path: '/api/v2/health',
  handle: async ({ config, clock }) => ok({ ok: true as const, version: config.version, ts: clock.nowMs() }),
})

/** The same at the root, for load balancers. */
export const rootHealth = defineRoute({
  ...declaration,
  path: '/health',
  handle: async ({ config, clock }) => ok({ ok: true as const, version: config.version, ts: clock.nowMs() }),
})
