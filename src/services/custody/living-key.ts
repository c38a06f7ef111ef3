import type { Context } from '../../context.ts'
import type { ApiKeyRecord, Caller, Scope } from '../../contract/api-key.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'

/** The caller's key as the store has it now: since the request came, another process of the store may have revoked it,
 *  replaced it or taken scopes from it, and who acts for it must not wait until that is heard of. A read of one row.
 *  Fails `unauthorized`, `scope_required`. */
export function livingKey(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  caller: Caller,
  scope: Scope,
): Outcome<ApiKeyRecord> {
  if (caller.kind !== 'key') return fail('unauthorized', 'no key context')
  const { id, digestHex, scopes } = caller.key
  const now = store.apiKeys.findById(id)
  if (now === undefined || now.revokedAtMs !== null) return fail('unauthorized', 'invalid API key')
  const { retiredKey } = now
  const isRetired = retiredKey?.digestHex === digestHex && clock.nowMs() < retiredKey.validUntilMs
  if (now.digestHex !== digestHex && !isRetired) return fail('unauthorized', 'invalid API key')
  // Whether the key ever had the scope was the route's question.
  const isTaken = scopes.includes(scope) && !now.scopes.includes(scope)
  return isTaken ? fail('scope_required', `scope required: ${scope}`) : ok(now)
}
