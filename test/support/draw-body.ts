import fc from 'fast-check'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'

/* Draws JSON texts from a schema: bodies that it asks for or nearly, and bodies with something wrong. */

type Schema = Readonly<Record<string, unknown>>
type Holder = Readonly<Record<string, unknown>>

const rawJson = (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON

/** A text that the schema asks for, or one with a fault. Most of the first are admitted, most of the others are not. */
export function bodyTextOf(schema: Schema): fc.Arbitrary<string> {
  const whole = drawOf(schema)
  const faulty = fc
    .tuple(whole, anyValue(), fc.nat(), fc.nat(5))
    .map(([value, other, at, how]) => mutate(value, { other, at, how }))
  return fc
    .oneof({ weight: 3, arbitrary: whole }, { weight: 4, arbitrary: faulty })
    .map((value) => JSON.stringify(value))
}

/** Values that members of the wrong kind are given, those near the right ones first. */
function anyValue(): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.constantFrom<unknown>(null, '', ' ', true, false, [], {}, 'x', '0', '1', ' 7 ', '1.5', '1e3', '-1', '='),
    fc
      .constantFrom(
        '0',
        '1',
        '-1',
        '1.0',
        '1.5',
        '1e3',
        '1.50',
        '1e-7',
        '9007199254740993',
        '18446744073709551616',
        '1e30',
      )
      .map(rawJson),
    fc.jsonValue({ maxDepth: 2 }).map(withoutMinusZero),
    addresses().map((one) => [one]),
    addresses(),
  )
}

/** How -0 is written is not what this is about. */
function withoutMinusZero(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

function drawOf(schema: Schema): fc.Arbitrary<unknown> {
  const { anyOf, oneOf, type, const: only, enum: words } = schema
  if (Array.isArray(words)) return fc.constantFrom(...words)
  if (only !== undefined) return fc.constant(only)
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => drawOf({ ...schema, type: one })))
  const options = (anyOf ?? oneOf) as readonly Schema[] | undefined
  if (options !== undefined && type === undefined) return fc.oneof(...options.map(drawOf))
  switch (type) {
    case 'object':
      return objectOf(schema)
    case 'array':
      return listOf(schema)
    case 'string':
      return textOf(schema)
    case 'integer':
    case 'number':
      return numberOf(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return anyValue()
  }
}

/** The required members and some of the others. */
function objectOf(schema: Schema): fc.Arbitrary<unknown> {
  const {
    properties = {},
    required = [],
    anyOf = [],
    allOf = [],
  } = schema as {
    properties?: Record<string, Schema>
    required?: string[]
    anyOf?: Schema[]
    allOf?: Schema[]
  }
  const names = Object.keys(properties)
  const needed = [...anyOf, ...allOf.flatMap((one) => (one['anyOf'] ?? one['oneOf'] ?? []) as Schema[])].flatMap(
    (one) => (Array.isArray(one['required']) ? [one['required'] as string[]] : []),
  )
  const chosen = fc.tuple(
    fc.oneof(
      fc.constant<string[]>([]),
      fc.subarray(names, { maxLength: Math.min(3, names.length) }),
      fc.subarray(names),
    ),
    needed.length === 0 ? fc.constant<string[][]>([]) : fc.subarray(needed, { maxLength: Math.min(2, needed.length) }),
  )
  const members = fc.record(Object.fromEntries(names.map((name) => [name, drawOf(properties[name]!)])))
  const inner = fc.oneof(
    ...[{}, ...anyOf].map((one) => ('properties' in one ? drawOf({ type: 'object', ...one }) : fc.constant({}))),
  )
  return fc.tuple(members, chosen, inner).map(([all, [some, alternatives], more]) => {
    const kept = new Set([...required, ...some, ...alternatives.flat()])
    return {
      ...Object.fromEntries(names.filter((name) => kept.has(name)).map((name) => [name, (all as Holder)[name]])),
      ...(more as Holder),
    }
  })
}

function listOf(schema: Schema): fc.Arbitrary<unknown> {
  const {
    items = {},
    contains,
    minItems = 0,
    maxItems,
  } = schema as { items?: Schema; contains?: Schema; minItems?: number; maxItems?: number }
  const most = Math.min(maxItems ?? 6, 25)
  const some = fc.array(drawOf(items), {
    minLength: Math.min(minItems, most),
    maxLength: Math.max(most, minItems),
    size: 'max',
    depthIdentifier: 'list',
  })
  if (contains === undefined)
    return fc.oneof(
      some,
      some.map((list) => [...list, ...list]),
      fc.constant([]),
    )
  return fc.tuple(some, drawOf(contains), fc.nat(3)).map(([list, one, at]) => list.toSpliced(at, 0, one))
}

