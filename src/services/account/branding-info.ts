import { ATTEMPTS, BRANDING } from '../../config/accounts.ts'
import type { Context } from '../../context.ts'
import type { BrandingInfo } from '../../contract/account.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { addressBucket } from '../../runtime/client-address.ts'
import { takeAttempt } from './limit-attempts.ts'
import { memoOfKey } from './read-payment.ts'
import { KEY_GONE } from './session-key.ts'

export const NOT_SOLD = 'branding licenses are not configured'
const LAMPORTS_PER_SOL = 1e9

/** Price, payee and what it unlocks; for a key also how a payment names it. Fails `unconfigured` where the operator
 *  sells none, `not_found` for a key that no one owns, `rate_limited`. */
export async function brandingInfo(
  ctx: Context,
  apiKeyId: number | null,
  clientIp: string,
): Promise<Outcome<BrandingInfo>> {
  const { licenseWallet } = ctx.config.accounts
  if (licenseWallet === null) return fail('unconfigured', NOT_SOLD)
  const info = { cost: BRANDING.costSol, paymentWallet: licenseWallet, features: [...BRANDING.features] }
  if (apiKeyId === null) return ok(info)
  const limited = takeAttempt(ctx, {
    kind: 'branding-price',
    who: addressBucket(clientIp),
    limit: ATTEMPTS.brandingPrice,
    message: 'too many keys requested from this address',
  })
  if (limited !== null) return limited
  const { apiKeys } = ctx.store
  const key = apiKeys.findById(apiKeyId)
  if (key === undefined || key.ownerWallet === null || key.revokedAtMs !== null) return fail('not_found', KEY_GONE)
  // Without an amount of its own the memo alone names the key.
  const lamports = Number(BRANDING.costLamports) + ((await apiKeys.brandingTail(apiKeyId)) ?? 0)
  const payment = { apiKeyId, lamports, amountSol: lamports / LAMPORTS_PER_SOL, memo: memoOfKey(apiKeyId) }
  return ok({ ...info, payment })
}
