import { TokenTapeStats } from '../../contract/first-party.ts'
import { oneOf } from '../../contract/params.ts'
import { checkSubject } from '../../services/first-party/check-subject.ts'
import { getTokenStats } from '../../services/first-party/token-stats.ts'
import { defineRoute } from '../define-route.ts'
import { COVERAGE_TEXT, TapeTokenParams, WINDOWS } from './tape-params.ts'

export const tokenTapeStats = defineRoute({
  method: 'GET',
  path: '/api/v2/first-party/tokens/{chain}/{address}/stats',
  auth: 'apiKey',
  needs: [],
  cache: 'firstParty',
  summary: 'Figures of a token’s trades on the tape: volume, makers, average price.',
  description: `\`wash\` is an estimate by the rule that it names. ${COVERAGE_TEXT}`,
  params: TapeTokenParams,
  query: { window: oneOf(WINDOWS, { default: '24h' }) },
  reply: TokenTapeStats,
  failures: ['not_found', 'unsupported_on_chain'],
  async handle(ctx, { params: { chain, address }, query, request }) {
    const subject = checkSubject(ctx, chain, { by: 'mint', address })
    return subject.ok ? getTokenStats(ctx, subject.value, query.window, request.signal) : subject
  },
})
