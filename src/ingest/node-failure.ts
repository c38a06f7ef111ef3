import type { Outcome } from '../contract/outcome.ts'

/** The node is away, refuses or answers nonsense: nothing of ours is broken, and a later try may go well. */
export class NodeFailure extends Error {
  override readonly name = 'NodeFailure'
}

/** The value, or `NodeFailure` thrown. */
export function orThrow<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value
  throw new NodeFailure(outcome.message)
}
