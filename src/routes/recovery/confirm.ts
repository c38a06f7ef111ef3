import { ok } from '../../contract/outcome.ts'
import { exactSol, RecoveryConfirmation } from '../../contract/recovery.ts'
import { confirmRecovery } from '../../services/recovery/confirm.ts'
import { defineRoute } from '../define-route.ts'
import { confirmBody } from './recovery-body.ts'

export const recoveryConfirm = defineRoute({
  method: 'POST',
  path: '/api/v1/confirm',
  auth: 'apiKey',
  needs: [],
  cache: 'none',
  readsCaller: true,
  summary: 'Records a recovery and adds it to the totals of the key.',
  description:
    "The caller's figures are recorded as sent. The server checks them against the chain afterwards; `/api/v1/stats` shows the result. A signature counts once per key. Reports of the public builder key are acknowledged and not stored.",
  body: confirmBody,
  reply: RecoveryConfirmation,
  async handle(ctx, { caller, body }) {
    const confirmed = await confirmRecovery(ctx, caller, body)
    if (!confirmed.ok) return confirmed
    const { isRecorded, isKnown, feeLamports } = confirmed.value
    return ok({
      recorded: isRecorded,
      alreadyRecorded: isKnown,
      signature: body.signature,
      accountsClosed: body.accountsClosed,
      solRecovered: exactSol(body.lamports),
      feeEarned: exactSol(feeLamports),
    })
  },
})
