import { DOLLAR_MINTS } from '../../../contract/mints.ts'
import type { LedgerAmount, LedgerStep } from '../../../contract/wallet-ledger.ts'
import { isNative } from '../actions/native-deposits.ts'
import type { Amount, Swap, SwapLeg } from '../actions/swaps.ts'
import { NATIVE_MINT } from '../program-ids.ts'

export type LedgerTrade = Extract<LedgerStep, { kind: 'trade' }>

/** A swap as the trades that it is to who keeps accounts: one, or one a leg where it ends where it began. */
export function toTrades({ paid, got, legs }: Pick<Swap, 'paid' | 'got' | 'legs'>): readonly LedgerTrade[] {
  if (assetOf(paid) !== assetOf(got)) return [toTrade(paid, got, legs)]
  return legs.filter((leg) => assetOf(leg.paid) !== assetOf(leg.got)).map((leg) => toTrade(leg.paid, leg.got, [leg]))
}

function toTrade(paid: Amount, got: Amount, legs: readonly SwapLeg[]): LedgerTrade {
  const isSol = (mint: string): boolean => isNative(mint)
  const isDollar = (mint: string): boolean => DOLLAR_MINTS.has(mint)
  return {
    kind: 'trade',
    paid: amountOf(paid),
    got: amountOf(got),
    lamports: worthIn(isSol, paid, got, legs),
    usdMicros: worthIn(isDollar, paid, got, legs),
  }
}

/** What a trade is worth in a currency that stands on one side of it, or that every leg passes through. */
function worthIn(is: (mint: string) => boolean, paid: Amount, got: Amount, legs: readonly SwapLeg[]): bigint | null {
  if (is(paid.mint)) return is(got.mint) ? null : paid.amountRaw
  if (is(got.mint)) return got.amountRaw
  if (!legs.every((leg) => is(leg.paid.mint) || is(leg.got.mint))) return null
  return legs.reduce((sum, leg) => (is(leg.got.mint) ? sum + leg.got.amountRaw : sum), 0n)
}

function assetOf({ mint }: Amount): string {
  return isNative(mint) ? NATIVE_MINT : mint
}

function amountOf(amount: Amount): LedgerAmount {
  return { asset: assetOf(amount), raw: amount.amountRaw }
}
