import { LockReply } from '../../contract/account.ts'
import { lockFeeWallet } from '../../services/account/lock-fee-wallet.ts'
import { defineRoute } from '../define-route.ts'
import { lockBody } from './account-body.ts'

export const accountLockFeeWallet = defineRoute({
  method: 'POST',
  path: '/api/dashboard-session/lock-fee-wallet',
  auth: 'session',
  needs: [],
  cache: 'none',
  readsCaller: true,
  summary: "Locks the fee wallet of the signed-in owner's key, or unlocks it.",
  description:
    "While it is locked, `update-fee-wallet` asks for the owner's session. Locking cancels a change that does not count yet.",
  body: lockBody,
  reply: LockReply,
  failures: ['not_found', 'internal'],
  handle: (ctx, { caller, body: { locked }, request: { clientIp } }) =>
    lockFeeWallet(ctx, { caller, locked, clientIp }),
})
