import { nearestName } from './nearest-name.ts'

/** The sentence about a name that is not known, with the one that was probably meant. `prefix` says where in a body. */
export function unknownName(
  what: 'member' | 'query parameter',
  name: string,
  names: Iterable<string>,
  prefix = '',
): string {
  const nearest = nearestName(name, names)
  return `unknown ${what} ${prefix}${shownName(name)}${nearest === null ? '' : `: did you mean ${nearest}?`}`
}

/** A name as it may stand in an answer: what is no name may be a secret that got into the wrong place. */
export function shownName(name: string): string {
  return /^[\w.-]{1,32}$/.test(name) ? name : '(no name of a member)'
}
