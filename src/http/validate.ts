import { type Outcome, ok } from '../contract/outcome.ts'
import type { Rule, Rules } from '../contract/params.ts'

/** Percent-decoded text; a broken escape or one that is not UTF-8 leaves the text as it came, which the rule of the
 *  parameter then judges. */
export function decodePercent(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}

/** Query text to values by name. The first of repeated names wins; a name without `=` has the empty value. */
export function parseQuery(query: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  if (query === '') return values
  for (const pair of query.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = decodeForm(equals < 0 ? pair : pair.slice(0, equals))
    if (!values.has(name)) values.set(name, equals < 0 ? '' : decodeForm(pair.slice(equals + 1)))
  }
  return values
}

function decodeForm(text: string): string {
  return decodePercent(text.includes('+') ? text.replaceAll('+', ' ') : text)
}

export type Checked = {
  readonly params: Record<string, unknown>
  readonly query: Record<string, unknown>
  /** Equal for requests that mean the same: defaults filled in, clamped, in the order of the declaration. */
  readonly canonical: string
}

/** Applies the rules of a route to its path and query text; fails with the message of the first rule that refuses.
 *  `pathNames` and `pathValues` run in the order of the path; each name has a rule (checked at boot). */
export function checkParameters(
  rules: { readonly params: Rules; readonly query: Rules; readonly pathNames: readonly string[] },
  pathValues: readonly string[],
  query: ReadonlyMap<string, string>,
): Outcome<Checked> {
  const params: Record<string, unknown> = {}
  const values: Record<string, unknown> = {}
  let canonical = ''
  for (let i = 0; i < rules.pathNames.length; i++) {
    const name = rules.pathNames[i]!
    const rule = rules.params[name]!
    const parsed = rule.parse(decodePercent(pathValues[i]!))
    if (!parsed.ok) return parsed
    params[name] = parsed.value
    canonical += `\n${rule.canonical(parsed.value)}`
  }
  for (const name in rules.query) {
    const rule = rules.query[name]!
    const parsed = rule.parse(textOf(name, rule, query))
    if (!parsed.ok) return parsed
    values[name] = parsed.value
    canonical += `\n${rule.canonical(parsed.value)}`
  }
  return ok({ params, query: values, canonical })
}

function textOf(name: string, rule: Rule<unknown>, query: ReadonlyMap<string, string>): string | undefined {
  const value = query.get(name)
  if (value !== undefined) return value
  for (const alias of rule.aliases) {
    const aliased = query.get(alias)
    if (aliased !== undefined) return aliased
  }
  return undefined
}
