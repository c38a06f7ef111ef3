import type { Context } from '../../context.ts'
import type { Caller } from '../../contract/api-key.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { addressBucket } from '../../runtime/client-address.ts'
import { normaliseDomains, shownDomains } from './normalise-domains.ts'
import { KEY_GONE, sessionKey } from './session-key.ts'

/** Sets where browsers may use the session's key from; nothing valid in the list means anywhere. */
export async function updateDomains(
  ctx: Context,
  {
    caller,
    entries,
    clientIp,
  }: { readonly caller: Caller; readonly entries: readonly unknown[]; readonly clientIp: string },
): Promise<Outcome<{ readonly allowedDomains: string[] | null }>> {
  const own = sessionKey(ctx, caller)
  if (!own.ok) return own
  const { key, wallet } = own.value
  const allowedDomains = normaliseDomains(entries)
  const altered = await ctx.store.apiKeys.alter(
    key.id,
    ({ ownerWallet, revokedAtMs }) => (ownerWallet === wallet && revokedAtMs === null ? { allowedDomains } : null),
    { actor: 'owner', action: 'key.domains', addressBucket: addressBucket(clientIp) },
  )
  return altered === undefined ? fail('not_found', KEY_GONE) : ok({ allowedDomains: shownDomains(allowedDomains) })
}
