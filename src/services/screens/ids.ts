import { randomBytes } from 'node:crypto'

const TIME_CHARS = 9
const RADIX = 36

/** Ids sort by the time they were made. */
export function screenId(nowMs: number): string {
  return `scr_${Math.trunc(nowMs).toString(RADIX).padStart(TIME_CHARS, '0')}${randomBytes(8).toString('hex')}`
}
