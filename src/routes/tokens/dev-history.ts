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
    'From chain history; slow on a token nobody asked about before. Verdicts on behaviour are null when the creator has no earlier token. What the node fails on is null and named in `errors`; the answer is still 200 and lives 5 s.',
  params: MintParams,
  reply: DevHistory,
  deadlineMs: TIMEOUTS.forensicsMs,
  failures: ['too_busy'],
  handle: (ctx, { params: { mint }, request }) => getDevHistory(ctx, mint, request.signal),
})
