import { WALLET_BOOKS } from '../../config/wallet-books.ts'
import { CHART_PERIODS } from '../../contract/chart.ts'
import { oneOf, optionalAddress, optionalEpochMs } from '../../contract/params.ts'
import { WalletHistoryReply } from '../../contract/wallet-history.ts'
import { getHistory } from '../../services/wallet-books/get-history.ts'
import { defineRoute } from '../define-route.ts'
import { WalletParams } from './wallet-params.ts'

export const walletHistory = defineRoute({
  method: 'GET',
  path: '/api/v2/wallets/{wallet}/history',
  auth: 'apiKey',
  needs: ['walletData|rpc'],
  cache: 'walletHistory',
  summary: 'What a wallet was worth over time.',
  description: `Of the market-data provider where one is configured, which knows wallets as a whole only. Else, and of one asset, from the node: the present balances, taken back over at most ${WALLET_BOOKS.historyLookedAt} transactions, at the prices of that time, of SOL, dollars and the ${WALLET_BOOKS.historyTokens} other tokens worth most. \`estimates\` names each value that rests on a price of another moment, \`missing\` what is left out.`,
  params: WalletParams,
  query: {
    period: oneOf(CHART_PERIODS, { default: '30d' }),
    from: optionalEpochMs('Begins here instead of a period before the end; 366 days at most.'),
    to: optionalEpochMs('Ends here; a time to come is now.'),
    asset: optionalAddress('invalid asset', 'Only of this mint; that of wrapped SOL for SOL.'),
  },
  reply: WalletHistoryReply,
  failures: ['unconfigured', 'upstream_failed', 'upstream_timeout', 'cancelled'],
  deadlineMs: WALLET_BOOKS.deadlineMs,
  handle: (ctx, { params: { wallet }, query, request }) => getHistory(ctx, wallet, query, request.signal),
})
