import assert from 'node:assert/strict'
import type { Context } from '../../context.ts'
import type { ApiKeyRecord, Caller } from '../../contract/api-key.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'

export const KEY_GONE = 'API key not found'

/** The key of the session's wallet. Fails `not_found` when it has none (any more). */
export function sessionKey(
  { store }: Pick<Context, 'store'>,
  caller: Caller,
): Outcome<{ readonly key: ApiKeyRecord; readonly wallet: string }> {
  assert(caller.kind === 'session', 'the front lets only sessions in')
  const { wallet } = caller
  const key = store.apiKeys.findByOwner(wallet)
  return key === undefined ? fail('not_found', KEY_GONE) : ok({ key, wallet })
}
