import { TokenTapeTraders } from '../../contract/first-party.ts'
import { oneOf } from '../../contract/params.ts'
import { checkSubject } from '../../services/first-party/check-subject.ts'
import { getTokenTraders, TRADER_SORTS } from '../../services/first-party/token-traders.ts'
import { defineRoute } from '../define-route.ts'
import { COVERAGE_TEXT, TapeTokenParams, tapeRows, WINDOWS } from './tape-params.ts'

export const tokenTapeTraders = defineRoute({
  method: 'GET',
  path: '/api/v2/first-party/tokens/{chain}/{address}/traders',
  auth: 'apiKey',
  needs: [],
  cache: 'firstParty',
  summary: 'Who traded a token on the tape, and what came of it.',
  description: `\`sort\` is by \`volume\` in dollars or by \`pnl\`, the realised dollars, first in, first out over the window’s trades; wallets without a realised figure come last. Amounts are those of the pool: of a token that keeps a part of each transfer, profits are too high. Tags are said where the server holds what establishes them already, else null. ${COVERAGE_TEXT}`,
  params: TapeTokenParams,
  query: {
    sort: oneOf(TRADER_SORTS, { default: 'volume' }),
    window: oneOf(WINDOWS, { default: '24h' }),
    limit: tapeRows,
  },
  reply: TokenTapeTraders,
  failures: ['not_found', 'unsupported_on_chain'],
  async handle(ctx, { params: { chain, address }, query, request }) {
    const subject = checkSubject(ctx, chain, { by: 'mint', address })
    return subject.ok ? getTokenTraders(ctx, subject.value, query, request.signal) : subject
  },
})
