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

const MAY_HOLD_BIG_INTEGER = /[:,[]\s*-?\d{16,}/

type ReviverContext = { readonly source?: string }

/** JSON.parse, with every integer beyond 2^53 as a bigint. Costs as much as JSON.parse unless there is such a one. */
export function parseExact(text: string): unknown {
  if (!MAY_HOLD_BIG_INTEGER.test(text)) return JSON.parse(text)
  const revive = (_name: string, value: unknown, context?: ReviverContext): unknown => {
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
    const source = context?.source ?? ''
    return /^-?\d+$/.test(source) ? BigInt(source) : value
  }
  return JSON.parse(text, revive as (name: string, value: unknown) => unknown)
}
