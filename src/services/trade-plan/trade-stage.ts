import { type Failure, fail } from '../../contract/outcome.ts'

/** The last stage that a trade reached. */
export type TradeStage = 'validate' | 'quote' | 'build' | 'simulate' | 'sign' | 'send' | 'confirm'

/** A failure before anything was signed: nothing was spent, and a retry is safe. */
export function atStage(failure: Failure, stage: TradeStage): Failure {
  const details = { stage, fee_lamports: 0, retry_safe: true, ...failure.details }
  return { ...fail(failure.code, failure.message, failure.retryAfterSec), details }
}
