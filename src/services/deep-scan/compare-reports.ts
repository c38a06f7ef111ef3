/** JSON that came out of `JSON.parse`. */
type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }
export type Difference = { readonly path: string; readonly stored: string | null; readonly recomputed: string | null }
export type Comparison = { readonly differences: readonly Difference[]; readonly count: number }

const LISTED = 50
const SHOWN_CHARS = 200

/** The members in which two reports differ, in the order of the first; with what only the second has after it. Where all
 *  members are equal and their order is not, that is one difference of the whole. */
export function compareReports(stored: unknown, recomputed: unknown): Comparison {
  const differences: Difference[] = []
  let count = 0
  const differ = (path: string, one: Json | undefined, other: Json | undefined): void => {
    count += 1
    if (differences.length < LISTED) differences.push({ path, stored: shown(one), recomputed: shown(other) })
  }
  const walk = (path: string, one: Json | undefined, other: Json | undefined): void => {
    if (!isBranch(one) || !isBranch(other) || Array.isArray(one) !== Array.isArray(other)) {
      if (JSON.stringify(one) !== JSON.stringify(other)) differ(path, one, other)
      return
    }
    const names = new Set([...Object.keys(one), ...Object.keys(other)])
    for (const name of names) walk(`${path}/${escaped(name)}`, memberOf(one, name), memberOf(other, name))
  }
  walk('', stored as Json, recomputed as Json)
  if (count === 0 && JSON.stringify(stored) !== JSON.stringify(recomputed))
    differ('', 'members in this order', 'the same members in another order')
  return { differences, count }
}

type Branch = readonly Json[] | { readonly [name: string]: Json }

function isBranch(value: Json | undefined): value is Branch {
  return typeof value === 'object' && value !== null
}

function memberOf(branch: Branch, name: string): Json | undefined {
  return Object.hasOwn(branch, name) ? (branch as { readonly [name: string]: Json })[name] : undefined
}

/** RFC 6901. */
function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

function shown(value: Json | undefined): string | null {
  const text = JSON.stringify(value) as string | undefined
  if (text === undefined) return null
  return text.length <= SHOWN_CHARS ? text : `${text.slice(0, SHOWN_CHARS - 1).toWellFormed()}…`
}
