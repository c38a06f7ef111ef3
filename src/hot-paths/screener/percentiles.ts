/** The values at shares of a column, 0 (least) to 1 (greatest), by the nearest rank: each is a value that occurs. Sorts
 *  `values` in place. Empty for no values. O(n log n): about 0.1 s for a million. */
export function percentilesOf(values: Float64Array, shares: readonly number[]): number[] {
  if (values.length === 0) return []
  values.sort()
  return shares.map((share) => values[Math.max(0, Math.ceil(share * values.length) - 1)]!)
}
