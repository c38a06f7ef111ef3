import { WALLETS } from '../../config/wallets.ts'
import { addressParam, clampedInt } from '../../contract/params.ts'
import { NftsReply } from '../../contract/wallet-nfts.ts'
import { getNfts } from '../../services/wallet-holdings/get-nfts.ts'
import { defineRoute } from '../define-route.ts'

export const walletNfts = defineRoute({
  method: 'GET',
  path: '/api/v2/wallets/{wallet}/nfts',
  auth: 'apiKey',
  needs: ['rpc|assets'],
  cache: 'walletNfts',
  summary: 'NFTs of a wallet.',
  description:
    'From an asset index (DAS) where one is configured; its pages count fungible assets too, which are left out, so that a page may be short or empty while the next one is not. Else what the chain itself shows: tokens of which there is one, with Token Metadata, and Metaplex Core assets; compressed NFTs are then `not_established`.',
  params: { wallet: addressParam('invalid wallet address') },
  query: {
    page: clampedInt({ min: 1, max: WALLETS.nftPages, default: 1 }),
    limit: clampedInt({ min: 1, max: WALLETS.nfts.max, default: WALLETS.nfts.default }),
  },
  reply: NftsReply,
  failures: ['unconfigured', 'upstream_failed', 'upstream_timeout', 'cancelled'],
  handle: (ctx, { params: { wallet }, query, request }) => getNfts(ctx, wallet, query, request.signal),
})
