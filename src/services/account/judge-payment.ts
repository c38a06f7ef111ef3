import { executionOutcome } from '../../chain/solana/execution-outcome.ts'
import type { ChainTransaction } from '../../chain/solana/transaction.ts'
import { BRANDING } from '../../config/accounts.ts'
import { type Failure, fail } from '../../contract/outcome.ts'
import type { Payment } from './read-payment.ts'

/** Why a transaction does not pay for a license: it failed, is an hour old, or the license wallet did not gain 0.99
 *  times the price by it; null when it does. Its age counts from the time of its block. */
export function judgePayment(
  { err, blockTimeSec, feeLamports, logs }: ChainTransaction,
  { gainedLamports }: Payment,
  nowMs: number,
): Failure | null {
  const outcome = executionOutcome({ err, feeLamports, logs })
  if (outcome === 'not_executed') return fail('invalid_request', 'the chain never executed the transaction')
  if (outcome === 'failed') return fail('invalid_request', 'the transaction failed on the chain')
  if (blockTimeSec === null) return fail('invalid_request', 'the time of the transaction is not known yet')
  if (nowMs - blockTimeSec * 1_000 >= BRANDING.maxAgeMs)
    return fail('invalid_request', 'the transaction is too old: a payment counts for one hour')
  return gainedLamports >= BRANDING.minLamports
    ? null
    : fail('invalid_request', 'the transaction does not pay the price to the license wallet')
}
