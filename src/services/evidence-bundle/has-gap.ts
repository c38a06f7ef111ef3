import type { TokenEvidence } from './evidence.ts'

/** Whether one of these parts of the evidence could not be read, or not in full. What rests on it then lives as short
 *  as the evidence itself. */
export function hasGap({ gaps = [] }: Partial<Pick<TokenEvidence, 'gaps'>>, ...parts: readonly string[]): boolean {
  return gaps.some(({ part }) => parts.includes(part))
}

/** Whether one of them may be whole when it is read again soon. */
export function hasPassingGap(
  { gaps = [] }: Partial<Pick<TokenEvidence, 'gaps'>>,
  ...parts: readonly string[]
): boolean {
  return gaps.some(({ part, lasting }) => parts.includes(part) && lasting !== true)
}