const FORMATS: Readonly<Record<string, (schema: Schema) => fc.Arbitrary<string>>> = {
  'solana-address': () => fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => encodeBase58(bytes)),
  uint64: () =>
    fc
      .oneof(
        fc.bigInt({ min: 0n, max: 2n ** 64n }),
        fc.bigInt({ min: 0n, max: 10n ** 20n }),
        fc.bigInt({ min: 0n, max: 3n }),
      )
      .map(String),
  decimal: (schema) => decimalText(schema),
}

function textOf(schema: Schema): fc.Arbitrary<unknown> {
  const {
    pattern,
    format,
    minLength = 0,
    maxLength,
    contentEncoding,
  } = schema as {
    pattern?: string
    format?: string
    minLength?: number
    maxLength?: number
    contentEncoding?: string
  }
  const padded = (text: fc.Arbitrary<string>) =>
    fc.oneof({ weight: 9, arbitrary: text }, { weight: 1, arbitrary: text.map((one) => ` ${one}\t`) })
  if (format !== undefined) return padded(FORMATS[format]!(schema))
  if (contentEncoding !== undefined)
    return padded(fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('base64')))
  const most = Math.min(maxLength ?? 40, 3_000)
  const free = fc.oneof(
    fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(most, 40)) }),
    fc.constantFrom(most, most + 1).map((length) => '😀'.repeat(length)),
    fc.constantFrom(most, most + 1, minLength).map((length) => 'a'.repeat(length)),
  )
  if (pattern === undefined || pattern.includes('\\P{')) return free
  return fc.oneof(
    { weight: 6, arbitrary: fc.stringMatching(new RegExp(pattern, 'u'), { size: '-1' }) },
    { weight: 1, arbitrary: free },
  )
}

function addresses(): fc.Arbitrary<string> {
  return FORMATS['solana-address']!({})
}

/** Numbers in several spellings, at the bounds and beyond them; most are within. */
function numberOf(schema: Schema): fc.Arbitrary<unknown> {
  const { minimum = -1_000, maximum = (minimum as number) + 1_000_000 } = schema as {
    minimum?: number
    maximum?: number
  }
  const near = [minimum, maximum].flatMap((bound) => [bound - 1, bound, bound + 1])
  const odd = fc.oneof(fc.constantFrom(...near), fc.integer({ min: -2, max: 100 }), fc.maxSafeInteger())
  const good = fc.integer({ min: Math.ceil(minimum), max: Math.floor(Math.min(maximum, minimum + 1_000_000)) })
  const whole = fc.oneof({ weight: 3, arbitrary: good }, { weight: 1, arbitrary: odd }).map(writtenWhole)
  const ends = fc.constantFrom('', '', '', '', '', '', '.0', 'e0', '.5', '.0000001')
  // Finer digits than a double holds are read by some bodies and not by others.
  const spelled = fc
    .tuple(whole, ends)
    .map(([text, end]) => (text.length > 6 && end.startsWith('.') ? text : text + end))
  return fc.oneof({ weight: 4, arbitrary: spelled }, { weight: 1, arbitrary: decimalText(schema) }).map(rawJson)
}

function writtenWhole(value: number): string {
  return Number.isInteger(value) ? String(BigInt(value)) : '7'
}

function decimalText({ minimum = 0, maximum = 100, multipleOf = 1e-9 }: Schema): fc.Arbitrary<string> {
  const most = Math.min(Number(maximum), 1_000)
  const whole = fc.integer({ min: Math.floor(Number(minimum)), max: Math.ceil(most) })
  const fine = fc.tuple(whole, fc.stringMatching(/^[0-9]{1,11}$/)).map(([one, fraction]) => `${one}.${fraction}`)
  const odd = fc.constantFrom('0.00001', '0.000009', '1e-5', '1e2', '100.0', '100.000001', '1.000000', '3', '0', '1E1')
  return fc.oneof({ weight: 3, arbitrary: multipleOf === 1 ? whole.map(String) : fine }, { weight: 1, arbitrary: odd })
}

/** One member changed, left out or added, or all of it something else. */
function mutate(
  value: unknown,
  { other, at, how }: { readonly other: unknown; readonly at: number; readonly how: number },
): unknown {
  if (typeof value !== 'object' || value === null || how === 0) return how === 0 && at % 4 === 0 ? other : value
  if (Array.isArray(value)) return [...value.slice(1), other]
  const holder = { ...(value as Record<string, unknown>) }
  const names = Object.keys(holder)
  const name = names.length === 0 ? 'surprise' : names[at % names.length]!
  if (how === 1) delete holder[name]
  else if (how === 2) holder['surprise'] = other
  else if (how === 3 && names.length > 0) holder[name] = mutate(holder[name], { other, at: Math.floor(at / 7), how: 4 })
  else if (how === 4) holder[name] = null
  else holder[name] = other
  return holder
}
