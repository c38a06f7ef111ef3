import type { Failure } from '../../contract/outcome.ts'

/** A failed question: nothing was sent and nothing spent, so it can be asked again. `stage` is how far it came. */
export function readFailure(failure: Failure, stage: 'validate' | 'quote' = 'quote'): Failure {
  return { ...failure, details: { stage, fee_lamports: 0, retry_safe: true, ...failure.details } }
}
