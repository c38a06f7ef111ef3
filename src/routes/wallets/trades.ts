import { WALLET_BOOKS } from '../../config/wallet-books.ts'
import { clampedInt, optionalEpochMs } from '../../contract/params.ts'
import { WalletTradesReply } from '../../contract/wallet-trades.ts'
import { listWalletTrades } from '../../services/wallet-books/list-wallet-trades.ts'
import { defineRoute } from '../define-route.ts'
import { WalletParams } from './wallet-params.ts'

export const walletTrades = defineRoute({
  method: 'GET',
  path: '/api/v2/wallets/{wallet}/trades',
  auth: 'apiKey',
  needs: ['walletData|rpc'],
  cache: 'walletTrades',
  summary: 'Trades of a wallet, newest first.',
  description: `Of the market-data provider where one is configured, else from the wallet’s own transactions: a route through several pools is one trade, amounts are exact in the \`_raw\` members, and dollars are those of the moment where they were recorded. Of the node at most ${WALLET_BOOKS.tradesLookedAt} transactions are looked at, one call each.`,
  params: WalletParams,
  query: {
    limit: clampedInt(WALLET_BOOKS.trades),
    from: optionalEpochMs('No older trades.'),
    to: optionalEpochMs('No newer trades.'),
  },
  reply: WalletTradesReply,
  failures: ['upstream_failed', 'upstream_timeout', 'cancelled'],
  deadlineMs: WALLET_BOOKS.deadlineMs,
  handle: (ctx, { params: { wallet }, query, request }) => listWalletTrades(ctx, wallet, query, request.signal),
})
