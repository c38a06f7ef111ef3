import { STREAM_INTERVALS } from '../../config/event-stream.ts'
import { FIRST_PARTY } from '../../config/first-party.ts'
import { TokenTapeCandles } from '../../contract/first-party.ts'
import { clampedInt, oneOf, optionalEpochMs } from '../../contract/params.ts'
import { checkSubject } from '../../services/first-party/check-subject.ts'
import { getTokenCandles } from '../../services/first-party/token-candles.ts'
import { defineRoute } from '../define-route.ts'
import { COVERAGE_TEXT, TapeTokenParams } from './tape-params.ts'

export const tokenTapeCandles = defineRoute({
  method: 'GET',
  path: '/api/v2/first-party/tokens/{chain}/{address}/candles',
  auth: 'apiKey',
  needs: [],
  cache: 'firstParty',
  summary: 'Candles of a token from the trades on the tape, in dollars, on all its pools together.',
  description: `Ascending; the last one is open while its time is not over. Periods begin with those of UTC. Trades of unknown price are left out. ${COVERAGE_TEXT}`,
  params: TapeTokenParams,
  query: {
    period: oneOf(STREAM_INTERVALS, { default: '1m' }),
    from: optionalEpochMs('Candles that begin before it are left out.'),
    to: optionalEpochMs('Newest block time that counts; now when absent or in the future.'),
    amount: clampedInt({ min: 1, ...FIRST_PARTY.candles, description: 'Candles, the newest.' }),
  },
  reply: TokenTapeCandles,
  failures: ['not_found', 'unsupported_on_chain'],
  async handle(ctx, { params: { chain, address }, query, request }) {
    const subject = checkSubject(ctx, chain, { by: 'mint', address })
    return subject.ok
      ? getTokenCandles(
          ctx,
          subject.value,
          { period: query.period, fromMs: query.from, toMs: query.to, amount: query.amount },
          request.signal,
        )
      : subject
  },
})
