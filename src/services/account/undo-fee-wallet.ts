import type { Context } from '../../context.ts'
import type { Caller } from '../../contract/api-key.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { addressBucket } from '../../runtime/client-address.ts'
import { feeWalletChanges, valueBefore } from './fee-wallet-changes.ts'
import { KEY_GONE, sessionKey } from './session-key.ts'

/** Gives the session's key the fee wallet back that it had before a change of the last 24 hours, or before all that was
 *  changed without its owner's session. A change that does not count yet is cancelled. Fails `not_found` when there is
 *  no such change. */
export async function undoFeeWallet(
  ctx: Context,
  {
    caller,
    changeId,
    clientIp,
  }: { readonly caller: Caller; readonly changeId: number | null; readonly clientIp: string },
): Promise<Outcome<{ readonly feeWallet: string }>> {
  const own = sessionKey(ctx, caller)
  if (!own.ok) return own
  const { key, wallet } = own.value
  const value = valueBefore(feeWalletChanges(ctx, key.id), changeId)
  if (value === undefined) return fail('not_found', 'no change of the fee wallet to undo in the last 24 hours')
  const altered = await ctx.store.apiKeys.alter(
    key.id,
    ({ ownerWallet, revokedAtMs }) =>
      ownerWallet === wallet && revokedAtMs === null ? { ...value, pendingFeeWallet: null } : null,
    { actor: 'owner', action: 'key.fee-wallet-undo', addressBucket: addressBucket(clientIp) },
  )
  return altered === undefined ? fail('not_found', KEY_GONE) : ok({ feeWallet: value.feeWallet ?? wallet })
}
