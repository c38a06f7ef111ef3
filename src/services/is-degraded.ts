import type { Outcome } from '../contract/outcome.ts'

/** Whether a part of an answer is missing or incomplete because a source failed; null was not asked for. */
export function isDegraded(part: Outcome<unknown> | null): boolean {
  return part !== null && (!part.ok || part.cache?.degraded === true)
}
