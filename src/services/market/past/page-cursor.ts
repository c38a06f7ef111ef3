import { decodeBase58Fixed } from '../../../hot-paths/base58.ts'

/** Where a page of trades ended that was read of the node: behind so many trades of a transaction. */
export type PastPlace = { readonly slot: number; readonly signature: string; readonly trades: number }

/** More than a transaction can hold: behind all of them. */
export const ALL_TRADES = 999
const SIGNATURE_BYTES = 64
const PAST_CURSOR = /^past-(\d{1,12})-([1-9A-HJ-NP-Za-km-z]{64,88})-(\d{1,3})$/

export function formatPastCursor({ slot, signature, trades }: PastPlace): string {
  return `past-${slot}-${signature}-${trades}`
}

/** Null for anything that `formatPastCursor` does not write. */
export function parsePastCursor(text: string): PastPlace | null {
  const found = PAST_CURSOR.exec(text)
  // A node fails on what is no signature as on a fault of ours.
  return found === null || decodeBase58Fixed(found[2]!, SIGNATURE_BYTES) === null
    ? null
    : { slot: Number(found[1]), signature: found[2]!, trades: Number(found[3]) }
}
