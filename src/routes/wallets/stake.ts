import { addressParam } from '../../contract/params.ts'
import { StakeReply } from '../../contract/wallet-stake.ts'
import { getStake } from '../../services/wallet-holdings/get-stake.ts'
import { defineRoute } from '../define-route.ts'

export const walletStake = defineRoute({
  method: 'GET',
  path: '/api/v2/wallets/{wallet}/stake',
  auth: 'apiKey',
  needs: ['rpc'],
  cache: 'walletStake',
  summary: 'Stake accounts of a wallet, with their exact state in this epoch.',
  description:
    'Accounts of which the wallet is staker or withdrawer. `state` is the specification’s: an account that was switched off long ago is still `deactivating` there, and `activation.state` says `inactive`. `activation` follows the stake program’s own reckoning from the chain’s stake history. Listing them needs a node that scans the stake program: with another one the answer is 503.',
  params: { wallet: addressParam('invalid wallet address') },
  reply: StakeReply,
  failures: ['unconfigured', 'upstream_failed', 'upstream_timeout', 'cancelled'],
  handle: (ctx, { params: { wallet }, request }) => getStake(ctx, wallet, request.signal),
})
