import { TokenTapeTrades } from '../../contract/first-party.ts'
import { ok } from '../../contract/outcome.ts'
import { text } from '../../contract/params.ts'
import { defineRoute } from '../define-route.ts'
import { listTapeTrades } from './list-tape-trades.ts'
import { COVERAGE_TEXT, TAPE_TRADES_QUERY, TapeTokenParams } from './tape-params.ts'

export const tokenTapeTrades = defineRoute({
  method: 'GET',
  path: '/api/v2/first-party/tokens/{chain}/{address}/trades',
  auth: 'apiKey',
  needs: [],
  cache: 'none',
  summary: 'Trades of a token on the tape of this server, newest first.',
  description: `The same rows, ids and cursors as the channel \`trades:{chain}:{token}\` of the streams, the replay and webhooks. A \`cursor\` lists what stands at or before it; a page over a long stretch without a match may hold fewer rows than \`limit\`, or none, and still have a \`nextCursor\`. ${COVERAGE_TEXT}`,
  params: TapeTokenParams,
  query: { wallet: text({ maxChars: 44, description: 'Only trades of this wallet.' }), ...TAPE_TRADES_QUERY },
  reply: TokenTapeTrades,
  failures: ['not_found', 'unsupported_on_chain'],
  async handle(ctx, { params: { chain, address }, query: { wallet, ...query }, request }) {
    const listed = await listTapeTrades(ctx, { chain, by: 'mint', address, other: wallet }, query, request.signal)
    return listed.ok ? ok({ ...listed.value, token: address }) : listed
  },
})
