import { SOL_DECIMALS } from '../../../contract/units.ts'
import type { ChainTransaction } from '../transaction.ts'
import { isNative } from './native-deposits.ts'

/** Decimals of a mint; null where a transaction does not show them. */
export type DecimalsOf = (mint: string) => number | null

/** By the balances on a transaction's record. */
export function decimalsIn({ preTokenBalances, postTokenBalances }: ChainTransaction): DecimalsOf {
  const known = new Map([...preTokenBalances, ...postTokenBalances].map(({ mint, decimals }) => [mint, decimals]))
  return (mint) => known.get(mint) ?? (isNative(mint) ? SOL_DECIMALS : null)
}
