import type { Context } from '../../context.ts'
import type { Outcome } from '../../contract/outcome.ts'
import type { Gathered } from './input-bundle.ts'

/** An answer as a part of recorded inputs: a failure is a gap, null a part that there is not. */
export function asGathered<T>(
  ctx: Pick<Context, 'clock'>,
  source: string,
  answer: Outcome<T | null>,
  slotOf: (value: T) => number | null = () => null,
): Gathered<T> {
  if (!answer.ok) {
    const configured = answer.code !== 'unconfigured'
    return { value: null, source, asOfMs: null, slot: null, gap: `${answer.code}: ${answer.message}`, configured }
  }
  const { value } = answer
  const asOfMs = answer.cache?.builtAtMs ?? ctx.clock.nowMs()
  return { value, source, asOfMs, slot: value === null ? null : slotOf(value), gap: null, configured: true }
}
