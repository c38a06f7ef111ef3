import type { Outcome } from '../contract/outcome.ts'
import type { ParsedTransaction } from '../contract/parsed-transaction.ts'

/** A transaction that names an address, as lists of a node show it. */
export type WalletTransaction = {
  readonly signature: string
  readonly slot: number
  readonly isFailed: boolean
  /** Null where the node does not say it. */
  readonly blockTimeSec: number | null
}

/** What the wallet family asks of a chain. Each call fails as the chain's node fails, and `invalid_request` for a wallet
 *  that is no address of the chain. */
export type WalletReads = {
  /** Newest first. `before` and `until` are transactions; empty text for none. */
  transactionsOf(
    wallet: string,
    page: { readonly limit: number; readonly before: string; readonly until: string; readonly signal: AbortSignal },
  ): Promise<Outcome<readonly WalletTransaction[]>>
  /** Transactions explained, in the order of their signatures; those that the node does not have, and records that
   *  cannot be read, are left out. */
  explain(signatures: readonly string[], signal: AbortSignal): Promise<Outcome<readonly ParsedTransaction[]>>
}
