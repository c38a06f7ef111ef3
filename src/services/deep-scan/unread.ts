import type { TokenEvidence } from '../evidence-bundle/evidence.ts'
import { hasGap } from '../evidence-bundle/has-gap.ts'
import type { InputBundle } from '../evidence-bundle/input-bundle.ts'

/** What a failing source leaves unsaid must not speak for a token: the less could be read, the less it can be. */

/** Parts of the evidence that a token cannot be cleared without. */
const CLEARING = ['mint', 'pools', 'holders', 'launch', 'history', 'funding'] as const

/** Why too little could be read for any verdict; null when enough was. */
export function tooLittleRead({ evidence: { value } }: InputBundle): string | null {
  if (value === null) return 'the chain could not be read'
  if (hasGap(value, 'mint')) return 'its mint could not be read'
  return linksUnread(value) === null ? null : 'its history could not be read'
}

/** Why the token cannot be cleared, though something can be said of it; null when nothing is in the way. */
export function partlyRead({ evidence: { value } }: InputBundle): string | null {
  const lacking = value === null ? [] : CLEARING.filter((part) => hasGap(value, part))
  return lacking.length === 0 ? null : `not read in full: ${lacking.join(', ')}`
}

/** Why nothing ties wallets together because nothing of what could was read; null when it was. No links are then no
 *  sign of strangers. */
export function linksUnread(evidence: TokenEvidence): string | null {
  if (evidence.transactions.length > 0) return null
  const gap = evidence.gaps.find(({ part }) => part === 'history' || part === 'launch' || part === 'funding')
  return gap === undefined ? null : `${gap.part}: ${gap.reason}`
}
