import type { Windows } from './capabilities.ts'

/* A longer window holds all that a shorter one holds. Where a provider says otherwise, one of its figures is false, and
 * which of them is not to be known. */

const ORDER = ['m5', 'h1', 'h6', 'h24'] as const
/** Providers round, and some renew a short window before a long one. */
const SLACK_SHARE = 0.01
const SLACK = 2
const UNKNOWN: Windows<null> = { m5: null, h1: null, h6: null, h24: null }

/** The windows as they are, or all null where a shorter one is larger than a longer one. What is null is passed over. */
function agreeingWindows<T>(given: Windows<T>, sizeOf: (value: T) => number | null): Windows<T | null> {
  let most = 0
  for (const window of ORDER) {
    const size = sizeOf(given[window])
    if (size === null) continue
    if (size + SLACK + size * SLACK_SHARE < most) return UNKNOWN
    most = Math.max(most, size)
  }
  return given
}

type Counts = { readonly buys: number; readonly sells: number }

export function agreeingCounts(given: Windows<Counts | null>): Windows<Counts | null> {
  return agreeingWindows(given, (counts) => (counts === null ? null : counts.buys + counts.sells))
}

export function agreeingVolumes(given: Windows<number | null>): Windows<number | null> {
  return agreeingWindows(given, (volume) => volume)
}
