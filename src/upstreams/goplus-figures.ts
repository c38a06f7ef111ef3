import type { GoplusFlag, GoplusNamed } from './goplus-replies.ts'

/* What the texts and numbers of a GoPlus record mean; null for what means nothing. */

export function isMalicious({ malicious_address }: GoplusNamed): boolean {
  return figure(malicious_address) === 1
}

export function isSet(flag: GoplusFlag | null | undefined): boolean | null {
  return yes(flag?.status)
}

/** Null for all but the two values of a flag. */
export function yes(value: string | number | null | undefined): boolean | null {
  const number = figure(value)
  return number === 1 ? true : number === 0 ? false : null
}

/** Of three states; null for another. */
export function isFrozen(state: string | number | null | undefined): boolean | null {
  const number = figure(state)
  return number === 2 ? true : number === 0 || number === 1 ? false : null
}

export function figure(value: string | number | null | undefined): number | null {
  if (value === null || value === undefined || value === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** A fraction as percent, without the dust of binary fractions. */
export function sharePct(value: string | number | null | undefined): number | null {
  const share = figure(value)
  return share === null ? null : Number((share * 100).toFixed(8))
}

/** Null where none is known to be, and of one it cannot be read. */
export function anyMalicious(named: readonly GoplusNamed[]): boolean | null {
  if (named.some(isMalicious)) return true
  return named.every(({ malicious_address }) => yes(malicious_address) === false) ? false : null
}
