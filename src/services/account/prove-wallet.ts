import { verifyStrictly } from '../../chain/solana/verify-strictly.ts'
import { ATTEMPTS } from '../../config/accounts.ts'
import type { Context } from '../../context.ts'
import { type Failure, fail } from '../../contract/outcome.ts'
import { decodeBase58Fixed } from '../../hot-paths/base58.ts'
import { challengeMessage } from './challenge-message.ts'
import { type Purpose, readChallenge } from './challenge-nonce.ts'
import { peekAttempts, takeAttempt } from './limit-attempts.ts'

export type Proof = {
  readonly ownerWallet: string
  readonly nonce: string
  /** Base58 or base64 of 64 bytes. */
  readonly signature: string
}

const SIGNATURE_BYTES = 64
const TOO_OFTEN = 'too many failed sign-ins from this address'

/** Null when the wallet signed the challenge that was made for it and this purpose. The nonce is used up by every try,
 *  also by one that fails. Fails `unauthorized` (`challenge expired`: run out, used, ended by newer ones, of another
 *  wallet or purpose, or never ours; `invalid signature`), `rate_limited` after too many failures of one address. */
export function proveWallet(
  ctx: Context,
  { ownerWallet, nonce, signature }: Proof,
  { purpose, addressBucket }: { readonly purpose: Purpose; readonly addressBucket: string },
): Failure | null {
  const tried = { kind: 'sign-in', who: addressBucket, limit: ATTEMPTS.signIn, message: TOO_OFTEN } as const
  const limited = peekAttempts(ctx, tried)
  if (limited !== null) return limited
  const refused = judge(ctx, { ownerWallet, nonce, signature }, purpose)
  if (refused !== null) takeAttempt(ctx, tried)
  return refused
}

function judge(ctx: Context, { ownerWallet, nonce, signature }: Proof, purpose: Purpose): Failure | null {
  const { challenges } = ctx.store
  const nowMs = ctx.clock.nowMs()
  const challenge = readChallenge(challenges.secret, { wallet: ownerWallet, purpose, nonce }, nowMs)
  const burned = challenge === null ? false : challenges.burn(challenge, nowMs)
  if (burned === 'full') return fail('too_busy', 'too many sign-ins at the moment')
  if (challenge === null || !burned) return fail('unauthorized', 'challenge expired')
  const bytes = readSignature(signature)
  const key = decodeBase58Fixed(ownerWallet, 32)
  const message = Buffer.from(challengeMessage(ctx.config.accounts.publicHost, challenge))
  return bytes !== null && key !== null && verifyStrictly(key, message, bytes)
    ? null
    : fail('unauthorized', 'invalid signature')
}

/** Base58, or base64 in the one form that an encoder writes. */
function readSignature(text: string): Uint8Array | null {
  const base58 = decodeBase58Fixed(text, SIGNATURE_BYTES)
  if (base58 !== null) return base58
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === SIGNATURE_BYTES && bytes.toString('base64') === text ? bytes : null
}
