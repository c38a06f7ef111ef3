import { WALLET_BOOKS } from '../../config/wallet-books.ts'
import { clampedInt, flag, oneOf, optionalAddress } from '../../contract/params.ts'
import { WalletTransfersReply } from '../../contract/wallet-transfers.ts'
import { listTransfers } from '../../services/wallet-books/list-transfers.ts'
import { defineRoute } from '../define-route.ts'
import { optionalSignature, WalletAddressParams } from './wallet-params.ts'

export const walletTransfers = defineRoute({
  method: 'GET',
  path: '/api/v2/wallets/{wallet}/transfers',
  auth: 'apiKey',
  needs: ['rpc'],
  cache: 'walletTransfers',
  summary: 'What a wallet gave and got, with both owners; or its swaps as trades.',
  description: `From the node: transactions of the wallet and of its token accounts (the first ${WALLET_BOOKS.tokenAccounts}, those that hold something first), so that what strangers pay in is among them. Without the fee, the transfers of a transaction add up to what the wallet has more or less of. At most ${WALLET_BOOKS.transfersLookedAt} transactions are looked at for one answer, one node call each; \`nextBefore\` goes on from there. A page ends between two transactions. \`synthetic\` shows the swaps that the wallet made instead, what prices are counted in as the quote.`,
  params: WalletAddressParams,
  query: {
    limit: clampedInt(WALLET_BOOKS.transfers),
    before: optionalSignature('Older than this transaction.'),
    mint: optionalAddress('invalid mint', 'Only of this token; that of wrapped SOL means SOL, too.'),
    counterparty: optionalAddress('invalid counterparty', 'Only to and from this owner; not used with `synthetic`.'),
    direction: oneOf(['any', 'in', 'out'], {
      default: 'any',
      description:
        'Only what came in, or only what went out; of trades purchases, or sales. Other values count as any.',
    }),
    synthetic: flag('`1` or `true`: trades instead of transfers.'),
  },
  reply: WalletTransfersReply,
  failures: ['unconfigured', 'upstream_failed', 'upstream_timeout', 'cancelled'],
  deadlineMs: WALLET_BOOKS.deadlineMs,
  handle: (ctx, { params: { wallet }, query, request }) => listTransfers(ctx, wallet, query, request.signal),
})
