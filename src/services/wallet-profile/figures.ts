import { LAMPORTS_PER_SOL } from '../../contract/units.ts'

const PCT_STEP = 10

/** To a tenth; 0 of nothing. */
export function pctOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 100 * PCT_STEP) / PCT_STEP
}

export function shareOfLamports(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number((part * 1_000n) / whole) / PCT_STEP
}

export function toSol(lamports: bigint): number {
  return Number(lamports) / Number(LAMPORTS_PER_SOL)
}

export function sumOf<T>(rows: readonly T[], of: (row: T) => bigint): bigint {
  return rows.reduce((sum, row) => sum + of(row), 0n)
}

/** The value at a share of the way through sorted values; null of none. */
export function quantile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted.length === 0 ? null : sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

export function medianLamports(values: readonly bigint[]): bigint | null {
  const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return sorted.length === 0 ? null : sorted[Math.floor(sorted.length / 2)]!
}

/** How often each occurs, most frequent first, equal ones by name. */
export function countBy(names: readonly string[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
}
