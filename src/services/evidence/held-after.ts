import type { DexTrade } from '../../chain/solana/dexes/dex.ts'
import { instructionAt } from '../../chain/solana/instruction-at.ts'
import { knownAddress } from '../../chain/solana/labels.ts'
import type { ChainTransaction, TokenBalance } from '../../chain/solana/transaction.ts'

/** What a trade's pool held of both mints once the transaction was over, in base units: the balances of the vaults that
 *  the swap names. Null where they cannot be distinguished from others: vaults belong to the pool itself, or to one
 *  published authority for all pools of a program. O(balances). */
export function heldAfter(
  transaction: ChainTransaction,
  { pool, baseMint, quoteMint, instructionPath }: DexTrade,
): { readonly baseRaw: bigint; readonly quoteRaw: bigint } | null {
  const named = new Set(instructionAt(transaction, instructionPath)?.accounts)
  const rows = transaction.postTokenBalances.filter(({ accountIndex }) =>
    named.has(transaction.accountKeys[accountIndex]!),
  )
  const own = rows.filter(({ owner }) => owner === pool)
  const vaults = own.length > 0 ? own : rows.filter(isShared)
  const base = vaults.filter(({ mint }) => mint === baseMint)
  const quote = vaults.filter(({ mint }) => mint === quoteMint)
  if (base.length !== 1 || quote.length !== 1) return null
  return { baseRaw: base[0]!.amountRaw, quoteRaw: quote[0]!.amountRaw }
}

function isShared({ owner }: TokenBalance): boolean {
  return owner !== null && knownAddress(owner)?.kind === 'liquidity'
}
