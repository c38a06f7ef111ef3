import { WalletTapeTokens } from '../../contract/first-party.ts'
import { checkSubject } from '../../services/first-party/check-subject.ts'
import { getWalletTokens } from '../../services/first-party/wallet-tokens.ts'
import { defineRoute } from '../define-route.ts'
import { COVERAGE_TEXT, TapeWalletParams, tapeRows } from './tape-params.ts'

export const walletTapeTokens = defineRoute({
  method: 'GET',
  path: '/api/v2/first-party/wallets/{chain}/{wallet}/tokens',
  auth: 'apiKey',
  needs: [],
  cache: 'firstParty',
  summary: 'Tokens that a wallet traded on the tape, the last one first.',
  description: `\`net\` is what was bought less what was sold: no balance, because transfers, and what a token itself keeps of one, are not on the tape. ${COVERAGE_TEXT}`,
  params: TapeWalletParams,
  query: { limit: tapeRows },
  reply: WalletTapeTokens,
  failures: ['not_found', 'unsupported_on_chain'],
  async handle(ctx, { params: { chain, wallet }, query, request }) {
    const subject = checkSubject(ctx, chain, { by: 'wallet', address: wallet })
    return subject.ok ? getWalletTokens(ctx, subject.value, query.limit, request.signal) : subject
  },
})
