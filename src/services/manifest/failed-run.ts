import { isSlippageError } from '../../chain/solana/dexes/slippage-errors.ts'
import { nameError } from '../../chain/solana/name-error.ts'
import { SYSTEM_PROGRAM } from '../../chain/solana/program-ids.ts'
import type { FailureCode } from '../../contract/failures.ts'
import { type Failure, fail } from '../../contract/outcome.ts'
import type { StepResult } from '../../workers/tasks.ts'

/** Returned log lines: the last ones show what failed. */
const LOG_LINES = 40

/** A run that did not go through, before anything was sent: nothing was paid. */
export function failedRun(result: Pick<StepResult, 'err' | 'logs'>): Failure {
  const name = nameError(result) ?? 'unknown'
  const details = { error: name, err: result.err, logs: result.logs.slice(-LOG_LINES) }
  return {
    ...fail(codeOfError(name), sentenceOf(name)),
    details: { stage: 'simulate', fee_lamports: 0, retry_safe: true, details },
  }
}

/** The kind of failure of a chain error (`nameError`). */
export function codeOfError(name: string): FailureCode {
  if (isSlippageError(name)) return 'price_moved'
  return OUT_OF_MONEY.has(name) ? 'insufficient_balance' : 'simulation_failed'
}

export function sentenceOf(name: string): string {
  const code = codeOfError(name)
  if (code === 'price_moved') return 'the price moved: less than the minimum would arrive'
  return code === 'insufficient_balance' ? 'insufficient balance' : `the transaction fails: ${name}`
}

const OUT_OF_MONEY: ReadonlySet<string> = new Set([
  'token:InsufficientFunds',
  `program:${SYSTEM_PROGRAM}:Custom(1)`,
  'runtime:AccountNotFound',
  'runtime:InsufficientFundsForFee',
  'runtime:InsufficientFundsForRent',
])
