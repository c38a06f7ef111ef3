import assert from 'node:assert/strict'
import { parseWritten, WrittenNumber } from '../../src/contract/exact-amount.ts'
import { decodeBase58Fixed } from '../../src/hot-paths/base58.ts'

/* A reader of the schemas that the API description shows for bodies, written from the JSON Schema specification and
 * apart from the code that reads bodies. Numbers are compared as they are written, not as doubles. */

type Schema = Readonly<Record<string, unknown>>
type Judge = (keyword: unknown, value: unknown, schema: Schema) => boolean

/** Whether the schema admits the JSON text. Throws for a keyword that this reader does not know. */
export function admits(schema: Schema, text: string): boolean {
  return fits(schema, parseWritten(text))
}

const ANNOTATIONS: ReadonlySet<string> = new Set(['description', 'default', 'examples'])

function fits(schema: Schema, value: unknown): boolean {
  for (const [keyword, said] of Object.entries(schema)) {
    if (ANNOTATIONS.has(keyword)) continue
    const judge = JUDGES[keyword]
    assert(judge, `unknown keyword ${keyword}`)
    if (!judge(said, value, schema)) return false
  }
  return true
}

const list = (said: unknown) => said as readonly Schema[]
const isText = (value: unknown): value is string => typeof value === 'string'
const isHolder = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof WrittenNumber)

const JUDGES: Readonly<Record<string, Judge>> = {
  type: (said, value) => (Array.isArray(said) ? said : [said]).some((type) => isOfType(String(type), value)),
  enum: (said, value) => (said as readonly unknown[]).some((one) => isSame(one, value)),
  const: (said, value) => isSame(said, value),
  anyOf: (said, value) => list(said).some((one) => fits(one, value)),
  oneOf: (said, value) => list(said).filter((one) => fits(one, value)).length === 1,
  allOf: (said, value) => list(said).every((one) => fits(one, value)),
  not: (said, value) => !fits(said as Schema, value),
  properties: (said, value) =>
    !isHolder(value) ||
    Object.entries(said as Record<string, Schema>).every(
      ([name, one]) => !Object.hasOwn(value, name) || fits(one, value[name]),
    ),
  required: (said, value) => !isHolder(value) || (said as string[]).every((name) => Object.hasOwn(value, name)),
  additionalProperties(said, value, { properties = {} }) {
    if (said === true || !isHolder(value)) return true
    assert.equal(said, false)
    return Object.keys(value).every((name) => Object.hasOwn(properties as object, name))
  },
  items: (said, value) => !Array.isArray(value) || value.every((one) => fits(said as Schema, one)),
  contains: (said, value) => !Array.isArray(value) || value.some((one) => fits(said as Schema, one)),
  minItems: (said, value) => !Array.isArray(value) || value.length >= Number(said),
  maxItems: (said, value) => !Array.isArray(value) || value.length <= Number(said),
  minLength: (said, value) => !isText(value) || [...value].length >= Number(said),
  maxLength: (said, value) => !isText(value) || [...value].length <= Number(said),
  pattern: (said, value) => !isText(value) || new RegExp(String(said), 'u').test(value),
  minimum: bound((value, said) => value >= said),
  maximum: bound((value, said) => value <= said),
  exclusiveMaximum: bound((value, said) => value < said),
  multipleOf: bound((value, said) => value % said === 0n),
  format: (said, value) => !isText(value) || formatOf(said)(value),
  contentEncoding: (said, value) => said === 'base64' && (!isText(value) || base64Of(value) !== null),
  'x-max-bytes': (said, value) => !isText(value) || (base64Of(value)?.length ?? 0) <= Number(said),
}

/** The numeric keywords bound numbers, and texts of the formats that are numbers in digits. */
function bound(holds: (value: bigint, said: bigint) => boolean): Judge {
  return (said, value, { format }) => {
    const isNumberText = isText(value) && (format === 'decimal' || format === 'uint64')
    if (!(value instanceof WrittenNumber) && !isNumberText) return true
    const number = exactly(value instanceof WrittenNumber ? value.text : value.trim())
    return number === null || holds(number, exactly(shortest(said as number))!)
  }
}

const shortest = (number: number): string => (Number.isInteger(number) ? String(BigInt(number)) : String(number))

const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  'solana-address': (text) => decodeBase58Fixed(text, 32) !== null,
  uint64: (text) => /^\d+$/.test(text.trim()),
  decimal: (text) => /^\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text.trim()),
}

function formatOf(said: unknown): (text: string) => boolean {
  const format = FORMATS[String(said)]
  assert(format, `unknown format ${said}`)
  return format
}

function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isHolder(value)
    case 'number':
      return value instanceof WrittenNumber
    case 'integer':
      return value instanceof WrittenNumber && exactly(value.text)! % SCALE === 0n
    default:
      assert(['string', 'boolean'].includes(type), `unknown type ${type}`)
      return type === 'string' ? isText(value) : typeof value === 'boolean'
  }
}

function isSame(said: unknown, value: unknown): boolean {
  if (typeof said === 'number') return value instanceof WrittenNumber && exactly(value.text) === exactly(shortest(said))
  assert(said === null || typeof said !== 'object', 'only plain values in enum and const')
  return said === value
}

const DIGITS = 500
const SCALE = 10n ** BigInt(DIGITS)

/** In units of 10^-500; null for what is no number. */
function exactly(text: string): bigint | null {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text)
  if (parts === null) return null
  const [, sign, whole = '', fraction = '', exponent = '0'] = parts
  const places = DIGITS + Number(exponent) - fraction.length
  assert(places >= 0 && places < 3 * DIGITS, `${text}: out of the range of this reader`)
  const size = BigInt(whole + fraction) * 10n ** BigInt(places)
  return sign === '-' ? -size : size
}

/** White space around it and the padding aside, its letters are those that its bytes are written with. */
function base64Of(text: string): Buffer | null {
  const bare = text.trim().replace(/=+$/, '')
  const bytes = Buffer.from(bare, 'base64')
  return bare !== '' && bytes.toString('base64').replace(/=+$/, '') === bare ? bytes : null
}
