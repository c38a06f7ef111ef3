import { PLANS } from '../../config/plans.ts'
import type { Caller, Scope } from '../../contract/api-key.ts'

/** What a caller may do. Sessions and the public have no scopes; a ticket opens streams only. */
export function scopesOf(caller: Caller): readonly Scope[] {
  if (caller.kind === 'key') return caller.key.scopes
  return caller.kind === 'preview' ? PLANS.preview.scopes : []
}
