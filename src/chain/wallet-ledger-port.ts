import type { Outcome } from '../contract/outcome.ts'
import type { HeldNow, LedgerTx } from '../contract/wallet-ledger.ts'

/** A transaction that names an address. */
export type ListedTransaction = {
  readonly signature: string
  readonly slot: number
  readonly isFailed: boolean
  /** Null where the node does not say it. */
  readonly timeSec: number | null
}

/** What an exact account of wallets needs from a chain. Each call fails as the chain's node fails. */
export type WalletLedgerReads = {
  /** Newest first; `before` is a transaction, empty text for none. `address`: a wallet or one of its token accounts.
   *  Fails `invalid_request` for what is no address of the chain. */
  list(
    address: string,
    page: { readonly limit: number; readonly before: string; readonly signal: AbortSignal },
  ): Promise<Outcome<readonly ListedTransaction[]>>
  /** What transactions did to the wallets taken together, aligned with the signatures; null for those that the node does
   *  not have and for records that cannot be read. */
  ledger(
    signatures: readonly string[],
    wallets: readonly string[],
    signal: AbortSignal,
  ): Promise<Outcome<readonly (LedgerTx | null)[]>>
  /** All that the wallets hold, accounts without units among it. Up to a hundred accounts are of one slot; of more,
   *  `slot` is the oldest. */
  held(wallets: readonly string[], signal: AbortSignal): Promise<Outcome<HeldNow>>
}
