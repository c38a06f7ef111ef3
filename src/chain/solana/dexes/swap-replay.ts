import type { ChainTransaction } from '../transaction.ts'
import type { DexTrade } from './dex.ts'
import type { ReadAccounts } from './trading.ts'

/** What a trader asked a pool for: an exact input, or an exact output. */
export type SwapAsk = { readonly inputMint: string; readonly isExactOut: boolean; readonly amountRaw: bigint }

/** A swap as its own record shows it: the pool right before it, the fees in force, and what was asked. `before` is null
 *  where records show the pool after a swap only: then it is what the swap before left. */
export type SwapRecord<State, Terms> = { readonly before: State | null; readonly terms: Terms; readonly ask: SwapAsk }

/** What a swap gives on some state of a pool, on the trader's side, fees included; and the pool after it. */
export type SwapResult<State> = { readonly inRaw: bigint; readonly outRaw: bigint; readonly after: State }

/** How swaps of a pool are computed again from what the chain recorded of them. `read` holds the accounts that trading
 *  on the pool wants. */
export type SwapReplay<State = unknown, Terms = unknown> = {
  /** Null where the record does not show the pool before the swap. */
  record(transaction: ChainTransaction, trade: DexTrade, read: ReadAccounts): SwapRecord<State, Terms> | null
  /** The pool right after a swap, where records show that; null where this one does not. */
  after?(transaction: ChainTransaction, trade: DexTrade, read: ReadAccounts): State | null
  /** Null when the pool cannot take or pay that much. */
  swap(before: State, terms: Terms, ask: SwapAsk): SwapResult<State> | null
}
