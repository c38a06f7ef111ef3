import type { ChainTransaction } from './transaction.ts'

/** A transaction in a block succeeded, failed, or was never executed (SIMD-0290: its payer could not pay when its turn
 *  came). The third kind pays no fee, writes no log and changes nothing; it can never be executed later. */
export type ExecutionOutcome = 'succeeded' | 'failed' | 'not_executed'

/** The error of a transaction that was never executed and whose record names none. */
export const NOT_EXECUTED = 'NotExecuted'

/** Faults of the payer. A block with one of these was invalid before SIMD-0290, so no executed transaction has them. A
 *  payer below the rent floor is called `InsufficientFundsForRent`, as are accounts of executed ones: of that error the
 *  record decides. */
const PAYER_FAULTS = new Set<unknown>([
  'AccountNotFound',
  'InsufficientFundsForFee',
  'InvalidAccountForFee',
  NOT_EXECUTED,
])

type Executed = Pick<ChainTransaction, 'err' | 'feeLamports' | 'logs'>

/** By the record: every executed transaction pays a fee, also one that fails before its first instruction. */
export function executionOutcome({ err, feeLamports, logs }: Executed): ExecutionOutcome {
  if (feeLamports === 0n && logs.length === 0) return 'not_executed'
  return err === null ? 'succeeded' : 'failed'
}

/** Whether a status alone shows that the transaction was never executed. */
export function isPayerFault(err: unknown): boolean {
  return PAYER_FAULTS.has(err)
}
