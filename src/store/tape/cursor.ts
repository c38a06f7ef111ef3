import type { Cursor } from './types.ts'

/** Digits and letters in the order of their codes, so that texts of one epoch compare as their numbers do. */
const SEQ_RADIX = 36
const SEQ_DIGITS = 11
const CURSOR = /^([0-9a-f]{8})-([0-9a-z]{11})$/

/** `1f0c93ab-0000000042x`: the tape's epoch and how far. */
export function formatCursor({ epoch, seq }: Cursor): string {
  return `${epoch}-${seq.toString(SEQ_RADIX).padStart(SEQ_DIGITS, '0')}`
}

/** Null for anything that `formatCursor` does not write. */
export function parseCursor(text: string): Cursor | null {
  const found = CURSOR.exec(text)
  if (found === null) return null
  const seq = Number.parseInt(found[2]!, SEQ_RADIX)
  return Number.isSafeInteger(seq) ? { epoch: found[1]!, seq } : null
}

/** How many events lie between a cursor and where reading goes on; null when the cursor is of another tape. */
export function lostBetween(epoch: string, cursor: string, resumeSeq: number): number | null {
  if (!cursor.startsWith(`${epoch}-`)) return null
  const seq = Number.parseInt(cursor.slice(epoch.length + 1), SEQ_RADIX)
  return Number.isSafeInteger(seq) ? Math.max(0, resumeSeq - seq) : null
}
