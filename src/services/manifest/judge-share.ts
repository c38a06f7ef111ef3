import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../chain/solana/program-ids.ts'
import { readTokenAccount } from '../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../hot-paths/base58.ts'
import type { AccountState } from './describe-run.ts'
import { type Breach, breach } from './judge-manifest.ts'
import type { Intent } from './manifest.ts'

const FULL_PERCENT_MICRO = 100_000_000n

/** Holds a part of what a wallet has against what lies there when the transaction is executed: what it was reckoned
 *  from is another reading, which may be of another moment, or a lie. */
export function judgeShare(
  before: ReadonlyMap<string, AccountState | null>,
  { payer, share }: Pick<Intent, 'payer' | 'share'>,
): Breach | null {
  if (share === undefined) return null
  let held = 0n
  for (const address of share.of) {
    const account = before.get(address) ?? null
    if (account === null || (account.owner !== TOKEN_PROGRAM && account.owner !== TOKEN_2022_PROGRAM)) continue
    const fields = readTokenAccount(account.data)
    if (fields === null || encodeBase58(fields.owner) !== payer || encodeBase58(fields.mint) !== share.mint) continue
    held += fields.amountRaw
  }
  const most = (held * share.micro) / FULL_PERCENT_MICRO
  return share.raw <= most ? null : breach('share', `${share.raw} of the ${held} held, at most ${most} were asked for`)
}
