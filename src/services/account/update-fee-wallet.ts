import { ATTEMPTS } from '../../config/accounts.ts'
import type { Context } from '../../context.ts'
import type { ApiKeyRecord, PendingFeeWallet } from '../../contract/api-key.ts'
import { type Failure, fail, type Outcome, ok } from '../../contract/outcome.ts'
import { addressBucket } from '../../runtime/client-address.ts'
import type { ApiKeyPatch } from '../../store/store.ts'
import { settledFeeWallet } from './effective-fee-wallet.ts'
import { takeAttempt } from './limit-attempts.ts'
import { walletOfSession } from './wallet-of-session.ts'

export type FeeWalletParams = {
  readonly ownerWallet: string
  readonly newFeeWallet: string
  readonly apiKeyId: number
}

/** One text for a key that there is not and for one of someone else: no one learns which ids there are. */
export const NOT_OWNED = 'API key not found for this wallet'

const NEEDS_SESSION = "the owner's session is required (X-Session-Token)"

/** Spec 4.7: changes where a key's fees go, for any caller that names the key's owner; no signature or session is
 *  verified, unless the operator or the owner of the key asks for the owner's session. What protects people anyway:
 *  limits for each address and each key, an audit row, a delay until a stranger's change counts, and 24 hours in which
 *  the owner sees the change and can undo it. A stranger's later change replaces an earlier one and waits again. Fails
 *  `not_found`, `rate_limited`, where a session is asked for `unauthorized`. */
export async function updateFeeWallet(
  ctx: Context,
  { ownerWallet, newFeeWallet, apiKeyId }: FeeWalletParams,
  { clientIp, sessionToken }: { readonly clientIp: string; readonly sessionToken: string },
): Promise<Outcome<{ readonly message: string; readonly effectiveAt: number }>> {
  const bucket = addressBucket(clientIp)
  const isOwner = sessionToken !== '' && walletOfSession(ctx, sessionToken) === ownerWallet
  if (ctx.config.accounts.strictFeeWallet && !isOwner) return fail('unauthorized', NEEDS_SESSION)
  const limited = isOwner ? null : limitStrangers(ctx, bucket, apiKeyId)
  if (limited !== null) return limited
  // Asked of the index of owners, so that an unknown key and a foreign one take the same way.
  if (!Number.isSafeInteger(apiKeyId) || !ctx.store.apiKeys.isOwned(apiKeyId, ownerWallet))
    return fail('not_found', NOT_OWNED)
  const nowMs = ctx.clock.nowMs()
  const effectiveAtMs = isOwner ? nowMs : nowMs + ctx.config.accounts.feeWalletDelayMs
  let isLocked = false
  const altered = await ctx.store.apiKeys.alter(
    apiKeyId,
    (key) => {
      if (key.ownerWallet !== ownerWallet || key.revokedAtMs !== null) return null
      isLocked = key.feeWalletLocked && !isOwner
      return isLocked ? null : changeTo(key, { wallet: newFeeWallet, effectiveAtMs }, nowMs)
    },
    { actor: isOwner ? 'owner' : 'anybody', action: 'key.fee-wallet', addressBucket: bucket },
  )
  if (altered !== undefined)
    return ok({
      message: 'Fee wallet updated',
      effectiveAt: altered.after.pendingFeeWallet?.effectiveAtMs ?? nowMs,
    })
  return isLocked ? fail('unauthorized', NEEDS_SESSION) : fail('not_found', NOT_OWNED)
}

/** The owner's change counts at once and ends a pending one; a stranger's waits, and until then what counts stays. */
function changeTo(key: ApiKeyRecord, change: PendingFeeWallet, nowMs: number): ApiKeyPatch {
  if (change.effectiveAtMs <= nowMs) return { feeWallet: change.wallet, pendingFeeWallet: null }
  const settled = settledFeeWallet(key, nowMs)
  // Named again, it waits no longer than before; and back to what counts, there is nothing to wait for.
  if (settled.pendingFeeWallet?.wallet === change.wallet) return settled
  return { ...settled, pendingFeeWallet: settled.feeWallet === change.wallet ? null : change }
}

function limitStrangers(ctx: Context, bucket: string, apiKeyId: number): Failure | null {
  return (
    takeAttempt(ctx, {
      kind: 'fee-wallet-address',
      who: bucket,
      limit: ATTEMPTS.feeWalletOfAddress,
      message: 'too many fee wallet changes from this address',
    }) ??
    takeAttempt(ctx, {
      kind: 'fee-wallet-key',
      who: String(apiKeyId),
      limit: ATTEMPTS.feeWalletOfKey,
      message: 'too many fee wallet changes of this key',
    })
  )
}
