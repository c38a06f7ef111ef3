import { WALLETS } from '../../config/wallets.ts'
import { clampedInt, text } from '../../contract/params.ts'
import { WalletTransactionsReply } from '../../contract/parsed-transaction.ts'
import { listTransactions } from '../../services/wallets/list-transactions.ts'
import { defineRoute } from '../define-route.ts'
import { optionalSignature, WalletParams } from './wallet-params.ts'

export const walletTransactions = defineRoute({
  method: 'GET',
  path: '/api/v2/wallets/{wallet}/transactions',
  auth: 'apiKey',
  needs: ['rpc'],
  cache: 'none',
  summary: 'Transactions of a wallet, explained, newest first.',
  description:
    'Transactions that name the wallet’s own address, decoded as `decode-tx` does. Failed ones are left out. Tokens that somebody else sent to one of its token accounts name only that account, and are not among them. A page with `type` or `source` looks at a bounded number of transactions and may be short or empty: `nextBefore` goes on from there.',
  params: WalletParams,
  query: {
    limit: clampedInt({ min: 1, max: WALLETS.transactions.max, default: WALLETS.transactions.default }),
    before: optionalSignature('Older than this transaction.'),
    until: optionalSignature('Newer than this transaction.'),
    type: text({
      maxChars: WALLETS.filterChars,
      description: 'Only of this type, in any case: `SWAP`, `TRANSFER` and so on.',
    }),
    source: text({
      maxChars: WALLETS.filterChars,
      description: 'Only from this source, in any case: `JUPITER` and so on.',
    }),
  },
  reply: WalletTransactionsReply,
  failures: ['unconfigured', 'upstream_failed', 'upstream_timeout'],
  handle: (ctx, { params: { wallet }, query, request }) => listTransactions(ctx, wallet, query, request.signal),
})
