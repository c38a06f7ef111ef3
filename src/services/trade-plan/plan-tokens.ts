import type { AccountView } from '../../chain/solana/rpc.ts'
import type { Context } from '../../context.ts'
import { counted, oneOrMany } from '../../contract/counted.ts'
import { type Failure, fail, type Outcome, ok } from '../../contract/outcome.ts'
import { findExtension } from '../../hot-paths/account-layouts.ts'
import { mintFacts, tokenBalances } from '../trade-pools/hot-chain.ts'
import { tokenAccountsOf } from './token-accounts.ts'
import type { TradeAmount } from './trade-params.ts'
import type { OwnAccount, TradePlan } from './trade-plan.ts'

const FULL_PERCENT_MICRO = 100_000_000n
const READINGS = 4

export type TokensToSell = {
  readonly token: OwnAccount
  readonly gather: TradePlan['gather']
  readonly amountRaw: bigint
  readonly isAll: boolean
  readonly share: TradePlan['share']
}

/** Which tokens a sale takes: an amount, or a part of all that the wallet holds in its two accounts, rounded down. The
 *  account that holds enough is sold from (`isReread`: as the node says now, whatever was known before); where neither
 *  does, what is lacking is moved over first. Fails `insufficient_balance`, `no_route` where moving would cost
 *  tokens. */
export async function planTokens(
  ctx: Context,
  { wallet, mint, tokenProgram }: { readonly wallet: string; readonly mint: string; readonly tokenProgram: string },
  amount: TradeAmount,
  { isReread = false }: { readonly isReread?: boolean } = {},
): Promise<Outcome<TokensToSell>> {
  const { standard, seedDerived } = tokenAccountsOf(wallet, mint, tokenProgram)
  if (isReread) {
    const again = await readTwice(ctx, [standard, seedDerived])
    if (!again.ok) return again
  }
  const read = await tokenBalances(ctx, [standard, seedDerived], wallet)
  if (!read.ok) return read
  const [inStandard, inSeedDerived] = [read.value[0] ?? 0n, read.value[1] ?? 0n]
  const total = inStandard + inSeedDerived
  const amountRaw = amount.kind === 'raw' ? amount.raw : (total * amount.micro) / FULL_PERCENT_MICRO
  if (amountRaw > total || amountRaw === 0n) return lacking({ mint, neededRaw: amountRaw, heldRaw: total })
  const isAll = amountRaw === total
  const share = amount.kind === 'raw' ? null : { micro: amount.micro, of: [standard, seedDerived] }
  const at = (address: string): OwnAccount => ({ address, mint, tokenProgram, isNew: false })
  if (amountRaw <= inStandard) return ok({ token: at(standard), gather: null, amountRaw, isAll, share })
  if (amountRaw <= inSeedDerived) return ok({ token: at(seedDerived), gather: null, amountRaw, isAll, share })
  const decimals = await decimalsForMoving(ctx, { mint, standard, seedDerived })
  if (!decimals.ok) return decimals
  const gather = { from: seedDerived, raw: amountRaw - inStandard, decimals: decimals.value }
  return ok({ token: at(standard), gather, amountRaw, isAll, share })
}

/** Reads accounts again until two replies in a row show the same: one reply may be of an old moment, or a lie. Fails as
 *  the node fails, and `upstream_failed` when it never says the same twice. */
async function readTwice(ctx: Context, addresses: readonly string[]): Promise<Outcome<null>> {
  let before: ReadonlyMap<string, AccountView | null> | null = null
  for (let reading = 0; reading < READINGS; reading++) {
    const read = await ctx.parts.hotAccounts.read(addresses)
    if (!read.ok) return read
    const { accounts } = read.value
    // What is read again and is the same is the same object.
    if (before !== null && addresses.every((one) => accounts.get(one) === before!.get(one))) return ok(null)
    before = accounts
  }
  return fail('upstream_failed', 'the node shows another balance each time')
}

/** Of the mint, where tokens can be moved from one account to the other without a loss. */
async function decimalsForMoving(
  ctx: Context,
  { mint, standard, seedDerived }: { readonly mint: string; readonly standard: string; readonly seedDerived: string },
): Promise<Outcome<number>> {
  const facts = await mintFacts(ctx, mint)
  if (!facts.ok) return facts
  if (facts.value === null) return fail('invalid_mint', 'no mint at this address')
  const read = await ctx.parts.hotAccounts.getOrRead([standard, seedDerived], 'watched')
  if (!read.ok) return read
  const isTaxed = [...read.value.accounts.values()].some(
    (account) => account !== null && findExtension(account.data, TRANSFER_FEE_AMOUNT) !== null,
  )
  return isTaxed
    ? fail(
        'no_route',
        `the tokens are in ${standard} and ${seedDerived}, and merging them costs a transfer fee: sell at most the balance of one of them`,
      )
    : ok(facts.value.decimals)
}

/** Extension of an account whose mint takes a fee of every transfer. */
export const TRANSFER_FEE_AMOUNT = 2

/** The failure of a wallet that has too little of something; `mint` null is SOL. */
export function lacking(short: {
  readonly mint: string | null
  readonly neededRaw: bigint
  readonly heldRaw: bigint
}): Failure {
  const { mint, neededRaw, heldRaw } = short
  const saidOf = (raw: bigint): string =>
    mint === null ? counted(raw, 'lamport') : `${counted(raw, 'unit')} of ${mint}`
  const message =
    neededRaw === 0n
      ? `insufficient balance: the wallet holds ${saidOf(heldRaw)}`
      : `insufficient balance: ${saidOf(neededRaw)} ${oneOrMany(neededRaw, 'is', 'are')} needed, the wallet holds ${heldRaw}`
  const details = { mint, needed: String(neededRaw), held: String(heldRaw) }
  return {
    ...fail('insufficient_balance', message),
    details: { stage: 'quote', fee_lamports: 0, retry_safe: true, details },
  }
}
