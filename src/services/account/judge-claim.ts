import { BRANDING } from '../../config/accounts.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { ApiKeysTable, BrandingClaimKind } from '../../store/store.ts'
import type { Payment } from './read-payment.ts'

export type Claimant = {
  readonly keyId: number
  readonly ownerWallet: string
  /** Wallet of the session that came with the claim. */
  readonly sessionWallet: string | undefined
}

export const NOT_PROVEN =
  'this payment names no key: claim it with a session of the wallet that paid (X-Session-Token), or pay as GET /api/branding-license?apiKeyId=<id> describes'

/** By what right a key may have a payment: the payment names it (memo, or an amount of its own), the wallet that paid
 *  owns it or is signed in, or, where the operator allows it, nothing but that it asked first. A payment that names a
 *  key is for that key alone. Fails `invalid_request`. */
export function judgeClaim(
  apiKeys: Pick<ApiKeysTable, 'findByOwner' | 'keyOfBrandingTail'>,
  payment: Payment,
  claimant: Claimant,
  options: { readonly isOpen: boolean },
): Outcome<BrandingClaimKind> {
  const { gainedLamports, memoKeyIds, isPlain, sentBy } = payment
  const byAmount = keyOfAmount(apiKeys, gainedLamports)
  // A memo is written by the payer; an amount may be met by chance.
  const named = memoKeyIds.length > 0 ? memoKeyIds : byAmount === undefined ? [] : [byAmount]
  if (named.length > 1) return refuse('the payment names more than one key')
  if (named.length === 1 && named[0] !== claimant.keyId) return refuse('the payment names another key')
  if (byAmount === claimant.keyId) return ok('named')
  if (!isPlain) return refuse('the transaction does more than pay for a license')
  const total = [...sentBy.values()].reduce((sum, lamports) => sum + lamports, 0n)
  if (total < BRANDING.minLamports) return refuse('the transaction does not pay the price to the license wallet')
  if (named.length === 1) return ok('named')
  if (isPayer(payment, claimant.ownerWallet) || isPayer(payment, claimant.sessionWallet)) return ok('payer')
  if ([...sentBy.keys()].some((wallet) => apiKeys.findByOwner(wallet) !== undefined))
    return refuse('the payment was made by the owner of another key')
  return options.isOpen ? ok('open') : refuse(NOT_PROVEN)
}

function isPayer({ sentBy }: Payment, wallet: string | undefined): boolean {
  return wallet !== undefined && (sentBy.get(wallet) ?? 0n) >= BRANDING.minLamports
}

function keyOfAmount({ keyOfBrandingTail }: Pick<ApiKeysTable, 'keyOfBrandingTail'>, gainedLamports: bigint) {
  const tail = gainedLamports - BRANDING.costLamports
  return tail > 0n && tail <= BigInt(BRANDING.tails.maxLamports) ? keyOfBrandingTail(Number(tail)) : undefined
}

function refuse(message: string): Outcome<never> {
  return fail('invalid_request', message)
}
