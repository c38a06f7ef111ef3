import { WrittenNumber } from './exact-amount.ts'
import { isObject, type JsonSchema, type Member, type Members, Refusal, shownSchema, type ValuesOf } from './member.ts'
import { fieldsOf, readInOrder, readQuickly } from './read-members.ts'
import { unknownName } from './unknown-name.ts'

/** What members say about each other: shown (a schema of the whole object) and judged side by side. */
export type Together<V> = {
  readonly schema: JsonSchema
  readonly judge: (values: V) => Refusal | null
}

export type ObjectParts<V> = {
  readonly description?: string
  /** Unknown members are refused, for one that is misspelt must not be taken for one that was left out. */
  readonly isClosed?: true
  /** Members that are taken and say nothing. */
  readonly ignored?: Readonly<Record<string, string>>
  readonly together?: readonly Together<V>[]
  /** Names that are known beside its members: those of another object that is read from the same JSON. */
  readonly alsoKnown?: readonly string[]
  /** The sentence about what is no object, where the specification has one. */
  readonly noObject?: string
}

export type ObjectMember<M extends Members> = Member<ValuesOf<M>> & {
  readonly members: M
  readonly parts: ObjectParts<ValuesOf<M>>
  /** Every name that it may hold, where it is closed. */
  readonly known: ReadonlySet<string>
}

/** A JSON object of declared members, each read under the name of its declaration. */
export function objectOf<M extends Members>(members: M, parts: ObjectParts<ValuesOf<M>> = {}): ObjectMember<M> {
  const fields = fieldsOf(members)
  const schema = schemaOf(members, parts)
  const known = new Set([...Object.keys(schema['properties'] as JsonSchema), ...(parts.alsoKnown ?? [])])
  const together = parts.together ?? []
  return {
    members,
    parts,
    known,
    schema,
    ...(Object.values(members).some(({ isExact }) => isExact) && { isExact: true as const }),
    read(value, name) {
      if (!isObject(value) || value instanceof WrittenNumber)
        return new Refusal(parts.noObject ?? (name === '' ? 'expected a JSON object' : `${name}: expected an object`))
      const prefix = name === '' ? '' : `${name}.`
      const values = readQuickly(fields, value, prefix) ?? readInOrder(fields, value, prefix)
      if (values instanceof Refusal) return values
      for (const { judge } of together) {
        const refusal = judge(values as ValuesOf<M>)
        if (refusal !== null) return refusal
      }
      return (parts.isClosed ? unknownMember(known, value, prefix) : null) ?? (values as ValuesOf<M>)
    },
  }
}

export type Pair<V, W> = { readonly own: V; readonly more: W }

/** Two sets of members in one JSON object, neither of which sees the other. `more` is read first. */
export function besides<M extends Members, E extends Members>(
  { members, parts }: ObjectMember<M>,
  moreMembers: E,
): Member<Pair<ValuesOf<M>, ValuesOf<E>>> & Pick<ObjectMember<M>, 'members' | 'parts' | 'known'> {
  const { noObject, alsoKnown = [] } = parts
  const own = objectOf(members, { ...parts, alsoKnown: [...alsoKnown, ...Object.keys(moreMembers)] })
  const more = objectOf(moreMembers, noObject === undefined ? {} : { noObject })
  return {
    members,
    parts,
    known: own.known,
    ...((own.isExact || more.isExact) && { isExact: true as const }),
    schema: schemaOf({ ...moreMembers, ...members }, parts),
    read(value, name) {
      const first = more.read(value, name)
      if (first instanceof Refusal) return first
      const second = own.read(value, name)
      return second instanceof Refusal ? second : { own: second, more: first }
    },
  }
}

function unknownMember(known: ReadonlySet<string>, value: object, prefix: string): Refusal | null {
  for (const name of Object.keys(value))
    if (!known.has(name)) return new Refusal(unknownName('member', name, known, prefix))
  return null
}

function schemaOf(
  members: Members,
  parts: Pick<ObjectParts<unknown>, 'isClosed' | 'ignored' | 'description'> & {
    readonly together?: readonly { readonly schema: JsonSchema }[]
  },
): JsonSchema {
  const properties: Record<string, JsonSchema> = {}
  const required: string[] = []
  const oneNeeded: JsonSchema[] = []
  for (const [name, member] of Object.entries(members)) {
    const schema = shownSchema(member)
    const { names = [name], shownAs = name } = member
    properties[shownAs] = schema
    for (const alias of names)
      if (alias !== shownAs) properties[alias] = { ...schema, description: `As \`${shownAs}\`.` }
    if (member.absent !== undefined) continue
    if (names.length === 1) required.push(shownAs)
    else oneNeeded.push({ anyOf: names.map((one) => ({ required: [one] })) })
  }
  for (const [name, description] of Object.entries(parts.ignored ?? {})) properties[name] ??= { description }
  const allOf = [...oneNeeded, ...(parts.together ?? []).map(({ schema }) => schema)]
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    ...(parts.isClosed && { additionalProperties: false }),
    ...(allOf.length > 0 && { allOf }),
    ...(parts.description !== undefined && { description: parts.description }),
  }
}
