/** JSON whose integers may be larger than a double holds exactly (lamports, token amounts). */

/** Matches a member of one of these names whose value is an integer of 16 digits and more. In valid JSON a quote that
 *  is not escaped begins or ends a string, so a name between two of them and before a colon is a member's name. */
export function bigMembersPattern(names: readonly string[]): RegExp {
  return new RegExp(`(?<!\\\\)"(${names.join('|')})"(\\s*:\\s*)(-?\\d{16,})(?=\\s*[,}\\]])`, 'g')
}

/** JSON.parse, with the members of the pattern as text when they have 16 digits and more; shorter ones stay numbers. */
export function parseWithBigMembers(text: string, pattern: RegExp): unknown {
  return JSON.parse(text.replace(pattern, '"$1"$2"$3"'))
}

/** Digits from which on an integer may be beyond 2^53. */
const MANY_DIGITS = 16

type ReviverContext = { readonly source?: string }

/** JSON.parse, with every integer beyond 2^53 as a bigint. Costs as much as JSON.parse unless there is such a one. */
export function parseExact(text: string): unknown {
  if (!mayHoldBigInteger(text)) return JSON.parse(text)
  const revive = (_name: string, value: unknown, context?: ReviverContext): unknown => {
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
    const source = context?.source ?? ''
    return /^-?\d+$/.test(source) ? BigInt(source) : value
  }
  return JSON.parse(text, revive as (name: string, value: unknown) => unknown)
}

/** Whether 16 digits and more stand in a row where a number may stand. Such a run covers one of any 16 places in a row,
 *  so only every sixteenth is looked at. */
function mayHoldBigInteger(text: string): boolean {
  for (let at = MANY_DIGITS - 1; at < text.length; at += MANY_DIGITS) {
    if (!isDigit(text.charCodeAt(at))) continue
    let start = at
    while (isDigit(text.charCodeAt(start - 1))) start--
    let end = at + 1
    while (isDigit(text.charCodeAt(end))) end++
    if (end - start >= MANY_DIGITS && isNumberPlace(text, start)) return true
    // The next run begins behind the letter at `end`.
    at = end
  }
  return false
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

const BEFORE_A_NUMBER = /(?:^|[:,[])\s*-?$/
/** How far back is looked; more whitespace than this is taken for a number's. */
const LOOK_BACK = 8

function isNumberPlace(text: string, start: number): boolean {
  return BEFORE_A_NUMBER.test(text.slice(Math.max(0, start - LOOK_BACK), start))
}
