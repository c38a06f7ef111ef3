import { WALLET_BOOKS } from '../../config/wallet-books.ts'
import { clampedInt, wordList } from '../../contract/params.ts'
import { RELATIONS, WalletRelatedReply } from '../../contract/wallet-related.ts'
import { getRelated } from '../../services/wallet-books/get-related.ts'
import { defineRoute } from '../define-route.ts'
import { WalletParams } from './wallet-params.ts'

export const walletRelated = defineRoute({
  method: 'GET',
  path: '/api/v2/wallets/{wallet}/related',
  auth: 'apiKey',
  needs: ['rpc'],
  cache: 'walletRelated',
  summary: 'Wallets that money or timing ties to this one, with evidence.',
  description: `\`funder\`: who gave it its first SOL; \`funded\`: whom it gave theirs; \`same_funder\`: whom its funder gave theirs, at about that time; \`transfer\`: whom it sent to or got from outside of swaps, without specks of SOL below the rent of an account and tips; \`cotrade\`: who traded ${WALLET_BOOKS.cotradeTokens} or more of the same tokens on the same side within ${WALLET_BOOKS.cotradeSecs} seconds, as far as the tape reaches. A relation is a lead, no proof of one owner. Exchanges, programs and busy funders are shown, and not expanded. At most ${WALLET_BOOKS.relatedLookedAt} transactions of the wallet and ${WALLET_BOOKS.relatedFunderTransactions} of the funder are read.`,
  params: WalletParams,
  query: {
    kinds: wordList({ maxWords: RELATIONS.length, description: `Of ${RELATIONS.join(', ')}; none means all.` }),
    limit: clampedInt(WALLET_BOOKS.related),
  },
  reply: WalletRelatedReply,
  failures: ['unconfigured', 'upstream_failed', 'upstream_timeout', 'cancelled'],
  deadlineMs: WALLET_BOOKS.deadlineMs,
  handle: (ctx, { params: { wallet }, query, request }) => getRelated(ctx, wallet, query, request.signal),
})
