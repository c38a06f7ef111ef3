import type { FailureCode } from './failures.ts'
import { type Member, type Members, Refusal } from './member.ts'

/* Reads the members of a JSON object under the names of their declarations. */

type Holder = Readonly<Record<string, unknown>>
type Field = { readonly name: string; readonly names: readonly string[] | null; readonly member: Member<unknown> }

export type Fields = {
  readonly inOrder: readonly Field[]
  /** By each of its names. */
  readonly byName: ReadonlyMap<string, Field>
  /** What an object without members is read as, all names in it. */
  readonly absent: Record<string, unknown>
  readonly required: number
}

export function fieldsOf(members: Members): Fields {
  const inOrder = Object.entries(members).map(([name, member]) => ({ name, names: member.names ?? null, member }))
  const byName = new Map(
    inOrder.flatMap((field) => (field.names ?? [field.name]).map((name) => [name, field] as const)),
  )
  // Values of a JSON object are looked up by plain access, which finds these in every object.
  for (const name of byName.keys()) if (name in {}) throw new Error(`${name}: every object has a member of this name`)
  return {
    inOrder,
    byName,
    absent: Object.fromEntries(inOrder.map(({ name, member }) => [name, member.absent?.value])),
    required: inOrder.filter(({ member }) => member.absent === undefined).length,
  }
}

/** Reads the members that are given; null when one is refused, missing, or given under several names: `readInOrder`
 *  then finds which. Most bodies give few of many members: this costs as much as they hold. */
export function readQuickly({ byName, absent, required }: Fields, value: Holder, prefix: string): Holder | null {
  const values = { ...absent }
  let left = required
  let seen: Field[] | null = null
  for (const name in value) {
    const field = byName.get(name)
    const given = value[name]
    if (field === undefined) continue
    const { member } = field
    if (given === null || given === undefined) {
      if (field.names !== null || member.neverNull) return null
      continue
    }
    if (field.names !== null) {
      if (seen?.includes(field)) return null
      seen = seen === null ? [field] : [...seen, field]
    }
    const read = member.read(given, prefix + field.name)
    if (read instanceof Refusal) return null
    values[field.name] = read
    if (member.absent === undefined) left--
  }
  return left === 0 ? values : null
}

/** Reads all members in the order of their declaration; the first that is wrong refuses the object. */
export function readInOrder({ inOrder }: Fields, value: Holder, prefix: string): Holder | Refusal {
  const values: Record<string, unknown> = {}
  for (const field of inOrder) {
    const read = field.names === null ? readOne(field, value, prefix) : readNamed(field, field.names, value, prefix)
    if (read instanceof Refusal) return read
    values[field.name] = read
  }
  return values
}

function readOne({ name, member }: Field, value: Holder, prefix: string): unknown {
  const given = value[name]
  if (given !== undefined && given !== null) return member.read(given, prefix === '' ? name : prefix + name)
  return otherwise(member, prefix + name, given === null ? prefix + name : null)
}

/** The first of its names that is given counts; what the others hold must be good as well. Refusals say the first
 *  name. */
function readNamed({ member }: Field, names: readonly string[], value: Holder, prefix: string): unknown {
  let found: unknown
  let nullName: string | null = null
  for (const name of names) {
    const given = value[name]
    if (given === null) nullName ??= prefix + name
    if (given === undefined || given === null) continue
    const read = member.read(given, prefix + names[0])
    if (read instanceof Refusal) return read
    if (found === undefined) found = read
  }
  if (found === undefined) return otherwise(member, prefix + names[0], nullName)
  const isNullAllowed = member.absent !== undefined && !member.neverNull
  return nullName === null || isNullAllowed ? found : nullRefusal(nullName, member.code)
}

/** What a member counts as that is absent, or null under the name `nullName`. */
function otherwise({ absent, missing, neverNull, code }: Member<unknown>, name: string, nullName: string | null) {
  if (absent === undefined) return new Refusal(missing ?? `${name} is required`, code)
  return nullName !== null && neverNull ? nullRefusal(nullName, code) : absent.value
}

function nullRefusal(name: string, code?: FailureCode): Refusal {
  return new Refusal(`${name}: must not be null; leave it out or give a value`, code)
}
