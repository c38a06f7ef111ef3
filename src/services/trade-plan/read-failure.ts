import { type Failure, fail } from '../../contract/outcome.ts'
import { isBase58Of32 } from '../../hot-paths/base58.ts'

/** A failed question: nothing was sent and nothing spent, so it can be asked again. `stage` is how far it came. */
export function readFailure(failure: Failure, stage: 'validate' | 'quote' = 'quote'): Failure {
  return { ...failure, details: { stage, fee_lamports: 0, retry_safe: true, ...failure.details } }
}

/** Null for what can be a mint: text of the form of an address that decodes to 32 bytes. */
export function badMint(mint: string): Failure | null {
  return isBase58Of32(mint) ? null : readFailure(fail('invalid_mint', 'invalid mint'), 'validate')
}
