import { UndoReply } from '../../contract/account.ts'
import { undoFeeWallet } from '../../services/account/undo-fee-wallet.ts'
import { defineRoute } from '../define-route.ts'
import { undoBody } from './account-body.ts'

export const accountUndoFeeWallet = defineRoute({
  method: 'POST',
  path: '/api/dashboard-session/undo-fee-wallet',
  auth: 'session',
  needs: [],
  cache: 'none',
  readsCaller: true,
  summary: 'Takes a change of the fee wallet back, for 24 hours.',
  description: 'A change that does not count yet is cancelled by it.',
  body: undoBody,
  reply: UndoReply,
  failures: ['not_found', 'internal'],
  handle: (ctx, { caller, body: { changeId }, request: { clientIp } }) =>
    undoFeeWallet(ctx, { caller, changeId, clientIp }),
})
