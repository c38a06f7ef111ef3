import { PULSE } from '../../config/pulse.ts'
import { clampedInt } from '../../contract/params.ts'
import { PulseReply } from '../../contract/pulse.ts'
import { getPulse } from '../../services/pulse/get-pulse.ts'
import { defineRoute } from '../define-route.ts'

export const tokenPulse = defineRoute({
  method: 'GET',
  path: '/api/v2/tokens/pulse',
  auth: 'apiKey',
  needs: [],
  cache: 'pulse',
  summary: 'Tokens on their way: just launched, about to graduate, graduated.',
  description:
    'Launches and graduations are those of the tape. `graduating` are the curves that were traded within `windowSecs` and are at least half full, by their own accounts. Lists are empty where no chain is followed.',
  query: {
    limit: clampedInt({ min: 1, max: PULSE.rows.max, default: PULSE.rows.default, description: 'Rows of each list.' }),
  },
  reply: PulseReply,
  handle: (ctx, { query }) => getPulse(ctx, query.limit),
})
