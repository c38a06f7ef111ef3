import Type, { type TObject, type TSchema } from 'typebox'
import type { FailureCode } from './failures.ts'
import { nearestName } from './nearest-name.ts'
import { type Failure, fail } from './outcome.ts'
import type { BodyRule } from './params.ts'
import { repeatedMember } from './repeated-member.ts'

/** What a body may hold whose every word counts: where money moves, a member that is misspelt, empty or said twice must
 *  not be taken for one that was left out. */
export type MemberRules = {
  readonly names: ReadonlySet<string>
  /** Members that say more by being there than null can mean, and the code of the refusal. */
  readonly neverNull: Readonly<Record<string, FailureCode>>
}

type Parts = {
  /** Other names of members, and which they stand for. */
  readonly aliases?: Readonly<Record<string, string>>
  /** Members that are taken and say nothing. */
  readonly ignored?: readonly string[]
  readonly neverNull?: MemberRules['neverNull']
}

/** The rule, with its members closed: a body with any other is refused when the rule has taken it. The front does that
 *  (`judgeMembers`), and refuses unknown names in the query of such a route too. */
export function closedBody<T>(
  rule: BodyRule<T>,
  { aliases = {}, ignored = [], neverNull = {} }: Parts = {},
): BodyRule<T> {
  const { properties } = rule.schema as TObject
  const more: Record<string, TSchema> = {}
  for (const [alias, name] of Object.entries(aliases))
    if (properties[alias] === undefined) more[alias] = Type.Optional(Type.Unknown({ description: `As \`${name}\`.` }))
  for (const name of ignored)
    if (properties[name] === undefined) more[name] = Type.Optional(Type.Unknown({ description: 'Ignored.' }))
  const schema = Type.Object({ ...properties, ...more }, { additionalProperties: false })
  return { ...rule, schema, members: { names: new Set(Object.keys(schema.properties)), neverNull } }
}

/** The refusal of a body that holds what its rule does not know, null where that could be an accident, or a member twice.
 *  Null for one that the rule itself may judge. `text` is known to be JSON. */
export function judgeMembers({ names, neverNull }: MemberRules, json: unknown, text: string): Failure | null {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return null
  const members = json as Readonly<Record<string, unknown>>
  for (const name of Object.keys(members)) {
    if (!names.has(name)) return fail('invalid_request', unknownName('member', name, names))
    if (members[name] === null && Object.hasOwn(neverNull, name))
      return fail(neverNull[name]!, `${name}: null says nothing; leave it out or give a value`)
  }
  const repeated = repeatedMember(text)
  return repeated === null ? null : fail('invalid_request', `${shownName(repeated)}: given twice`)
}

/** The sentence about a name that nobody knows, with the one that was probably meant. */
export function unknownName(what: 'member' | 'query parameter', name: string, names: Iterable<string>): string {
  const nearest = nearestName(name, names)
  return `unknown ${what} ${shownName(name)}${nearest === null ? '' : `: did you mean ${nearest}?`}`
}

/** A name as it may stand in an answer: what is no name may be a secret that got into the wrong place. */
export function shownName(name: string): string {
  return /^[\w.-]{1,32}$/.test(name) ? name : '(no name of a member)'
}
