import { compareText } from './compare-text.ts'
import { FUNDING } from './weights.ts'

/** First money of a wallet. */
export type Money = {
  readonly from: string
  readonly lamports: bigint
  readonly timeSec: number | null
  readonly slot: number
  readonly signature: string
}
export type Payee = { readonly wallet: string; readonly money: Money }

/** Payments of first money by one payer, each at most a day after the one before; oldest first. */
export type Batch = {
  readonly payer: string
  readonly paid: readonly Payee[]
  readonly fromSec: number
}

/** Money that can tell anything: more than a fee, a tip or rent. */
export function isTelling({ lamports }: Money): boolean {
  return lamports >= FUNDING.minLamports
}

/** The telling payments of every payer, payers sorted. */
export function batchPayments(funding: ReadonlyMap<string, Money>): readonly Batch[] {
  const paid = [...funding].flatMap(([wallet, money]): Payee[] => (isTelling(money) ? [{ wallet, money }] : []))
  paid.sort(
    (a, b) => compareText(a.money.from, b.money.from) || a.money.slot - b.money.slot || compareText(a.wallet, b.wallet),
  )
  const groups: Payee[][] = []
  for (const payee of paid) {
    const before = groups.at(-1)?.at(-1)
    const isNext =
      before?.money.from === payee.money.from &&
      (payee.money.timeSec ?? 0) - (before.money.timeSec ?? 0) <= FUNDING.batchGapSecs
    if (isNext) groups.at(-1)!.push(payee)
    else groups.push([payee])
  }
  return groups.map((own) => ({ payer: own[0]!.money.from, paid: own, fromSec: own[0]!.money.timeSec ?? 0 }))
}
