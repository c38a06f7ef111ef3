import type { Context } from '../../context.ts'
import type { Caller } from '../../contract/api-key.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { CustodyWalletRecord } from '../../store/custody-rows.ts'

/** A wallet of the caller's key. Fails `unknown_wallet` for one of another key as well: whether it exists is no one
 *  else's business. */
export function ownWallet(ctx: Pick<Context, 'store'>, caller: Caller, id: string): Outcome<CustodyWalletRecord> {
  if (caller.kind !== 'key') return fail('unauthorized', 'no key context')
  const record = ctx.store.custody.find(id)
  return record === undefined || record.keyId !== caller.key.id ? fail('unknown_wallet', 'unknown wallet') : ok(record)
}
