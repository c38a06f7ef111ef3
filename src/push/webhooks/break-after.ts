import { WEBHOOKS } from '../../config/webhooks.ts'

const GONE = 410

/** After how many failed attempts in a row, this one included, the webhook is switched off, and what its owner reads.
 *  Any success begins the count again. */
export function breakAfter(httpStatus: number | null): { readonly failures: number; readonly reason: string } {
  if (httpStatus === GONE) return { failures: 1, reason: 'the target answered 410' }
  return { failures: WEBHOOKS.failuresInRow, reason: `${WEBHOOKS.failuresInRow} failed attempts in a row` }
}
