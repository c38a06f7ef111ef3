import { decodeTransaction } from '../../chain/solana/decode-transaction.ts'
import { ATTEMPTS } from '../../config/accounts.ts'
import type { Context } from '../../context.ts'
import type { BrandingReply } from '../../contract/account.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { decodeBase58Fixed } from '../../hot-paths/base58.ts'
import { addressBucket } from '../../runtime/client-address.ts'
import type { BrandingClaimKind } from '../../store/store.ts'
import { NOT_SOLD } from './branding-info.ts'
import { judgeClaim } from './judge-claim.ts'
import { judgePayment } from './judge-payment.ts'
import { takeAttempt } from './limit-attempts.ts'
import { readPayment } from './read-payment.ts'
import { NOT_OWNED } from './update-fee-wallet.ts'
import { walletOfSession } from './wallet-of-session.ts'

export type BrandingClaim = {
  readonly ownerWallet: string
  readonly transactionSignature: string
  readonly apiKeyId: number
}

const USED = 'this payment was used for a license already'

/** Activates the branding license of a key for a payment on the chain (spec 3 and 4.7): confirmed, under an hour old,
 *  the license wallet richer by at least 0.99 times the price. A payment counts once, for one key: the one that it
 *  names, or one that its payer claims it for (`judgeClaim`). Payments are public: anyone who sees one could claim it
 *  first. Fails `not_found`, `invalid_request`, `rate_limited`, `unconfigured`, and `internal` when the node does not
 *  answer. */
export async function verifyBrandingPayment(
  ctx: Context,
  claim: BrandingClaim,
  {
    clientIp,
    sessionToken,
    signal,
  }: { readonly clientIp: string; readonly sessionToken: string; readonly signal: AbortSignal },
): Promise<Outcome<BrandingReply>> {
  const { apiKeys } = ctx.store
  const { ownerWallet, apiKeyId, transactionSignature } = claim
  const bucket = addressBucket(clientIp)
  const isOwned = Number.isSafeInteger(apiKeyId) && apiKeys.isOwned(apiKeyId, ownerWallet)
  const key = isOwned ? apiKeys.findById(apiKeyId) : undefined
  if (key === undefined || key.revokedAtMs !== null) return fail('not_found', NOT_OWNED)
  if (key.hasBrandingLicense) return active(true, key.brandingLicenseTx)
  const limited = takeAttempt(ctx, {
    kind: 'branding',
    who: bucket,
    limit: ATTEMPTS.branding,
    message: 'too many payments to verify from this address',
  })
  if (limited !== null) return limited
  const right = await checkPayment(ctx, claim, { sessionWallet: walletOfSession(ctx, sessionToken), signal })
  if (!right.ok) return right
  const became = await apiKeys.activateBranding(apiKeyId, {
    ownerWallet,
    signature: transactionSignature,
    ...right.value,
    note: { actor: 'anybody', action: 'key.branding', addressBucket: bucket },
  })
  if (became === 'no_key') return fail('not_found', NOT_OWNED)
  if (became === 'signature_used') return fail('invalid_request', USED)
  return became === 'activated'
    ? active(false, transactionSignature)
    : active(true, apiKeys.findById(apiKeyId)?.brandingLicenseTx ?? null)
}

function active(alreadyActive: boolean, brandingLicenseTx: string | null): Outcome<BrandingReply> {
  return ok({ hasBrandingLicense: true, alreadyActive, brandingLicenseTx })
}

/** By what right the key may have the payment, and who paid. */
async function checkPayment(
  ctx: Context,
  { ownerWallet, transactionSignature, apiKeyId }: BrandingClaim,
  { sessionWallet, signal }: { readonly sessionWallet: string | undefined; readonly signal: AbortSignal },
): Promise<Outcome<{ readonly claim: BrandingClaimKind; readonly payers: readonly string[] }>> {
  const { licenseWallet, openBrandingClaims } = ctx.config.accounts
  const { apiKeys } = ctx.store
  if (licenseWallet === null || ctx.chain.rpc === null) return fail('unconfigured', NOT_SOLD)
  // One spelling of a signature: a payment cannot be used again under another.
  if (decodeBase58Fixed(transactionSignature, 64) === null)
    return fail('invalid_request', 'transactionSignature: expected a transaction signature')
  const counted = apiKeys.brandingPayment(transactionSignature)
  // One that someone claimed without a right of its own may still be its payer's.
  if (counted !== undefined && counted.claim !== 'open') return fail('invalid_request', USED)
  const read = await ctx.chain.rpc.transaction(transactionSignature, { signal })
  if (!read.ok) return fail('internal', 'the node could not be reached')
  if (read.value === null) return fail('invalid_request', 'the transaction is not confirmed')
  const decoded = decodeTransaction(read.value)
  if (!decoded.ok) return fail('internal', 'the node could not be reached')
  const payment = readPayment(decoded.value, licenseWallet)
  const refused = judgePayment(decoded.value, payment, ctx.clock.nowMs())
  if (refused !== null) return refused
  if (decoded.value.signature !== transactionSignature)
    return fail('invalid_request', 'the transaction is not confirmed')
  const claimant = { keyId: apiKeyId, ownerWallet, sessionWallet }
  const judged = judgeClaim(apiKeys, payment, claimant, { isOpen: openBrandingClaims })
  return judged.ok ? ok({ claim: judged.value, payers: [...payment.sentBy.keys()] }) : judged
}
