import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../chain/solana/program-ids.ts'
import { tokenOwnerOf } from '../../chain/solana/token-owner.ts'
import type { AccountState } from './describe-run.ts'
import { type Breach, breach } from './judge-manifest.ts'
import type { Intent } from './manifest.ts'

/** Holds the token accounts that are paid into against whose they are when the transaction is executed: between the
 *  plan and the run one may have passed to someone else. */
export function judgePayees(
  before: ReadonlyMap<string, AccountState | null>,
  after: ReadonlyMap<string, AccountState | null>,
  { payments }: Pick<Intent, 'payments'>,
): Breach | null {
  for (const { to, owner, mint } of payments ?? []) {
    if (owner === undefined || mint === null) continue
    const account = after.get(to) ?? before.get(to) ?? null
    const tokenProgram = account?.owner === TOKEN_2022_PROGRAM ? TOKEN_2022_PROGRAM : TOKEN_PROGRAM
    if (tokenOwnerOf(account, { mint, tokenProgram }) !== owner)
      return breach('recipient', `${to} is no account of ${owner}`)
  }
  return null
}
