import type { Context } from '../../context.ts'
import { type Failure, fail } from '../../contract/outcome.ts'
import type { AttemptKind, AttemptLimit } from '../../store/account-rows.ts'

type Tried = {
  readonly kind: AttemptKind
  readonly who: string
  readonly limit: AttemptLimit
  /** What the caller reads. */
  readonly message: string
}

/** Counts one attempt; the failure when there were too many. */
export function takeAttempt(ctx: Context, { kind, who, limit, message }: Tried): Failure | null {
  return refusal(ctx.store.attempts.take(kind, who, limit, ctx.clock.nowMs()), message)
}

/** The same without counting. */
export function peekAttempts(ctx: Context, { kind, who, limit, message }: Tried): Failure | null {
  return refusal(ctx.store.attempts.peek(kind, who, limit, ctx.clock.nowMs()), message)
}

function refusal(waitMs: number, message: string): Failure | null {
  return waitMs === 0 ? null : fail('rate_limited', message, Math.ceil(waitMs / 1_000))
}
