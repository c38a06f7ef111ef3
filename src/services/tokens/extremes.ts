/** A member no one knows is null. */
export type Extremes = {
  readonly athUsd: number | null
  readonly athMs: number | null
  readonly atlUsd: number | null
  readonly atlMs: number | null
}

/** Highest high and lowest low with their times, the first of equal ones; null without any. */
export function extremesOf(
  spans: readonly { readonly tMs: number; readonly high: number; readonly low: number }[],
): Extremes | null {
  let [highest] = spans
  let [lowest] = spans
  if (highest === undefined || lowest === undefined) return null
  for (const span of spans) {
    if (span.high > highest.high) highest = span
    if (span.low < lowest.low) lowest = span
  }
  return { athUsd: highest.high, athMs: highest.tMs, atlUsd: lowest.low, atlMs: lowest.tMs }
}
