import type { Context } from '../../context.ts'
import type { Caller } from '../../contract/api-key.ts'
import type { CustodyWallet } from '../../contract/custody.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { showWallet } from './show-wallet.ts'

/** The key's wallets, oldest first. A cursor is the id of the last one of the page before. */
export function listWallets(
  ctx: Pick<Context, 'store'>,
  caller: Caller,
  { limit, cursor }: { readonly limit: number; readonly cursor: string },
): Outcome<{ wallets: CustodyWallet[]; count: number; next_cursor: string | null }> {
  if (caller.kind !== 'key') return fail('unauthorized', 'no key context')
  const found = ctx.store.custody.listOf(caller.key.id, { afterId: cursor, limit: limit + 1 })
  const page = found.slice(0, limit)
  return ok({
    wallets: page.map(showWallet),
    count: page.length,
    next_cursor: found.length > limit ? page.at(-1)!.id : null,
  })
}
