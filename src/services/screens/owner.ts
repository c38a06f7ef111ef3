import { SCREEN_PLANS } from '../../config/screens.ts'
import type { Context } from '../../context.ts'
import type { ApiKeyRecord, Caller } from '../../contract/api-key.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { ScreenRecord } from '../../store/screen-rows.ts'

/** The key of a caller that may save screens. Fails `scope_required` for plans without them. */
export function screenOwner(caller: Caller): Outcome<ApiKeyRecord> {
  if (caller.kind !== 'key' || SCREEN_PLANS[caller.key.tier] === 0)
    return fail('scope_required', 'saved screens need a paid plan or a data grant')
  return ok(caller.key)
}

/** A screen of the caller's key. Fails `not_found` for one of another key as well. */
export function ownScreen({ store }: Pick<Context, 'store'>, caller: Caller, id: string): Outcome<ScreenRecord> {
  const owner = screenOwner(caller)
  if (!owner.ok) return owner
  const found = store.screens.find(id)
  return found === undefined || found.keyId !== owner.value.id ? fail('not_found', 'unknown screen') : ok(found)
}
