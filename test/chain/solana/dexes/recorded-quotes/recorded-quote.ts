import assert from 'node:assert/strict'
import type { DexTrade } from '../../../../../src/chain/solana/dexes/dex.ts'
import type { SwapQuote } from '../../../../../src/chain/solana/dexes/trading.ts'
import { instructionAt } from '../../../../../src/chain/solana/instruction-at.ts'
import type { ChainTransaction, TokenBalance } from '../../../../../src/chain/solana/transaction.ts'

/* A recorded swap of mainnet, quoted from what its pool held before it. */

export type RecordedTrade = { readonly transaction: ChainTransaction; readonly trade: DexTrade }

/** Where the reserves before the swap come from, and what was compared; or why nothing could be. */
export type RecordedQuote =
  | { readonly from: string; readonly compared: 'output' | 'cost'; readonly reason?: undefined }
  | { readonly from: null; readonly reason: string }

export const FROM_BALANCES = 'balances before'
/** The whole output of an exact input, or the whole cost of an exact output. */
export const exactOutput = (from: string): RecordedQuote => ({ from, compared: 'output' })
export const exactCost = (from: string): RecordedQuote => ({ from, compared: 'cost' })
export const unchecked = (reason: string): RecordedQuote => ({ from: null, reason })

/** What a trade's side paid and got, in base units. */
export function movedBy({ side, baseAmountRaw, quoteAmountRaw, baseMint, quoteMint }: DexTrade) {
  return side === 'sell'
    ? { inputMint: baseMint, inRaw: baseAmountRaw, outRaw: quoteAmountRaw }
    : { inputMint: quoteMint, inRaw: quoteAmountRaw, outRaw: baseAmountRaw }
}

export function accountsOfTrade({ transaction, trade }: RecordedTrade): readonly string[] {
  return instructionAt(transaction, trade.instructionPath)!.accounts
}

export function dataOfTrade({ transaction, trade }: RecordedTrade): Uint8Array {
  return instructionAt(transaction, trade.instructionPath)!.data
}

/** A token account before the transaction. */
export function heldBefore({ accountKeys, preTokenBalances }: ChainTransaction, account: string): TokenBalance {
  const index = accountKeys.indexOf(account)
  const row = preTokenBalances.find(({ accountIndex }) => accountIndex === index)
  assert(row, `${account} has no balance before`)
  return row
}

/** Our trades take an exact input, the recorded one an exact output: its cost buys no more than it did, and a little
 *  more would have bought at least as much. */
export function assertBrackets(
  quote: (inRaw: bigint) => SwapQuote | null,
  { inRaw, outRaw, roomRaw, label }: { inRaw: bigint; outRaw: bigint; roomRaw: bigint; label: string },
): void {
  const [below, above] = [inRaw - roomRaw, inRaw + roomRaw].map((raw) => quote(raw)?.amountOutRaw ?? 0n)
  assert(below! <= outRaw && outRaw <= above!, `${label}: ${outRaw} is not within ${below} and ${above}`)
}
