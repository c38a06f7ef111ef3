import { parseWritten } from './exact-amount.ts'
import { type JsonSchema, type Member, type Members, Refusal, type ValuesOf } from './member.ts'
import { besides, type ObjectMember } from './object-member.ts'
import { fail, type Outcome, ok } from './outcome.ts'
import { repeatedMember } from './repeated-member.ts'
import { shownName } from './unknown-name.ts'

export type LargeBody = 'rpc' | 'send' | 'status' | 'simulate' | 'tokenInfo'

type BodyParts<T, U> = {
  /** No body at all counts as an empty object. */
  readonly isOptional?: true
  /** How a compute thread knows this rule, where bodies may be too long to be parsed on the loop. */
  readonly inWorker?: LargeBody
  /** What the route's handler gets. `json` is the body as it was decoded, for telling a repeated request from
   *  another. */
  readonly finish?: (value: T, json: unknown) => U
}

/** The rule of a body: the schema that the API description shows, and the parser that takes what that schema shows.
 *  Only `jsonBody` makes one, of declared members; its type is nominal so that no route can bring a parser of its
 *  own. */
class Body<T> {
  protected readonly isDeclared = true
  readonly schema: JsonSchema
  readonly isOptional: boolean
  readonly inWorker: LargeBody | undefined
  /** The only members that it may hold; null where others are ignored. */
  readonly closedNames: ReadonlySet<string> | null
  /** `json` is the decoded body, undefined for none; `text` is its source, for amounts that are read from their
   *  digits. */
  readonly parse: (json: unknown, text: string) => Outcome<T>
  /** The same body with further members, which the rule itself never sees. */
  readonly withMembers: <E extends Members>(more: E) => Body<{ readonly own: T; readonly more: ValuesOf<E> }>

  constructor(parts: Omit<Body<T>, 'isDeclared'>) {
    this.schema = parts.schema
    this.isOptional = parts.isOptional
    this.inWorker = parts.inWorker
    this.closedNames = parts.closedNames
    this.parse = parts.parse
    this.withMembers = parts.withMembers
  }
}

export type BodyRule<T> = Body<T>

/** A body that is one declared member, nearly always an object. */
export function jsonBody<T, U = T>(root: Member<T>, parts: BodyParts<T, U> = {}): BodyRule<U> {
  const { isOptional = false, inWorker, finish } = parts
  const object = 'members' in root ? (root as unknown as ObjectMember<Members>) : null
  const isClosed = object?.parts.isClosed === true
  return new Body<U>({
    schema: root.schema,
    isOptional,
    inWorker,
    closedNames: isClosed ? object.known : null,
    parse(json, text) {
      if (root.isExact && text.length > MAX_WRITTEN_CHARS) return fail('payload_too_large', TOO_LONG)
      const given =
        json === undefined && isOptional ? {} : root.isExact && json !== undefined ? parseWritten(text) : json
      const value = root.read(given, '')
      if (value instanceof Refusal) return fail(value.code, value.message)
      const repeated = isClosed ? repeatedMember(text) : null
      if (repeated !== null) return fail('invalid_request', `${shownName(repeated)}: given twice`)
      return ok(finish === undefined ? (value as unknown as U) : finish(value, json))
    },
    withMembers: (more) => withMembers(object, parts as BodyParts<unknown, U>, more),
  })
}

/** The same body, with another value for the handler. */
export function mappedBody<T, U>(rule: BodyRule<T>, change: (value: T) => U): BodyRule<U> {
  return new Body<U>({
    ...rule,
    parse(json, text) {
      const read = rule.parse(json, text)
      return read.ok ? ok(change(read.value)) : read
    },
    withMembers: (more) =>
      mappedBody(rule.withMembers(more), ({ own, more: others }) => ({ own: change(own), more: others })),
  })
}

function withMembers<U, E extends Members>(
  object: ObjectMember<Members> | null,
  { finish, ...parts }: BodyParts<unknown, U>,
  more: E,
): BodyRule<{ readonly own: U; readonly more: ValuesOf<E> }> {
  if (object === null) throw new Error('only an object has members')
  const names = Object.keys(more)
  const whole: Member<{ readonly own: unknown; readonly more: ValuesOf<E> }> = besides(object, more)
  return jsonBody(whole, {
    ...parts,
    finish: (values, json) => ({
      own: finish === undefined ? (values.own as U) : finish(values.own, without(json, names)),
      more: values.more,
    }),
  })
}

function without(json: unknown, names: readonly string[]): unknown {
  if (typeof json !== 'object' || json === null || !names.some((name) => Object.hasOwn(json, name))) return json
  const rest: Record<string, unknown> = { ...json }
  for (const name of names) delete rest[name]
  return rest
}

/** Longest text whose numbers are read one by one: each costs a microsecond of the loop. */
const MAX_WRITTEN_CHARS = 65_536
const TOO_LONG = `request body too large: at most ${MAX_WRITTEN_CHARS} characters`
