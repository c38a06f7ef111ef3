import type { Movement } from '../../../../src/chain/solana/actions/movement.ts'
import { NATIVE_MINT, NATIVE_MINT_2022 } from '../../../../src/chain/solana/program-ids.ts'
import type { ChainTransaction } from '../../../../src/chain/solana/transaction.ts'

/** What the movements of a transaction say that its accounts gained or lost, against what its balances say: the accounts
 *  where the two differ, as text. Counts by the words of `movement.ts`, without the code that makes movements. */
export function unbalanced(transaction: ChainTransaction, movements: readonly Movement[]): readonly string[] {
  const left = new Map<string, bigint>()
  const add = (account: string | undefined, asset: string, raw: bigint): void => {
    if (account !== undefined) left.set(`${account} ${asset}`, (left.get(`${account} ${asset}`) ?? 0n) + raw)
  }
  for (const { kind, mint, amountRaw, from, to } of movements) {
    if (kind === 'handover') continue
    const isWrapped = mint === NATIVE_MINT || mint === NATIVE_MINT_2022
    const assets = mint === null ? ['SOL'] : isWrapped && kind === 'transfer' ? [mint, 'SOL'] : [mint]
    for (const asset of assets) {
      add(from?.account, asset, -amountRaw)
      add(to?.account, asset, amountRaw)
    }
  }
  const { accountKeys, preBalances, postBalances, preTokenBalances, postTokenBalances } = transaction
  for (const [at, key] of accountKeys.entries()) add(key, 'SOL', preBalances[at]! - postBalances[at]!)
  for (const { accountIndex, mint, amountRaw } of preTokenBalances) add(accountKeys[accountIndex], mint, amountRaw)
  for (const { accountIndex, mint, amountRaw } of postTokenBalances) add(accountKeys[accountIndex], mint, -amountRaw)
  return [...left].filter(([, raw]) => raw !== 0n).map(([key, raw]) => `${key}: ${raw}`)
}
