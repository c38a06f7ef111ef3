import { readDecimal, WrittenNumber } from './exact-amount.ts'
import { described, isObject, type Member, optional, type Parts, Refusal, unexpected, worded } from './member.ts'
import { ADDRESS_PATTERN, isAddress, isSignature, SIGNATURE_PATTERN } from './params.ts'

/* The kinds of members that bodies are declared with; further ones in `text-members.ts`, `list-members.ts` and
 * `amount-members.ts`. */

/** A base58 address (spec 2.1). */
export function address(parts: Parts = {}): Member<string> {
  return {
    ...worded(parts),
    schema: described({ type: 'string', pattern: ADDRESS_PATTERN }, { description: 'Base58 address.', ...parts }),
    read: (value, name) => (isAddress(value) ? value : unexpected(name, 'an address', parts)),
  }
}

const TAPE_ADDRESS_PATTERN = `${ADDRESS_PATTERN}|^0x[0-9a-fA-F]{40}$|^0x[0-9a-fA-F]{64}$`
const TAPE_ADDRESS = new RegExp(TAPE_ADDRESS_PATTERN)

/** An address, or a pool, of any chain that can be followed. Whether it is one of the chain in question is looked at
 *  where that is known. */
export function tapeAddress(parts: Parts = {}): Member<string> {
  const description = 'Base58 address on Solana; 20 bytes in hex, of some pools 32, on EVM chains.'
  return {
    ...worded(parts),
    schema: described({ type: 'string', pattern: TAPE_ADDRESS_PATTERN }, { description, ...parts }),
    read: (value, name) =>
      typeof value === 'string' && TAPE_ADDRESS.test(value) ? value : unexpected(name, 'an address', parts),
  }
}

/** An address that `decodes` accepts as 32 bytes: decoding belongs to the chain layer, above this one. */
export function decodedAddress(decodes: (text: unknown) => boolean, parts: Parts = {}): Member<string> {
  const { schema, ...rest } = address(parts)
  return {
    ...rest,
    schema: { ...schema, format: 'solana-address' },
    read: (value, name) => (decodes(value) ? (value as string) : unexpected(name, 'an address', parts)),
  }
}

export function signature(parts: Parts = {}): Member<string> {
  return {
    ...worded(parts),
    schema: described(
      { type: 'string', pattern: SIGNATURE_PATTERN },
      { description: 'Transaction signature.', ...parts },
    ),
    read: (value, name) => (isSignature(value) ? value : unexpected(name, 'a transaction signature', parts)),
  }
}

export function boolean(parts: Parts = {}): Member<boolean> {
  return {
    ...worded(parts),
    schema: described({ type: 'boolean' }, parts),
    read: (value, name) => (typeof value === 'boolean' ? value : unexpected(name, 'true or false', parts)),
  }
}

/** True or false; false unless it is given. */
export function flag(description: string, otherwise = false): Member<boolean> {
  return optional(boolean({ description }), otherwise)
}

type WordParts = Parts & {
  /** Words that are known and not taken yet. */
  readonly later?: readonly string[]
}

/** One of some words or numbers, spelled as they are. */
export function oneOf<const W extends readonly (string | number)[]>(
  words: W,
  parts: WordParts = {},
): Member<W[number]> {
  const known: ReadonlySet<unknown> = new Set(words)
  const type = typeof words[0] === 'number' ? 'integer' : 'string'
  const expected = alternatives(words)
  return {
    ...worded(parts),
    schema: described({ type, enum: [...words] }, parts),
    read(value, name) {
      if (known.has(value)) return value as W[number]
      if (parts.later?.includes(value as string)) return new Refusal(`${name}: ${value} is not served yet`)
      return unexpected(name, expected, parts)
    },
  }
}

/** Names whose case does not count, nor which of the separators they have; `known` is by lower-cased name with `_`. */
export function nameOf<T>(known: ReadonlyMap<string, T>, parts: Parts & { readonly expected: string }): Member<T> {
  const pattern = `^(?:${[...known.keys()].map(anyCase).join('|')})$`
  const fits = new RegExp(pattern, 'u')
  return {
    ...worded(parts),
    schema: described({ type: 'string', pattern, examples: [...known.keys()] }, parts),
    read(value, name) {
      if (typeof value !== 'string' || !fits.test(value)) return unexpected(name, parts.expected, parts)
      return known.get(value.toLowerCase().replaceAll('-', '_')) as T
    },
  }
}

