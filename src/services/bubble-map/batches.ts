import { compareText } from './compare-text.ts'
import { FUNDING } from './weights.ts'

/** `other`: units of some token that was sold for money. */
export type MoneyUnit = 'lamports' | 'stablecoin' | 'other'
/** A payment that a wallet got. */
export type Money = {
  readonly from: string
  /** Lamports, millionths of a stablecoin, or base units of another token. */
  readonly amountRaw: bigint
  readonly unit: MoneyUnit
  readonly timeSec: number | null
  readonly slot: number
  readonly signature: string
  /** First SOL of a wallet that got the token and never bought any: it needs no more than fees. */
  readonly isGas?: boolean
}
export type Payee = { readonly wallet: string; readonly money: Money }

/** Payments by one payer, each at most a day after the one before; oldest first. */
export type Batch = {
  readonly payer: string
  readonly paid: readonly Payee[]
  readonly fromSec: number
}

/** Whether a sum is large enough to be evidence: more than a fee, a tip or rent. */
export function isMaterial({ amountRaw, unit, isGas = false }: Money): boolean {
  if (unit === 'other') return true
  if (isGas && unit === 'lamports') return amountRaw >= FUNDING.minGasLamports
  return amountRaw >= (unit === 'lamports' ? FUNDING.minLamports : FUNDING.minStablecoinRaw)
}

/** The telling payments of every payer, payers sorted. What an idle payer (one that does nothing but pay so many) holds
 *  is one funding wallet, however long it waits: its payments are one batch. */
export function batchPayments(
  money: ReadonlyMap<string, Money>,
  isIdle: (payer: string, payments: number) => boolean,
): readonly Batch[] {
  const paid = [...money].flatMap(([wallet, one]): Payee[] => (isMaterial(one) ? [{ wallet, money: one }] : []))
  paid.sort(
    (a, b) => compareText(a.money.from, b.money.from) || a.money.slot - b.money.slot || compareText(a.wallet, b.wallet),
  )
  const payments = new Map<string, number>()
  for (const { money: one } of paid) payments.set(one.from, (payments.get(one.from) ?? 0) + 1)
  const groups: Payee[][] = []
  for (const payee of paid) {
    const before = groups.at(-1)?.at(-1)
    const { from, timeSec } = payee.money
    const isNext =
      before?.money.from === from &&
      ((timeSec ?? 0) - (before.money.timeSec ?? 0) <= FUNDING.batchGapSecs || isIdle(from, payments.get(from)!))
    if (isNext) groups.at(-1)!.push(payee)
    else groups.push([payee])
  }
  return groups.map((own) => ({ payer: own[0]!.money.from, paid: own, fromSec: own[0]!.money.timeSec ?? 0 }))
}
