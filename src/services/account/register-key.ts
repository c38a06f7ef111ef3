import { ACCOUNT_BOUNDS, ATTEMPTS } from '../../config/accounts.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { addressBucket } from '../../runtime/client-address.ts'
import { peekAttempts, takeAttempt } from './limit-attempts.ts'
import { shownDomains } from './normalise-domains.ts'
import { type Proof, proveWallet } from './prove-wallet.ts'

export type KeyParams = Proof & {
  /** Null: the owner. */
  readonly feeWallet: string | null
  readonly label: string
  readonly domains: readonly string[]
}

export type NewKey = {
  readonly apiKey: string
  readonly apiKeyId: number
  readonly keyPrefix: string
  readonly allowedDomains: string[] | null
}

const TOO_OFTEN = 'too many registrations from this address'

/** A key of the free plan for a wallet that signed its challenge and has none yet. The key is shown once; its digest is
 *  kept. Fails as `proveWallet` does, `conflict` for a wallet with a key, `rate_limited` after five registrations of
 *  one address in an hour. */
export async function registerKey(ctx: Context, params: KeyParams, clientIp: string): Promise<Outcome<NewKey>> {
  const bucket = addressBucket(clientIp)
  const tried = { kind: 'register', who: bucket, limit: ATTEMPTS.register, message: TOO_OFTEN } as const
  const limited = peekAttempts(ctx, tried)
  if (limited !== null) return limited
  const { ownerWallet, feeWallet, label, domains } = params
  const refused = proveWallet(ctx, params, { purpose: 'register', addressBucket: bucket }) ?? takeAttempt(ctx, tried)
  if (refused !== null) return refused
  const made = await ctx.store.apiKeys.register(
    { ownerWallet, feeWallet: feeWallet ?? ownerWallet, label, tier: 'free', allowedDomains: domains },
    {
      maxKeys: ACCOUNT_BOUNDS.keys,
      note: { actor: 'wallet', action: 'key.register', addressBucket: bucket },
    },
  )
  if (made === 'has_key') return fail('conflict', 'wallet already has a key')
  if (made === 'too_many') return fail('too_busy', 'no more keys can be registered here')
  const { id, keyPrefix, allowedDomains } = made.record
  return ok({ apiKey: made.key, apiKeyId: id, keyPrefix, allowedDomains: shownDomains(allowedDomains) })
}
