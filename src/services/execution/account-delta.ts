import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../chain/solana/program-ids.ts'
import type { AccountView } from '../../chain/solana/rpc.ts'
import { readTokenAccount } from '../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../hot-paths/base58.ts'
import type { AccountDelta } from '../../workers/tasks.ts'

/** What happened to an account between two reads; null when nothing did. The local runtime says the same in this form
 *  itself. */
export function accountDelta(
  address: string,
  before: AccountView | null,
  after: AccountView | null,
): AccountDelta | null {
  if (before?.lamports === after?.lamports && before?.owner === after?.owner && isSameData(before, after)) return null
  const first = tokenOf(before)
  const last = tokenOf(after)
  const token = last ?? first
  return {
    address,
    lamportsBefore: before?.lamports ?? 0n,
    lamportsAfter: after?.lamports ?? 0n,
    token:
      token === null
        ? null
        : {
            mint: encodeBase58(token.mint),
            owner: encodeBase58(token.owner),
            beforeRaw: first?.amountRaw ?? 0n,
            afterRaw: last?.amountRaw ?? 0n,
          },
  }
}

function isSameData(one: AccountView | null, other: AccountView | null): boolean {
  return Buffer.compare(one?.data ?? new Uint8Array(0), other?.data ?? new Uint8Array(0)) === 0
}

function tokenOf(account: AccountView | null) {
  if (account?.owner !== TOKEN_PROGRAM && account?.owner !== TOKEN_2022_PROGRAM) return null
  return readTokenAccount(account.data)
}
