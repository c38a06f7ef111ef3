import { CUSTODY } from '../../config/custody.ts'
import { Withdrawal } from '../../contract/custody.ts'
import { withdraw } from '../../services/custody/withdraw.ts'
import { defineIdentifiedRoute } from '../identified-route.ts'
import { withdrawBody } from './wallet-body.ts'
import { WalletParams } from './wallet-params.ts'

export const walletWithdraw = defineIdentifiedRoute({
  method: 'POST',
  path: '/v1/wallets/{id}/withdraw',
  auth: 'bearer',
  scope: 'wallet',
  needs: ['rpc'],
  cache: 'none',
  readsCaller: true,
  identity: ['idempotency_key'],
  summary: 'Sends SOL or tokens of a custodial wallet to another address.',
  description:
    '`max` of SOL leaves nothing; `max` of a token empties its accounts and closes them, also those already empty, so that their deposits come back. The transaction is executed and checked against the request before it is signed. A recipient without a token account gets one, paid for by the wallet.',
  params: WalletParams,
  body: withdrawBody,
  reply: Withdrawal,
  deadlineMs: CUSTODY.withdrawMs,
  failures: [
    'invalid_mint',
    'invalid_amount',
    'insufficient_balance',
    'unknown_wallet',
    'conflict',
    'idempotency_mismatch',
    'policy_blocked',
    'simulation_failed',
    'pending',
    'not_landed',
    'upstream_failed',
    'upstream_timeout',
  ],
  handle: (ctx, { caller, params: { id }, body, request }, { idempotencyKey }) =>
    withdraw(ctx, { caller, walletId: id, params: body, idempotencyKey }, request.signal),
})
