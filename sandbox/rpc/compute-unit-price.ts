import { COMPUTE_BUDGET_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import { readU64 } from '../../src/hot-paths/account-layouts.ts'
import type { WireTransaction } from '../../src/hot-paths/wire-transaction.ts'

const SET_PRICE = 3
const MICRO_LAMPORTS = 1_000_000n

/** What a transaction bids for each compute unit of its limit, in millionths of a lamport. Version 1 names a total,
 *  which is spread over its limit. 0 without a bid. */
export function computeUnitPriceMicroLamports(transaction: WireTransaction, staticKeys: readonly string[]): bigint {
  if (transaction.config !== null) {
    const { priorityFeeLamports, computeUnitLimit } = transaction.config
    return ((priorityFeeLamports ?? 0n) * MICRO_LAMPORTS) / BigInt(Math.max(computeUnitLimit ?? 0, 1))
  }
  let price = 0n
  for (const { programIndex, data } of transaction.instructions)
    if (staticKeys[programIndex] === COMPUTE_BUDGET_PROGRAM && data[0] === SET_PRICE && data.length >= 9)
      price = readU64(data, 1)
  return price
}
