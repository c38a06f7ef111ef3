import { ATTEMPTS } from '../../config/accounts.ts'
import type { Context } from '../../context.ts'
import type { Caller } from '../../contract/api-key.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { addressBucket } from '../../runtime/client-address.ts'
import { digestKey } from '../../runtime/digest-key.ts'
import { takeAttempt } from './limit-attempts.ts'
import { KEY_GONE, sessionKey } from './session-key.ts'

export type Regeneration = {
  readonly caller: Caller
  /** Its own session is the one that stays. */
  readonly sessionToken: string
  readonly graceSecs: number
  readonly clientIp: string
}

/** Puts a new key in the place of the session's: id, totals and license stay. The old one stays good for `graceSecs`;
 *  one that an earlier regeneration left ends now. The owner's other sessions end. */
export async function regenerateKey(
  ctx: Context,
  { caller, sessionToken, graceSecs, clientIp }: Regeneration,
): Promise<Outcome<{ readonly apiKey: string; readonly oldKeyValidUntil: number | null }>> {
  const own = sessionKey(ctx, caller)
  if (!own.ok) return own
  const { key, wallet } = own.value
  // Every key has its own window, so creating one key after the other would evade the limit.
  const limited = takeAttempt(ctx, {
    kind: 'regenerate',
    who: String(key.id),
    limit: ATTEMPTS.regenerate,
    message: 'too many regenerations of this key',
  })
  if (limited !== null) return limited
  const made = await ctx.store.apiKeys.regenerate(key.id, {
    ownerWallet: wallet,
    graceMs: graceSecs * 1_000,
    note: { actor: 'owner', action: 'key.regenerate', addressBucket: addressBucket(clientIp) },
  })
  if (made === undefined) return fail('not_found', KEY_GONE)
  ctx.store.sessions.dropOthers(wallet, digestKey(sessionToken))
  return ok({ apiKey: made.key, oldKeyValidUntil: made.record.retiredKey?.validUntilMs ?? null })
}
