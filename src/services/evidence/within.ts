import { withDeadline } from '../../runtime/with-deadline.ts'

/** The caller's signal, and after `ms` an end; an infinite time is none at all. */
export function within(caller: AbortSignal, ms: number): AbortSignal {
  return Number.isFinite(ms) ? withDeadline(caller, ms) : caller
}
