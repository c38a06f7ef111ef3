import { randomBytes } from 'node:crypto'
import { ACCOUNTS } from '../../config/accounts.ts'
import type { Context } from '../../context.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { addressBucket } from '../../runtime/client-address.ts'
import { digestKey } from '../../runtime/digest-key.ts'
import { type Proof, proveWallet } from './prove-wallet.ts'

export type SignIn = {
  readonly sessionToken: string
  readonly expiresAt: number
  /** Null for a wallet without a key, which may sign in like any other. */
  readonly apiKeyId: number | null
}

/** Opens a session for a wallet that signed its challenge. The token is made here and nowhere else, and shown once.
 *  Fails as `proveWallet` does. */
export function login(ctx: Context, proof: Proof, clientIp: string): Outcome<SignIn> {
  const refused = proveWallet(ctx, proof, { purpose: 'login', addressBucket: addressBucket(clientIp) })
  if (refused !== null) return refused
  const { store, clock } = ctx
  const sessionToken = randomBytes(ACCOUNTS.sessionTokenBytes).toString('base64url')
  const createdAtMs = clock.nowMs()
  const expiresAt = createdAtMs + ACCOUNTS.sessionMs
  const apiKeyId = store.apiKeys.findByOwner(proof.ownerWallet)?.id ?? null
  store.sessions.open(
    { digestHex: digestKey(sessionToken), wallet: proof.ownerWallet, createdAtMs, expiresAtMs: expiresAt },
    { hasKey: apiKeyId !== null },
  )
  return ok({ sessionToken, expiresAt, apiKeyId })
}
