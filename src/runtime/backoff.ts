import { randomInt } from 'node:crypto'

/** A number in [0, 1). Handed in where a test wants to decide. */
export type UnitRandom = () => number

const STEPS = 2 ** 32

export const unitRandom: UnitRandom = () => randomInt(STEPS) / STEPS

/** Wait before attempt `attempt + 1` (the first attempt is 1): uniform between 0 and the exponential bound ("full
 *  jitter"), so that callers who failed together do not come back together. */
export function backoffMs(
  attempt: number,
  bounds: { readonly baseMs: number; readonly capMs: number },
  random: UnitRandom = unitRandom,
): number {
  return random() * Math.min(bounds.capMs, bounds.baseMs * 2 ** (attempt - 1))
}
