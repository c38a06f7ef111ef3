import { TIMEOUTS } from '../../config/timeouts.ts'
import { DevHistory } from '../../contract/forensics.ts'
import { MintParams } from '../../contract/params.ts'
import { getDevHistory } from '../../services/forensics/get-dev-history.ts'
import { defineRoute } from '../define-route.ts'

export const tokenDevHistory = defineRoute({
  method: 'GET',
  path: '/api/v2/tokens/{mint}/dev-history',
  auth: 'apiKey',
  needs: ['rpc'],
  cache: 'devHistory',
  summary: 'Who made a token, what became of their earlier tokens, and where their money comes from.',
  description:
    'From chain history; slow for the first request about a token. Verdicts on behaviour are null when the creator has no earlier token. Data that the node fails to return is null and named in `errors`; the answer is still 200 and is cached for 5 s.',
  params: MintParams,
  reply: DevHistory,
  deadlineMs: TIMEOUTS.forensicsMs,
  failures: ['too_busy'],
  handle: (ctx, { params: { mint }, request }) => getDevHistory(ctx, mint, request.signal),
})
