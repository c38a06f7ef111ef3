import { RECOVERY } from '../../config/recovery.ts'
import type { Caller } from '../../contract/api-key.ts'
import { currentParty } from '../../runtime/request-scope.ts'

/** What bounds an advance beside the day and the wallet: the share of the key, and the open part of the day for wallets
 *  that no one has shown to be theirs. Of those one advance at a time is open, under `openAs`: who asks for
 *  someone else's wallet does not keep its owner out. */
export function advanceBounds(
  caller: Caller,
  wallet: string,
  dayCap: bigint,
): {
  readonly caps: readonly { readonly name: string; readonly cap: bigint }[]
  /** The wallet's name in the books. */
  readonly countsAs: string
  readonly openAs?: string
} {
  const isOpen = !isTrusted(caller, wallet)
  const pool = isOpen ? (dayCap * RECOVERY.feePayerOpenPercent) / 100n : dayCap
  const share = atLeast((pool * RECOVERY.feePayerKeyPercent) / 100n, RECOVERY.feePayerKeyFloorLamports)
  const kind = isOpen ? 'open' : 'known'
  const caps = [{ name: `${kind} ${currentParty()}`, cap: share < pool ? share : pool }]
  if (isOpen) caps.push({ name: 'open', cap: pool })
  const countsAs = isOpen ? `open ${wallet}` : wallet
  return { caps, countsAs, ...(isOpen ? { openAs: countsAs } : {}) }
}

/** Transactions that the fee payer signs for a wallet in one call. */
export function advancedTransactions(caller: Caller, wallet: string): number {
  return isTrusted(caller, wallet) ? RECOVERY.feePayerTransactions : RECOVERY.feePayerOpenTransactions
}

/** A key that the operator gave out, or the wallet that signed when it registered its key. */
function isTrusted(caller: Caller, wallet: string): boolean {
  if (caller.kind !== 'key') return false
  const { tier, ownerWallet } = caller.key
  return (tier !== 'free' && tier !== 'preview') || ownerWallet === wallet
}

function atLeast(lamports: bigint, floor: bigint): bigint {
  return lamports < floor ? floor : lamports
}
