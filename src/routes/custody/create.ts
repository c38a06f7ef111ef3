import { CustodyWallet } from '../../contract/custody.ts'
import { closed } from '../../contract/shapes.ts'
import { createWallet } from '../../services/custody/create.ts'
import { defineRoute } from '../define-route.ts'
import { createBody } from './wallet-body.ts'

export const walletCreate = defineRoute({
  method: 'POST',
  path: '/v1/wallets',
  auth: 'bearer',
  scope: 'wallet',
  needs: [],
  cache: 'none',
  readsCaller: true,
  status: 201,
  otherStatus: { status: 200, when: 'The user has a wallet already: that one is answered as it is.' },
  summary: 'Makes the wallet of a user of the key, custodial or only watched.',
  description:
    'A custodial wallet is derived from the sealed master seed, the key and the `user_ref`: the same pair always has the same address. Send SOL there to trade with. 409 when the user has a wallet of another kind or address, or with another `withdraw_to` than the one given.',
  body: createBody,
  reply: closed({ wallet: CustodyWallet }),
  failures: ['conflict', 'unconfigured'],
  handle: (ctx, { caller, body }) => createWallet(ctx, caller, body),
})
