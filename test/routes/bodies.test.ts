import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Check } from 'typebox/schema'
import { type BodyRule, jsonBody } from '../../src/contract/json-body.ts'
import { unexpected } from '../../src/contract/member.ts'
import { flag, integer } from '../../src/contract/members.ts'
import { objectOf } from '../../src/contract/object-member.ts'
import { describeApi } from '../../src/http/openapi.ts'
import { ROUTES } from '../../src/routes/index.ts'
import { bodyTextOf } from '../support/draw-body.ts'
import { admits } from '../support/shown-schema.ts'

/* What the API description shows of a body is exactly what is taken: every body of the route table, drawn from its
 * schema and drawn with faults. A new route is covered as soon as it is mounted. */

type Schema = Readonly<Record<string, unknown>>
type Shown = { readonly required: boolean; readonly schema: Schema }

const RUNS = 300
/** Of as many draws, so many at least are taken, and so many refused. */
const FEWEST = 5

const paths = describeApi(ROUTES)['paths'] as Record<string, Record<string, { requestBody?: unknown }>>

function shownBody(method: string, path: string): Shown {
  const body = paths[path]![method.toLowerCase()]!.requestBody as {
    required: boolean
    content: Record<string, { schema: Schema }>
  }
  return { required: body.required, schema: body.content['application/json']!.schema }
}

/** Draws bodies until one is taken that the schema does not admit, or the other way around. Returns how many were taken
 *  and how many were refused. */
function compareBoth(rule: Pick<BodyRule<unknown>, 'parse'>, schema: Schema, runs = RUNS) {
  const isStandard = !/"(format|contentEncoding|multipleOf)":/.test(JSON.stringify(schema))
  const seen = { taken: 0, refused: 0 }
  fc.assert(
    fc.property(bodyTextOf(schema), (text) => {
      const json: unknown = JSON.parse(text)
      const read = rule.parse(json, text)
      const isShown = admits(schema, text)
      assert.equal(read.ok, isShown, `${text}: ${read.ok ? 'taken' : read.message}, the schema says ${isShown}`)
      if (isStandard) assert.equal(Check(schema, json), isShown, `${text}: typebox reads the schema otherwise`)
      seen[read.ok ? 'taken' : 'refused']++
      if (read.ok) assertDefaults(rule, schema, json)
      else assert.match(read.message, /^\S.{3,}$/)
    }),
    { numRuns: runs },
  )
  return seen
}

/** A member that is left out counts as its default, and as null where null is admitted. */
function assertDefaults(rule: Pick<BodyRule<unknown>, 'parse'>, schema: Schema, json: unknown): undefined {
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>
  const held = json as Readonly<Record<string, unknown>>
  const before = readOf(rule, json)
  for (const [name, member] of Object.entries(properties)) {
    if (Object.hasOwn(held, name) || isGivenByAlias(properties, held, name)) continue
    const others = [...('default' in member ? [member['default']] : []), ...(admitsNull(member) ? [null] : [])]
    for (const other of others) {
      const body = { ...held, [name]: other }
      const text = JSON.stringify(body)
      // A default that goes with nothing else (`kinds` without `dust`) may be refused beside what is given.
      if (admits(schema, text)) assert.deepEqual(readOf(rule, body), before, `${name}: ${JSON.stringify(other)}`)
    }
  }
}

function readOf(rule: Pick<BodyRule<unknown>, 'parse'>, body: unknown): unknown {
  const text = JSON.stringify(body)
  const read = rule.parse(body, text)
  assert(read.ok, text)
  return withoutJson(read.value)
}

/** The body as it came, which trades keep, is not what it was read as. */
function withoutJson(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const { json: _, wire, ...rest } = value as Record<string, unknown>
  return Object.fromEntries(
    Object.entries({ ...rest, ...(wire instanceof Uint8Array ? {} : { wire }) }).map(([name, one]) => [
      name,
      name === 'own' ? withoutJson(one) : one,
    ]),
  )
}

const admitsNull = ({ type, anyOf }: Schema): boolean =>
  (Array.isArray(type) && type.includes('null')) ||
  (Array.isArray(anyOf) && anyOf.some((one: Schema) => one['type'] === 'null'))

/** Another name of the same member says what it is. */
function isGivenByAlias(properties: Record<string, Schema>, held: object, name: string): boolean {
  const mainOf = (one: string) => /^As `(.+)`\.$/.exec(String(properties[one]?.['description']))?.[1] ?? one
  return Object.keys(held).some((other) => mainOf(other) === mainOf(name))
}

for (const { method, path, body } of ROUTES) {
  if (body === null) continue
  test(`${method} ${path} takes the bodies that its description shows, and no others`, () => {
    const { schema } = shownBody(method, path)
    const seen = compareBoth(body, schema)
    assert(seen.taken >= FEWEST && seen.refused >= FEWEST, `draws that show little: ${JSON.stringify(seen)}`)
  })

  test(`${method} ${path} wants a body where its description says so`, () => {
    assert.equal(body.parse(undefined, '').ok, !shownBody(method, path).required)
  })
}

test('a schema and a parser that disagree are found', () => {
  const taking = (reads: (value: unknown) => boolean) =>
    jsonBody(
      objectOf({
        count: {
          ...integer({ min: 0, max: 9 }),
          read: (value, name) => (reads(value) ? (value as number) : unexpected(name, 'a count')),
        },
        isOn: flag('A switch.'),
      }),
    )
  const isWithin = (value: unknown) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 9
  const honest = taking(isWithin)
  compareBoth(honest, honest.schema)
  for (const reads of [
    (value: unknown) => isWithin(value) || value === 1.5,
    (value: unknown) => typeof value === 'number' && value >= 0 && value <= 9,
    (value: unknown) => isWithin(value) || value === 10,
    (value: unknown) => isWithin(value) && value !== 9,
    (value: unknown) => isWithin(value) || value === '1',
  ]) {
    const rule = taking(reads)
    assert.match(disagreement(rule), /the schema says/, String(reads))
  }
})

test('a default that is shown and not taken is found', () => {
  const member = { ...flag('A switch.', true), absent: { value: false } }
  const rule = jsonBody(objectOf({ isOn: member }))
  assert.match(disagreement(rule), /isOn: true/)
})

function disagreement(rule: BodyRule<unknown>): string {
  try {
    compareBoth(rule, rule.schema, 5_000)
    return 'none'
  } catch (error) {
    return String((error as Error).cause ?? error)
  }
}
