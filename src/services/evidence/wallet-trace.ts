import type { ObservedWallet } from '../evidence-bundle/evidence.ts'
import type { WalletHistory } from './wallet-histories.ts'

/** Where a wallet comes from. */
export type WalletTrace = {
  readonly history: WalletHistory | null
  readonly firstSeenSec: number | null
  readonly firstSeenSlot: number | null
  readonly funding: ObservedWallet['funding']
  /** The node failed on part of the trace. */
  readonly partial: boolean
}
