import { WALLET_BOOKS } from '../../config/wallet-books.ts'
import { clampedInt, oneOf } from '../../contract/params.ts'
import { WalletActivityReply } from '../../contract/wallet-activity.ts'
import { listActivity } from '../../services/wallet-books/list-activity.ts'
import { defineRoute } from '../define-route.ts'
import { WalletParams } from './wallet-params.ts'

export const walletActivity = defineRoute({
  method: 'GET',
  path: '/api/v2/wallets/{wallet}/activity',
  auth: 'apiKey',
  needs: ['walletData|rpc'],
  cache: 'walletActivity',
  summary: 'What a wallet did, transaction by transaction: swaps and transfers.',
  description: `Of the market-data provider where one is configured, else from the transactions of the wallet and its token accounts. Spam is left out: specks of SOL, and tokens that were strewn over ${WALLET_BOOKS.strewnReceivers} or more wallets at once, in transactions that the wallet did not pay for. Of the node at most ${WALLET_BOOKS.activityLookedAt} transactions are looked at, one call each; \`order=asc\` begins with the oldest that the node lists.`,
  params: WalletParams,
  query: {
    limit: clampedInt(WALLET_BOOKS.activity),
    order: oneOf(['desc', 'asc'], { default: 'desc', description: 'Anything but `asc` is newest first.' }),
  },
  reply: WalletActivityReply,
  failures: ['upstream_failed', 'upstream_timeout', 'cancelled'],
  deadlineMs: WALLET_BOOKS.deadlineMs,
  handle: (ctx, { params: { wallet }, query, request }) => listActivity(ctx, wallet, query, request.signal),
})