function anyCase(word: string): string {
  return [...word]
    .map((letter) => (letter === '_' ? '[_\\-]' : /[a-z]/.test(letter) ? `[${letter}${letter.toUpperCase()}]` : letter))
    .join('')
}

type IntegerParts = Parts & { readonly min?: number; readonly max?: number }

/** A whole number, 1.0 among them. */
export function integer({ min, max, ...parts }: IntegerParts): Member<number> {
  const [least, most] = [min ?? Number.NEGATIVE_INFINITY, max ?? Number.POSITIVE_INFINITY]
  const expected = integerExpected(min, max)
  const bounds = { ...(min !== undefined && { minimum: min }), ...(max !== undefined && { maximum: max }) }
  return {
    ...worded(parts),
    schema: described({ type: 'integer', ...bounds }, parts),
    read(value, name) {
      const number = value instanceof WrittenNumber ? wholeOf(value) : value
      const isFit = Number.isInteger(number) && (number as number) >= least && (number as number) <= most
      return isFit ? (number as number) : unexpected(name, expected, parts)
    },
  }
}

export function integerExpected(min?: number | bigint, max?: number | bigint): string {
  if (max === undefined) return min === undefined ? 'an integer' : `an integer from ${min}`
  return `an integer from ${min} to ${max}`
}

/** NaN for what is none, by its digits. */
export function wholeOf(written: WrittenNumber): number {
  const { text: digits } = written
  if (/^-?\d{1,15}$/.test(digits)) return Number(digits)
  const isBelow = digits.startsWith('-')
  const value = readDecimal(isBelow ? new WrittenNumber(digits.slice(1)) : written, 0)
  return value === null ? Number.NaN : Number(isBelow ? -value : value)
}

/** A number from `min` on, in a body whose numbers are read as doubles. */
export function number({ min, ...parts }: Parts & { readonly min: number }): Member<number> {
  return {
    ...worded(parts),
    schema: described({ type: 'number', minimum: min }, parts),
    read(value, name) {
      const isFit = typeof value === 'number' && Number.isFinite(value) && value >= min
      return isFit ? value : unexpected(name, `a number from ${min}`, parts)
    },
  }
}

/** A member that must not be given, with the reason. */
export function never(reason: string): Member<undefined> {
  return {
    schema: { not: {}, description: `Refused: ${reason}.` },
    absent: { value: undefined },
    neverNull: true,
    read: (_value, name) => new Refusal(`${name}: ${reason}`),
  }
}

/** Any JSON. */
export function anything(description: string): Member<unknown> {
  return { schema: { description }, read: (value) => value }
}

/** Any JSON object; another rule reads it. */
export function anyObject(parts: Parts = {}): Member<Readonly<Record<string, unknown>>> {
  return {
    ...worded(parts),
    schema: described({ type: 'object', additionalProperties: true }, parts),
    read: (value, name) =>
      isObject(value) && !(value instanceof WrittenNumber) ? value : unexpected(name, 'an object', parts),
  }
}

/** What either of two members takes; `expected` says both. */
export function either<A, B>(
  one: Member<A>,
  other: Member<B>,
  parts: Parts & { readonly expected: string },
): Member<A | B> {
  return {
    ...worded(parts),
    ...((one.isExact || other.isExact) && { isExact: true as const }),
    schema: described({ anyOf: [one.schema, other.schema] }, parts),
    read(value, name) {
      const first = one.read(value, name)
      if (!(first instanceof Refusal)) return first
      const second = other.read(value, name)
      return second instanceof Refusal ? unexpected(name, parts.expected, parts) : second
    },
  }
}

/** `a, b or c`. */
export function alternatives(words: readonly (string | number)[]): string {
  return words.length < 2 ? String(words[0]) : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}
