import type { Context } from '../../context.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { findExtension, readTokenAccount, readU64 } from '../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../hot-paths/base58.ts'
import { TRANSFER_FEE_AMOUNT } from '../trade-plan/plan-tokens.ts'
import type { ClosedAccount } from '../trade-plan/trade-plan.ts'

/** Which of the accounts that a sale empties the wallet can close after it: those that it may, by their close
 *  authority. Fails as the node fails. */
export async function planCloses(
  ctx: Context,
  wallet: string,
  emptied: readonly string[],
): Promise<Outcome<readonly ClosedAccount[]>> {
  const read = await ctx.parts.hotAccounts.getOrRead(emptied, 'watched')
  if (!read.ok) return read
  const closes: ClosedAccount[] = []
  for (const address of emptied) {
    const data = read.value.accounts.get(address)?.data
    const fields = data === undefined ? null : readTokenAccount(data)
    if (data === undefined || fields === null) continue
    if (fields.closeAuthority !== null && encodeBase58(fields.closeAuthority) !== wallet) continue
    const withheld = findExtension(data, TRANSFER_FEE_AMOUNT)
    closes.push({ address, hasWithheld: withheld !== null && readU64(withheld, 0) > 0n })
  }
  return ok(closes)
}
