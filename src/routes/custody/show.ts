import { CustodyBalances, CustodyLimits, CustodyWallet } from '../../contract/custody.ts'
import { closed } from '../../contract/shapes.ts'
import { readWallet } from '../../services/custody/read-wallet.ts'
import { defineRoute } from '../define-route.ts'
import { WalletParams } from './wallet-params.ts'

export const walletShow = defineRoute({
  method: 'GET',
  path: '/v1/wallets/{id}',
  auth: 'bearer',
  scope: 'read',
  needs: ['rpc'],
  cache: 'none',
  readsCaller: true,
  summary: 'One wallet of the key with what it holds on the chain now.',
  params: WalletParams,
  reply: closed({ wallet: CustodyWallet, balances: CustodyBalances, limits: CustodyLimits }),
  failures: ['unknown_wallet', 'upstream_failed', 'upstream_timeout'],
  handle: (ctx, { caller, params: { id }, request }) => readWallet(ctx, caller, id, request.signal),
})
