import type { ApiKeyRecord } from '../../contract/api-key.ts'

type FeeWalletState = Pick<ApiKeyRecord, 'feeWallet' | 'pendingFeeWallet'>

/** Where a key's fees go at that time; null means to the owner. */
export function effectiveFeeWallet(key: FeeWalletState, nowMs: number): string | null {
  return settledFeeWallet(key, nowMs).feeWallet
}

/** The same state with a change whose time has come as the fee wallet, and no longer as a pending one. No job settles
 *  records: who reads asks this, and who writes begins with it. */
export function settledFeeWallet({ feeWallet, pendingFeeWallet }: FeeWalletState, nowMs: number): FeeWalletState {
  const isDue = pendingFeeWallet !== null && pendingFeeWallet.effectiveAtMs <= nowMs
  return isDue ? { feeWallet: pendingFeeWallet.wallet, pendingFeeWallet: null } : { feeWallet, pendingFeeWallet }
}

/** A change that does not count yet, as the dashboards show it. */
export function shownPending(key: FeeWalletState, nowMs: number) {
  const { pendingFeeWallet } = settledFeeWallet(key, nowMs)
  return pendingFeeWallet === null
    ? null
    : { feeWallet: pendingFeeWallet.wallet, effectiveAt: pendingFeeWallet.effectiveAtMs }
}
