import { ACCOUNTS } from '../../config/accounts.ts'
import type { Context } from '../../context.ts'
import { addressBucket } from '../../runtime/client-address.ts'
import { challengeMessage } from './challenge-message.ts'
import { issuerOf, makeChallenge, type Purpose } from './challenge-nonce.ts'

export type ChallengeParams = { readonly ownerWallet: string; readonly purpose: Purpose }

/** A text for a wallet to sign. Of one wallet and one client address five are live, the oldest ends with the sixth;
 *  what others ask for the wallet leaves its own alone, so no one can keep it from signing in. */
export function createChallenge(ctx: Context, { ownerWallet, purpose }: ChallengeParams, clientIp: string) {
  const { challenges } = ctx.store
  const issuer = issuerOf(challenges.secret, addressBucket(clientIp))
  const issuedAtMs = challenges.issue(
    { wallet: ownerWallet, issuer },
    { nowMs: ctx.clock.nowMs(), livesMs: ACCOUNTS.challengeMs, maxLive: ACCOUNTS.liveChallenges },
  )
  const challenge = makeChallenge(challenges.secret, { wallet: ownerWallet, purpose, issuer, issuedAtMs })
  const { nonce, expiresAtMs } = challenge
  return { nonce, message: challengeMessage(ctx.config.accounts.publicHost, challenge), expiresAt: expiresAtMs }
}
