import type { Context } from '../../context.ts'
import { type Failure, fail, type Outcome, ok } from '../../contract/outcome.ts'
import { tokenBalances } from './pools/hot-chain.ts'
import { tokenAccountsOf } from './token-accounts.ts'
import type { OwnAccount, TradePlan } from './trade-plan.ts'
import type { TradeAmount } from './trade-wish.ts'

const FULL_PERCENT_MICRO = 100_000_000n

export type CoinsToSell = {
  readonly coin: OwnAccount
  readonly gather: TradePlan['gather']
  readonly amountRaw: bigint
  readonly isAll: boolean
}

/** Which coins a sale takes: an amount, or a part of all that the wallet holds in its two accounts, rounded down. The
 *  account that holds enough is sold from; where neither does, one is emptied into the other first. Fails
 *  `insufficient_balance`. */
export async function planCoins(
  ctx: Context,
  { wallet, mint, tokenProgram }: { readonly wallet: string; readonly mint: string; readonly tokenProgram: string },
  amount: TradeAmount,
): Promise<Outcome<CoinsToSell>> {
  const { standard, seedDerived } = tokenAccountsOf(wallet, mint, tokenProgram)
  const read = await tokenBalances(ctx, [standard, seedDerived])
  if (!read.ok) return read
  const [inStandard, inSeedDerived] = [read.value[0] ?? 0n, read.value[1] ?? 0n]
  const total = inStandard + inSeedDerived
  const amountRaw = amount.kind === 'raw' ? amount.raw : (total * amount.micro) / FULL_PERCENT_MICRO
  if (amountRaw > total || amountRaw === 0n) return lacking({ mint, neededRaw: amountRaw, heldRaw: total })
  const isAll = amountRaw === total
  const at = (address: string): OwnAccount => ({ address, mint, tokenProgram, isNew: false })
  if (amountRaw <= inStandard) return ok({ coin: at(standard), gather: null, amountRaw, isAll })
  if (amountRaw <= inSeedDerived) return ok({ coin: at(seedDerived), gather: null, amountRaw, isAll })
  const gather = { from: seedDerived, raw: amountRaw - inStandard }
  return ok({ coin: at(standard), gather, amountRaw, isAll })
}

/** The failure of a wallet that has too little of something; `mint` null is SOL. */
export function lacking(short: {
  readonly mint: string | null
  readonly neededRaw: bigint
  readonly heldRaw: bigint
}): Failure {
  const { mint, neededRaw, heldRaw } = short
  const what = mint === null ? 'lamports' : `units of ${mint}`
  const message =
    neededRaw === 0n
      ? `insufficient balance: the wallet holds ${heldRaw} ${what}`
      : `insufficient balance: ${neededRaw} ${what} are needed, the wallet holds ${heldRaw}`
  const details = { mint, needed: String(neededRaw), held: String(heldRaw) }
  return {
    ...fail('insufficient_balance', message),
    details: { stage: 'quote', fee_lamports: 0, retry_safe: true, details },
  }
}
