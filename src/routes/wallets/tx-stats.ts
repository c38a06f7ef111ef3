import { WALLETS } from '../../config/wallets.ts'
import { addressParam, clampedInt } from '../../contract/params.ts'
import { TxStatsReply } from '../../contract/tx-stats.ts'
import { countTransactions } from '../../services/wallets/tx-stats.ts'
import { defineRoute } from '../define-route.ts'

export const walletTxStats = defineRoute({
  method: 'GET',
  path: '/api/v2/wallets/{wallet}/tx-stats',
  auth: 'apiKey',
  needs: ['rpc'],
  cache: 'walletTxStats',
  summary: 'How many transactions a wallet made, how many failed, and since when.',
  description:
    'Counted over pages of a thousand signatures, newest first. `ageDays` is the time from `oldestTs` to now; where `capped` is true, the wallet is older than that.',
  params: { wallet: addressParam('invalid wallet address') },
  query: {
    pages: clampedInt({ min: 1, max: WALLETS.countedPages.max, default: WALLETS.countedPages.default }),
  },
  reply: TxStatsReply,
  failures: ['unconfigured', 'upstream_failed', 'upstream_timeout'],
  handle: (ctx, { params: { wallet }, query, request }) => countTransactions(ctx, wallet, query.pages, request.signal),
})
