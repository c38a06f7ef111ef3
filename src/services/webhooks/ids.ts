import { randomBytes } from 'node:crypto'

const TIME_CHARS = 9
const RADIX = 36

/** Ids sort by the time they were made. */
export function webhookId(nowMs: number): string {
  return `wh_${sortable(nowMs)}`
}

export function deliveryId(nowMs: number): string {
  return `whd_${sortable(nowMs)}`
}

/** 256 bits, shown once. */
export function webhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

function sortable(nowMs: number): string {
  return Math.trunc(nowMs).toString(RADIX).padStart(TIME_CHARS, '0') + randomBytes(8).toString('hex')
}
