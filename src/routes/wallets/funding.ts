import { WALLET_BOOKS } from '../../config/wallet-books.ts'
import { FundingReply } from '../../contract/wallet-transfers.ts'
import { getFunding } from '../../services/wallet-books/get-funding.ts'
import { defineRoute } from '../define-route.ts'
import { WalletAddressParams } from './wallet-params.ts'

export const walletFunding = defineRoute({
  method: 'GET',
  path: '/api/v2/wallets/{wallet}/funding',
  auth: 'apiKey',
  needs: ['funding|rpc'],
  cache: 'walletFunding',
  summary: 'The payment that gave a wallet its first SOL.',
  description: `From the node where the wallet’s beginning is among its newest ${WALLET_BOOKS.fundingPageSignatures} signatures (two calls). Of a longer history the provider says it; without one the node goes back up to ${WALLET_BOOKS.fundingPages} such pages, and beyond them the answer is 503. Of several payers in that transaction the largest counts.`,
  params: WalletAddressParams,
  reply: FundingReply,
  failures: ['unconfigured', 'upstream_failed', 'upstream_timeout', 'cancelled'],
  handle: (ctx, { params: { wallet }, request }) => getFunding(ctx, wallet, request.signal),
})
