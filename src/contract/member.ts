import type { FailureCode } from './failures.ts'

/* What one member of a JSON body is: declared once, it is shown in the API description, typed, read and refused. */

export type JsonSchema = Readonly<Record<string, unknown>>

/** Why a value was not taken; a class, so that no value of a body can be mistaken for one. */
export class Refusal {
  readonly code: FailureCode
  readonly message: string
  constructor(message: string, code: FailureCode = 'invalid_request') {
    this.code = code
    this.message = message
  }
}

export type Member<T> = {
  /** Of a value that is given. `null` is added where it counts as absent (`shownSchema`). */
  readonly schema: JsonSchema
  /** What an absent member counts as; without it the member is required. */
  readonly absent?: { readonly value: T }
  /** The sentence about a required member that is absent, where the specification has one. */
  readonly missing?: string
  /** The code of a member that is absent or null and must not be. */
  readonly code?: FailureCode
  /** Null is refused, because a caller might mean more by it than leaving the member out. */
  readonly neverNull?: true
  /** Every name it goes by: the first that is given counts. */
  readonly names?: readonly string[]
  /** Which of them is shown as the name, where that is not the name of the declaration. */
  readonly shownAs?: string
  /** It reads numbers from their digits (`WrittenNumber`), so that its body is parsed that way. */
  readonly isExact?: true
  /** The value of JSON that is not null, or why it is refused. `name` is for the sentence. */
  readonly read: (value: unknown, name: string) => T | Refusal
}

export type Members = Readonly<Record<string, Member<unknown>>>
export type ValuesOf<M extends Members> = { readonly [K in keyof M]: M[K] extends Member<infer T> ? T : never }

/** Words of the specification in place of the house's. */
export type Wording = {
  readonly missing?: string
  readonly wrong?: string
  readonly code?: FailureCode
}

/** Options of every kind of member besides its bounds. */
export type Parts = Wording & { readonly description?: string }

export function described(schema: JsonSchema, { description }: Parts): JsonSchema {
  return description === undefined ? schema : { ...schema, description }
}

/** The sentence for a value of the wrong kind; all members have the same. */
export function unexpected(name: string, expected: string, { wrong, code }: Wording = {}): Refusal {
  return new Refusal(wrong ?? `${name}: expected ${expected}`, code)
}

/** The parts of a member that a wording decides. */
export function worded({ missing, code }: Wording): Pick<Member<never>, 'missing' | 'code'> {
  return { ...(missing !== undefined && { missing }), ...(code !== undefined && { code }) }
}

/** A member that may be left out, and what it counts as then; null counts as absent. A default that JSON has is
 *  shown. */
export function optional<T>(member: Member<T>, otherwise: NoInfer<T>): Member<T>
export function optional<T, D extends null | undefined>(member: Member<T>, otherwise: D): Member<T | D>
export function optional(member: Member<unknown>, otherwise: unknown): Member<unknown> {
  const isShown = ['string', 'number', 'boolean'].includes(typeof otherwise)
  const schema = isShown ? { ...member.schema, default: otherwise } : member.schema
  return { ...member, schema, absent: { value: otherwise } }
}

/** The same, with a default that is shown in other words than it has inside. */
export function defaulting<T>(
  member: Member<T>,
  otherwise: { readonly value: NoInfer<T>; readonly shown: unknown },
): Member<T> {
  return { ...member, schema: { ...member.schema, default: otherwise.shown }, absent: { value: otherwise.value } }
}

/** An optional member for which these values also count as absent. */
export function orEmpty<T>(member: Member<T>, empty: readonly (string | boolean)[]): Member<T | null> {
  const { description, ...schema } = member.schema
  return optional<T, null>(
    {
      ...member,
      schema: { anyOf: [schema, { enum: empty }], ...(description !== undefined && { description }) },
      read: (value, name) => (empty.includes(value as string) ? null : member.read(value, name)) as T | Refusal,
    },
    null,
  )
}

/** Refuses null instead of reading it as an absent member. */
export function neverNull<T>(member: Member<T>): Member<T> {
  return { ...member, neverNull: true }
}

/** A member that goes by several names, in the order in which they count. Each that is given must hold a good value. */
export function named<T>(names: readonly [string, ...string[]], member: Member<T>, shownAs?: string): Member<T> {
  return { ...member, names, ...(shownAs !== undefined && { shownAs }) }
}

/** The value, changed into what the code works with. */
export function mapped<T, U>(member: Member<T>, change: (value: T) => U): Member<U> {
  const { absent, read, ...rest } = member
  return {
    ...rest,
    ...(absent !== undefined && { absent: { value: change(absent.value) } }),
    read(value, name) {
      const given = read(value, name)
      return given instanceof Refusal ? given : change(given)
    },
  }
}

/** What the description of the API shows for the member. */
export function shownSchema({ schema, absent, neverNull }: Member<unknown>): JsonSchema {
  return absent !== undefined && neverNull !== true ? orNull(schema) : schema
}

function orNull(schema: JsonSchema): JsonSchema {
  const { type, anyOf, enum: words } = schema
  if (Array.isArray(anyOf)) return { ...schema, anyOf: [...anyOf, { type: 'null' }] }
  if (type === undefined) return schema
  return {
    ...schema,
    type: [...(Array.isArray(type) ? type : [type]), 'null'],
    ...(Array.isArray(words) && { enum: [...words, null] }),
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
