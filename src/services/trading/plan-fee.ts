import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { ownAccount, rentFor } from './plan-accounts.ts'
import type { PlatformFee } from './platform-fee.ts'
import { lamportsOf } from './pools/hot-chain.ts'
import type { FeePayment } from './trade-plan.ts'
import type { TradeWish } from './trade-wish.ts'

type FeeParts = {
  readonly wish: Pick<TradeWish, 'money'>
  readonly moneyMint: string
  readonly terms: PlatformFee | null
}

/** The platform fee of a trade as it is paid: in lamports, or into the token account of who gets it. Null for none. Fails
 *  `invalid_request` where the chain would not let it be paid, or as the node fails. */
export async function planFee(
  ctx: Context,
  { wish, moneyMint, terms }: FeeParts,
  raw: bigint,
): Promise<Outcome<FeePayment | null>> {
  if (terms === null || raw === 0n) return ok(null)
  if (wish.money !== 'SOL') {
    const account = await ownAccount(ctx, terms.wallet, moneyMint)
    return account.ok ? ok({ wallet: terms.wallet, raw, account: account.value }) : account
  }
  const [held, floor] = [await lamportsOf(ctx, terms.wallet), await rentFor(ctx, 0)]
  if (!held.ok) return held
  if (!floor.ok) return floor
  // The chain refuses a transaction that leaves an account with less.
  if (held.value + raw < floor.value)
    return fail(
      'invalid_request',
      `fee_wallet: holds less than ${floor.value} lamports, and a fee of ${raw} is too little to open it`,
    )
  return ok({ wallet: terms.wallet, raw, account: null })
}
