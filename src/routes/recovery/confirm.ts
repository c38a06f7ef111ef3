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
    "The caller's figures are taken as they are. Whether the chain agrees is looked up afterwards and stands in `/api/v1/stats`. A signature counts once for a key. What the public builder key reports is acknowledged and not kept.",
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
