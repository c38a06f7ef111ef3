import { mayReceiveSol } from '../../chain/solana/may-receive-sol.ts'
import { TOKEN_PROGRAM } from '../../chain/solana/program-ids.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { ownAccount, rentFor } from '../trade-plan/plan-accounts.ts'
import type { TradeParams } from '../trade-plan/trade-params.ts'
import type { FeePayment } from '../trade-plan/trade-plan.ts'
import { accountOf } from '../trade-pools/hot-chain.ts'
import type { PlatformFee } from './platform-fee.ts'

type FeeParts = {
  readonly params: Pick<TradeParams, 'money'>
  readonly moneyMint: string
  readonly terms: PlatformFee | null
}

/** The platform fee of a trade as it is paid: in lamports, or into the token account of who gets it. Null for none.
 *  Fails `invalid_request` where the chain would not let it be paid, `policy_blocked` where someone else would get it,
 *  or as the node fails. */
export async function planFee(
  ctx: Context,
  { params, moneyMint, terms }: FeeParts,
  raw: bigint,
): Promise<Outcome<FeePayment | null>> {
  if (terms === null || raw === 0n) return ok(null)
  if (params.money !== 'SOL') {
    const account = await ownAccount(ctx, terms.wallet, moneyMint, TOKEN_PROGRAM, 'fee_wallet')
    return account.ok ? ok({ wallet: terms.wallet, raw, account: account.value }) : account
  }
  const [read, floor] = [await accountOf(ctx, terms.wallet), await rentFor(ctx, 0)]
  if (!read.ok) return read
  if (!floor.ok) return floor
  if (!mayReceiveSol(read.value))
    return fail('invalid_request', 'fee_wallet: a token account, a mint or a program is no wallet')
  // The chain refuses a transaction that leaves an account with less.
  if ((read.value?.lamports ?? 0n) + raw < floor.value)
    return fail(
      'invalid_request',
      `fee_wallet: holds less than ${floor.value} lamports, and a fee of ${raw} is too little to open it`,
    )
  return ok({ wallet: terms.wallet, raw, account: null })
}
