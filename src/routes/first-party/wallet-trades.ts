import { WalletTapeTrades } from '../../contract/first-party.ts'
import { ok } from '../../contract/outcome.ts'
import { text } from '../../contract/params.ts'
import { defineRoute } from '../define-route.ts'
import { listTapeTrades } from './list-tape-trades.ts'
import { COVERAGE_TEXT, TAPE_TRADES_QUERY, TapeWalletParams } from './tape-params.ts'

export const walletTapeTrades = defineRoute({
  method: 'GET',
  path: '/api/v2/first-party/wallets/{chain}/{wallet}/trades',
  auth: 'apiKey',
  needs: [],
  cache: 'none',
  summary: 'Trades of a wallet on the tape of this server, newest first.',
  description: `The same rows, ids and cursors as the channel \`trades:{chain}:wallet:{wallet}\` of the streams, the replay and webhooks. A \`cursor\` lists what stands at or before it; a page over a long stretch without a match may hold fewer rows than \`limit\`, or none, and still have a \`nextCursor\`. ${COVERAGE_TEXT}`,
  params: TapeWalletParams,
  query: { token: text({ maxChars: 44, description: 'Only trades of this token.' }), ...TAPE_TRADES_QUERY },
  reply: WalletTapeTrades,
  failures: ['not_found', 'unsupported_on_chain'],
  async handle(ctx, { params: { chain, wallet }, query: { token, ...query }, request }) {
    const listed = await listTapeTrades(
      ctx,
      { chain, by: 'wallet', address: wallet, other: token },
      query,
      request.signal,
    )
    return listed.ok ? ok({ ...listed.value, wallet }) : listed
  },
})
