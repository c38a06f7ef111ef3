import { WALLET_BOOKS } from '../../config/wallet-books.ts'
import { flag } from '../../contract/params.ts'
import { PortfolioReply } from '../../contract/wallet-portfolio.ts'
import { getPortfolio } from '../../services/wallet-books/get-portfolio.ts'
import { defineRoute } from '../define-route.ts'
import { WalletParams } from './wallet-params.ts'

export const walletPortfolio = defineRoute({
  method: 'GET',
  path: '/api/v2/wallets/{wallet}/portfolio',
  auth: 'apiKey',
  needs: ['walletData|rpc'],
  // `fresh` passes by the memo of 30 s, which a finished body would outlive.
  cache: 'none',
  summary: 'What a wallet holds and what it is worth.',
  description: `Of the market-data provider where one is configured, else, and where it fails, from the node: the token accounts of both programs, priced by the deepest pools, \`priceChange24h\` and \`allocation\` 0. A token worth more than there is in its pool is \`thin\` and not part of the total. Prices are read of ${WALLET_BOOKS.pricedTokens} tokens at most: of SOL, dollars and known mints, then in turn of the best that the wallet traded itself and of the best of all, by what their pools could pay for them as the last trades on the tape show. Names are read of ${WALLET_BOOKS.namedTokens} more; any others are listed with their balance in base units, and \`missing\` says how many.`,
  params: WalletParams,
  query: { fresh: flag('`1` or `true`: passes by the 30 s cache.') },
  reply: PortfolioReply,
  failures: ['upstream_failed', 'upstream_timeout', 'cancelled'],
  handle: (ctx, { params: { wallet }, query, request }) => getPortfolio(ctx, wallet, query.fresh, request.signal),
})
