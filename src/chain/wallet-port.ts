import type { Outcome } from '../contract/outcome.ts'
import type { ParsedTransaction } from '../contract/parsed-transaction.ts'
import { decodeBase58Fixed } from '../hot-paths/base58.ts'

/** A transaction that names an address, as lists of a node show it. */
export type WalletTransaction = {
  readonly signature: string
  readonly slot: number
  readonly isFailed: boolean
  /** Null where the node does not say it. */
  readonly blockTimeSec: number | null
}

/** The `rpcCode` of a failure to go on from a transaction that the node does not know. */
export const UNKNOWN_CURSOR = -32020

/** A transaction to go on from, as a caller names it. Text of the shape of a signature that is none counts as none (spec
 *  4.2): the node would refuse the question. */
export function cursorOf(text: string): string {
  return decodeBase58Fixed(text, 64) === null ? '' : text
}

/** What the wallet family asks of a chain. Each call fails as the chain's node fails, and `invalid_request` for a wallet
 *  that is no address of the chain. */
export type WalletReads = {
  /** Newest first. `before` and `until` are transactions; empty text for none. Fails with the `rpcCode` `UNKNOWN_CURSOR`
   *  for one that the node does not know. */
  transactionsOf(
    wallet: string,
    page: { readonly limit: number; readonly before: string; readonly until: string; readonly signal: AbortSignal },
  ): Promise<Outcome<readonly WalletTransaction[]>>
  /** Transactions explained, in the order of their signatures; those that the node does not have, and records that
   *  cannot be read, are left out. */
  explain(signatures: readonly string[], signal: AbortSignal): Promise<Outcome<readonly ParsedTransaction[]>>
}
