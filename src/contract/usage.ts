import Type, { type Static } from 'typebox'
import { closed } from './shapes.ts'

export const USAGE_RANGES = ['24h', '7d', '30d', '90d'] as const
export type UsageRange = (typeof USAGE_RANGES)[number]

const Count = Type.Integer({ minimum: 0 })
const CostUsd = Type.Number({ minimum: 0, description: 'US dollars; calls to a provider of unknown price count as 0.' })
const Rate = Type.Number({ minimum: 0, maximum: 1, description: 'A fraction from 0 to 1, not a percentage.' })

/** Spec 2.7 usage stats of the calling key. */
export const UsageStats = closed({
  range_ms: Type.Integer({ description: 'Length of the requested range.' }),
  since: Type.Integer({
    description:
      'Epoch milliseconds from which calls are counted: the start of the UTC hour (24h) or UTC day (7d and longer) in which the range begins.',
  }),
  summary: closed({
    calls: Count,
    errors: Type.Integer({ minimum: 0, description: 'Answers with status 400 and above.' }),
    failures: Type.Integer({ minimum: 0, description: 'Answers with status 500 and above.' }),
    error_rate: Rate,
    failure_rate: Rate,
    avg_ms: Type.Number({ minimum: 0 }),
    max_ms: Type.Number({ minimum: 0 }),
    provider_calls: Type.Integer({ minimum: 0, description: 'Upstream calls that this key caused.' }),
    provider_cost_usd: CostUsd,
  }),
  byRoute: Type.Array(
    closed({
      route: Type.String({ description: 'Method and path pattern.' }),
      calls: Count,
      errors: Count,
      avg_ms: Type.Number({ minimum: 0 }),
      cost_usd: CostUsd,
    }),
    { description: 'The 30 routes with the most calls.' },
  ),
  series: Type.Array(
    closed({
      ts: Type.Integer({ description: 'Epoch milliseconds of the start of the UTC day.' }),
      calls: Count,
      failures: Count,
      cost_usd: CostUsd,
    }),
    { description: 'One row per UTC day, ascending, days without calls included.' },
  ),
})
export type UsageStats = Static<typeof UsageStats>
