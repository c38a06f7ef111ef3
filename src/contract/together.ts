import { type JsonSchema, Refusal } from './member.ts'
import type { Together } from './object-member.ts'

/* What members say about each other, as a schema and as a judgement. Null counts as absent in both. */

type Values = Readonly<Record<string, unknown>>

/** The schema of an object that gives the member. */
export function given(name: string): JsonSchema {
  return { required: [name], properties: { [name]: { not: { type: 'null' } } } }
}

/** The schema of an object that gives the member one of these values. */
export function givenAs(name: string, ...values: readonly unknown[]): JsonSchema {
  return { required: [name], properties: { [name]: { enum: values } } }
}

/** The schema of an object of which the first of these members that is given is as `schema` says. */
export function firstGivenAs(names: readonly string[], schema: JsonSchema): JsonSchema {
  return {
    anyOf: names.map((name, at) => ({
      required: [name],
      properties: {
        ...Object.fromEntries(names.slice(0, at).map((earlier) => [earlier, { type: 'null' }])),
        [name]: schema,
      },
    })),
  }
}

export function implies(one: JsonSchema, other: JsonSchema): JsonSchema {
  return { anyOf: [{ not: one }, other] }
}

/** Never more than one of them. Absent ones are null. */
export function exclusive<const N extends readonly [string, string]>(
  names: N,
): Together<{ readonly [K in N[number]]: unknown }> {
  return {
    schema: { not: { allOf: names.map(given) } },
    judge: (values) =>
      names.every((name) => (values as Values)[name] !== null)
        ? new Refusal(`${names.join(' and ')} exclude each other`)
        : null,
  }
}

/** With the first flag the member is needed. */
export function needs<const F extends string, const N extends string>(
  flag: F,
  name: N,
): Together<{ readonly [K in F | N]: unknown }> {
  return {
    schema: implies(givenAs(flag, true), given(name)),
    judge: (values) =>
      (values as Values)[flag] === true && (values as Values)[name] === null
        ? new Refusal(`${name}: needed with ${flag}`)
        : null,
  }
}

/** The member (or the flag, when it is true) is allowed only with the first flag. */
export function onlyWith<const F extends string, const N extends string>(
  flag: F,
  name: N,
  more = '',
): Together<{ readonly [K in F | N]: unknown }> {
  const isSaid = { anyOf: [givenAs(name, true), { required: [name], properties: { [name]: { type: 'string' } } }] }
  return {
    schema: implies(isSaid, givenAs(flag, true)),
    judge(values) {
      const { [flag]: isOn, [name]: value } = values as Values
      return isOn !== true && value !== null && value !== false
        ? new Refusal(`${name}: only with ${flag}${more}`)
        : null
    },
  }
}
