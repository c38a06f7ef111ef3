import { TIMEOUTS } from '../../config/timeouts.ts'
import { SniperCohort } from '../../contract/forensics.ts'
import { MintParams } from '../../contract/params.ts'
import { getSnipers } from '../../services/forensics/get-snipers.ts'
import { defineRoute } from '../define-route.ts'

export const tokenSnipers = defineRoute({
  method: 'GET',
  path: '/api/v2/tokens/{mint}/snipers',
  auth: 'apiKey',
  needs: ['rpc'],
  cache: 'snipers',
  summary: 'Who bought the first slots of a token, what they hold now, and whether they snipe for a living.',
  description:
    'From chain history; slow for the first request about a token. Shares are those of the intel record. When the snipers themselves cannot be examined, `sampledSnipers` is empty and `serialSniperRatio` null; the answer is still 200 and is cached for 5 s.',
  params: MintParams,
  reply: SniperCohort,
  deadlineMs: TIMEOUTS.forensicsMs,
  failures: ['too_busy'],
  handle: (ctx, { params: { mint }, request }) => getSnipers(ctx, mint, request.signal),
})
