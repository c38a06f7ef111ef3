import { type Failure, fail, type Outcome, ok } from '../contract/outcome.ts'
import type { Rule, Rules } from '../contract/params.ts'
import { unknownName } from '../contract/unknown-name.ts'

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

/** How the query of a route is judged before its rules are applied; null where unknown names are ignored and the first
 *  of repeated ones counts. */
export type QueryNames = {
  /** Names and aliases, by the name of their rule. */
  readonly known: ReadonlyMap<string, string>
  /** Rules whose parameter is given once. */
  readonly single: ReadonlySet<string>
  /** Null where unknown names are ignored, else the members of the body: what belongs there is said so. */
  readonly bodyNames: ReadonlySet<string> | null
}

export function queryNamesOf(rules: Rules, bodyNames: ReadonlySet<string> | null): QueryNames | null {
  const names = Object.keys(rules)
  const single = new Set(names.filter((name) => bodyNames !== null || rules[name]!.isSingle))
  if (bodyNames === null && single.size === 0) return null
  const known = names.flatMap((name) => [name, ...rules[name]!.aliases].map((one) => [one, name] as const))
  return { known: new Map(known), single, bodyNames }
}

/** The refusal of a query that holds a parameter twice which counts once, or one that a route which moves money does
 *  not know: there `?simulate=true` must not pay. */
export function judgeQuery({ known, single, bodyNames }: QueryNames, query: string): Failure | null {
  const seen = new Set<string>()
  for (const pair of query.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const given = decodeForm(equals < 0 ? pair : pair.slice(0, equals))
    const name = known.get(given)
    if (name === undefined) {
      if (bodyNames === null) continue
      if (bodyNames.has(given)) return fail('invalid_request', `${given}: belongs into the body, not into the query`)
      return fail('invalid_request', unknownName('query parameter', given, known.keys()))
    }
    if (!single.has(name)) continue
    if (seen.has(name)) return fail('invalid_request', `${name}: given twice in the query`)
    seen.add(name)
  }
  return null
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
