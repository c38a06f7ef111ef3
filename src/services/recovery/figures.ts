import type { FeeShare } from './fee-terms.ts'
import { feeOf } from './fee-terms.ts'
import type { ScannedHolding, ScannedWallet } from './scan-wallet.ts'

/** What some accounts would return. Lamports. */
export type Figures = {
  readonly accounts: number
  /** All that is in them. */
  readonly recovery: bigint
  readonly fee: bigint
  /** What is left, before the chain's own fees. */
  readonly estimatedReturn: bigint
}

export function figuresOf(holdings: readonly ScannedHolding[], shares: readonly FeeShare[]): Figures {
  let [recovery, fee] = [0n, 0n]
  for (const { lamports } of holdings) {
    recovery += lamports
    fee += feeOf(lamports, shares)
  }
  return { accounts: holdings.length, recovery, fee, estimatedReturn: recovery - fee }
}

export function addFigures(one: Figures, other: Figures): Figures {
  return {
    accounts: one.accounts + other.accounts,
    recovery: one.recovery + other.recovery,
    fee: one.fee + other.fee,
    estimatedReturn: one.estimatedReturn + other.estimatedReturn,
  }
}

export const NO_FIGURES: Figures = { accounts: 0, recovery: 0n, fee: 0n, estimatedReturn: 0n }

/** The accounts of one class. */
export function ofClass(
  { holdings }: ScannedWallet,
  wanted: ScannedHolding['verdict']['class'],
): readonly ScannedHolding[] {
  return holdings.filter(({ verdict }) => verdict.class === wanted)
}
