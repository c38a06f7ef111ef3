import { fail, type Outcome, ok } from '../../../contract/outcome.ts'
import { readTokenAccount } from '../../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../../hot-paths/base58.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../program-ids.ts'
import type { ReadAccounts } from './trading.ts'

/** Most that a token account can hold, and an instruction can ask for. */
export const MAX_U64 = 2n ** 64n - 1n

/** Base units in a pool's vault. Fails `no_route` when there is no such vault, or when the mint's freeze authority has
 *  stopped it. */
export function readVault(read: ReadAccounts, address: string, mint: string): Outcome<bigint> {
  const account = read.get(address)
  const isToken = account?.owner === TOKEN_PROGRAM || account?.owner === TOKEN_2022_PROGRAM
  const vault = isToken ? readTokenAccount(account.data) : null
  if (vault === null || encodeBase58(vault.mint) !== mint) return fail('no_route', `the pool has no vault of ${mint}`)
  if (vault.state === 'frozen') return fail('no_route', `the pool's vault of ${mint} is frozen`)
  return ok(vault.amountRaw)
}
