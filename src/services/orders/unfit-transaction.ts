import { type Failure, fail } from '../../contract/outcome.ts'

/** What the aggregator calls a transaction is none, or does something else. */
export function unfitTransaction(provider: string): Failure {
  return fail('upstream_failed', `${provider} built no transaction for this order`)
}
