import { readTokenAccount } from '../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../hot-paths/base58.ts'
import type { AccountView } from './rpc.ts'

/** Whose tokens of a mint an account keeps; null for what is no token account of this mint and program. The address of
 *  an associated account says whose it was when it was made: its owner may have given it to someone else since. */
export function tokenOwnerOf(
  account: Pick<AccountView, 'owner' | 'data'> | null,
  { mint, tokenProgram }: { readonly mint: string; readonly tokenProgram: string },
): string | null {
  const fields = account?.owner === tokenProgram ? readTokenAccount(account.data) : null
  return fields === null || encodeBase58(fields.mint) !== mint ? null : encodeBase58(fields.owner)
}
