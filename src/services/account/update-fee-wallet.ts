import { ATTEMPTS } from '../../config/accounts.ts'
import type { Context } from '../../context.ts'
import { type Failure, fail, type Outcome, ok } from '../../contract/outcome.ts'
import { addressBucket } from '../../runtime/client-address.ts'
import { digestKey } from '../../runtime/digest-key.ts'
import { takeAttempt } from './limit-attempts.ts'

export type FeeWalletWish = {
  readonly ownerWallet: string
  readonly newFeeWallet: string
  readonly apiKeyId: number
}

/** One text for a key that there is not and for one of somebody else: nobody learns which ids there are. */
export const NOT_OWNED = 'API key not found for this wallet'

/** Spec 4.7: changes where a key's fees go, for whoever names the key's owner; no signature or session is verified, unless
 *  the operator asks for the owner's session. What protects people anyway: limits for each address and each key, an
 *  audit row, and 24 hours in which the owner sees the change and can undo it.
 *  Fails `not_found`, `rate_limited`, in strict mode `unauthorized`. */
export async function updateFeeWallet(
  ctx: Context,
  { ownerWallet, newFeeWallet, apiKeyId }: FeeWalletWish,
  { clientIp, sessionToken }: { readonly clientIp: string; readonly sessionToken: string },
): Promise<Outcome<{ readonly message: string }>> {
  const bucket = addressBucket(clientIp)
  const isOwner = sessionToken !== '' && walletOfSession(ctx, sessionToken) === ownerWallet
  if (ctx.config.accounts.strictFeeWallet && !isOwner)
    return fail('unauthorized', "the owner's session is required (X-Session-Token)")
  const limited = isOwner ? null : limitStrangers(ctx, bucket, apiKeyId)
  if (limited !== null) return limited
  // Asked of the index of owners, so that an unknown key and a foreign one take the same way.
  if (!Number.isSafeInteger(apiKeyId) || !ctx.store.apiKeys.isOwned(apiKeyId, ownerWallet))
    return fail('not_found', NOT_OWNED)
  const altered = await ctx.store.apiKeys.alter(
    apiKeyId,
    (key) => (key.ownerWallet === ownerWallet && key.revokedAtMs === null ? { feeWallet: newFeeWallet } : null),
    { actor: isOwner ? 'owner' : 'anybody', action: 'key.fee-wallet', addressBucket: bucket },
  )
  return altered === undefined ? fail('not_found', NOT_OWNED) : ok({ message: 'Fee wallet updated' })
}

function walletOfSession({ store, clock }: Context, sessionToken: string): string | undefined {
  return store.sessions.find(digestKey(sessionToken), clock.nowMs())?.wallet
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
