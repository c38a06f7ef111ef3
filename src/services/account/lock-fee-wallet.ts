import type { Context } from '../../context.ts'
import type { Caller } from '../../contract/api-key.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { addressBucket } from '../../runtime/client-address.ts'
import { settledFeeWallet } from './effective-fee-wallet.ts'
import { KEY_GONE, sessionKey } from './session-key.ts'

/** Says whether the fee wallet of the session's key may be changed without the owner's session. Locking cancels a
 *  change that does not count yet. Fails `not_found` when the key is gone. */
export async function lockFeeWallet(
  ctx: Context,
  { caller, locked, clientIp }: { readonly caller: Caller; readonly locked: boolean; readonly clientIp: string },
): Promise<Outcome<{ readonly feeWallet: string; readonly feeWalletLocked: boolean }>> {
  const own = sessionKey(ctx, caller)
  if (!own.ok) return own
  const { key, wallet } = own.value
  const altered = await ctx.store.apiKeys.alter(
    key.id,
    (record) => {
      if (record.ownerWallet !== wallet || record.revokedAtMs !== null) return null
      const settled = settledFeeWallet(record, ctx.clock.nowMs())
      return { ...settled, feeWalletLocked: locked, ...(locked && { pendingFeeWallet: null }) }
    },
    { actor: 'owner', action: 'key.fee-wallet-lock', addressBucket: addressBucket(clientIp) },
  )
  if (altered === undefined) return fail('not_found', KEY_GONE)
  return ok({ feeWallet: altered.after.feeWallet ?? wallet, feeWalletLocked: locked })
}
