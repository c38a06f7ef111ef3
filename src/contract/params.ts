import Type, { type TSchema } from 'typebox'
import { fail, type Outcome, ok } from './outcome.ts'

/** One path or query parameter: how it is shown in the API description, read from text, and spelled in a cache key.
 *  A rule that clamps or falls back never fails; only a rule that says so refuses. */
export type Rule<T> = {
  readonly schema: TSchema
  readonly required: boolean
  /** Other spellings of the name, read when the name itself is absent. */
  readonly aliases: readonly string[]
  /** Given twice it is refused; of others the first counts. */
  readonly isSingle?: boolean
  readonly parse: (raw: string | undefined) => Outcome<T>
  /** Equal values give equal text; the text never holds a control character. */
  canonical(value: T): string
}

export type Rules = Readonly<Record<string, Rule<unknown>>>
export type ValuesOf<R extends Rules> = { readonly [K in keyof R]: R[K] extends Rule<infer T> ? T : never }

export const ADDRESS_PATTERN = '^[1-9A-HJ-NP-Za-km-z]{32,44}$'
const ADDRESS = new RegExp(ADDRESS_PATTERN)
export const DIGEST_PATTERN = '^[0-9a-f]{64}$'
const DIGEST = new RegExp(DIGEST_PATTERN)
export const SIGNATURE_PATTERN = '^[a-zA-Z0-9]{43,128}$'
const SIGNATURE = new RegExp(SIGNATURE_PATTERN)

/** Spec 2.1: base58 text of 32 to 44 characters. Whether it decodes to 32 bytes is the chain's business. */
export function isAddress(text: unknown): text is string {
  return typeof text === 'string' && text.length >= 32 && text.length <= 44 && ADDRESS.test(text)
}

export function isSignature(text: unknown): text is string {
  return typeof text === 'string' && SIGNATURE.test(text)
}

export const AddressSchema = Type.String({ pattern: ADDRESS_PATTERN, description: 'Base58 address.' })
export const SignatureSchema = Type.String({ pattern: SIGNATURE_PATTERN, description: 'Transaction signature.' })

function rule<T>(parts: Omit<Rule<T>, 'aliases'> & { aliases?: readonly string[] }): Rule<T> {
  return { aliases: [], ...parts }
}

/** A required address, trimmed; anything else is 400 with `message` (`invalid mint`, `invalid wallet`, ...). */
export function addressParam(message: string): Rule<string> {
  return rule({
    schema: AddressSchema,
    required: true,
    parse: (raw) => {
      const text = raw?.trim()
      return isAddress(text) ? ok(text) : fail('invalid_request', message)
    },
    canonical: (value) => value,
  })
}

/** An address, or the empty text where it is absent; anything else is 400 with `message`. */
export function optionalAddress(message: string, description: string): Rule<string> {
  return rule({
    schema: Type.String({ pattern: ADDRESS_PATTERN, description }),
    required: false,
    parse: (raw) => {
      const text = raw?.trim() ?? ''
      return text === '' || isAddress(text) ? ok(text) : fail('invalid_request', message)
    },
    canonical: (value) => value,
  })
}

/** A SHA-256 in lower-case hex, or the empty text where it is absent; anything else is 400 with `message`. */
export function digest(options: { message: string; description: string }): Rule<string> {
  return rule({
    schema: Type.String({ pattern: DIGEST_PATTERN, description: options.description }),
    required: false,
    parse: (raw) => {
      const text = raw?.trim() ?? ''
      return text === '' || DIGEST.test(text) ? ok(text) : fail('invalid_request', options.message)
    },
    canonical: (value) => value,
  })
}

export const MintParams = { mint: addressParam('invalid mint') }

/** An integer that is clamped into its range; absent or unreadable text gives the default. Never fails. */
export function clampedInt(options: { min: number; max: number; default: number; description?: string }): Rule<number> {
  return rule({
    schema: Type.Integer({
      minimum: options.min,
      maximum: options.max,
      default: options.default,
      description: `${options.description ? `${options.description} ` : ''}Clamped to ${options.min}..${options.max}; unreadable text counts as ${options.default}.`,
    }),
    required: false,
    parse: (raw) => {
      if (raw === undefined || raw.trim() === '') return ok(options.default)
      const value = Number(raw)
      if (Number.isNaN(value)) return ok(options.default)
      return ok(Math.min(options.max, Math.max(options.min, Math.trunc(value))))
    },
    canonical: String,
  })
}

/** A number of at least `min`; absent, unreadable or smaller gives the default. Never fails. */
export function lowerBoundNumber(options: { min: number; default: number; description: string }): Rule<number> {
  return rule({
    schema: Type.Number({ minimum: options.min, default: options.default, description: options.description }),
    required: false,
    parse: (raw) => {
      const value = raw === undefined || raw.trim() === '' ? Number.NaN : Number(raw)
      return ok(Number.isFinite(value) && value >= options.min ? value : options.default)
    },
    canonical: String,
  })
}

/** A moment in epoch milliseconds; absent or unreadable text gives null. Never fails. */
export function optionalEpochMs(description: string): Rule<number | null> {
  return rule<number | null>({
    schema: Type.Integer({
      minimum: 0,
      description: `${description} Epoch milliseconds; unreadable text counts as absent.`,
    }),
    required: false,
    parse: (raw) => {
      const value = raw === undefined || raw.trim() === '' ? Number.NaN : Math.trunc(Number(raw))
      return ok(Number.isSafeInteger(value) && value >= 0 ? value : null)
    },
    canonical: (value) => (value === null ? '' : String(value)),
  })
}

/** One word of a list; any other text falls back to the default silently, as spec 4.1 asks. */
export function oneOf<const W extends readonly string[]>(
  words: W,
  options: { default: W[number]; aliases?: readonly string[]; description?: string },
): Rule<W[number]> {
  const known = new Set<string>(words)
  return rule<W[number]>({
    schema: Type.Enum([...words], {
      default: options.default,
      description: options.description ?? 'Other values count as the default.',
    }),
    required: false,
    aliases: options.aliases ?? [],
    parse: (raw) => ok(raw !== undefined && known.has(raw) ? (raw as W[number]) : options.default),
    canonical: (value) => value,
  })
}

/** `1` or `true` (any case) is true, everything else false. */
export function flag(description: string): Rule<boolean> {
  return rule({
    schema: Type.Boolean({ default: false, description }),
    required: false,
    parse: (raw) => ok(raw !== undefined && (raw === '1' || raw.toLowerCase() === 'true')),
    canonical: (value) => (value ? '1' : '0'),
  })
}

/** Free text, trimmed and cut at `maxChars`. Absent is the empty text. */
export function text(options: { maxChars: number; description: string; required?: string }): Rule<string> {
  return rule({
    schema: Type.String({ maxLength: options.maxChars, description: options.description }),
    required: options.required !== undefined,
    parse: (raw) => {
      const value = (raw ?? '').trim().slice(0, options.maxChars)
      return value === '' && options.required !== undefined ? fail('invalid_request', options.required) : ok(value)
    },
    // Control characters separate the parts of a cache key, so they are escaped here.
    canonical: (value) => encodeURIComponent(value.toWellFormed()),
  })
}

/** Comma list of lower-cased words; unknown ones are kept (they match nothing), order and repeats do not matter. */
export function wordList(options: { maxWords: number; description: string }): Rule<readonly string[]> {
  return rule<readonly string[]>({
    schema: Type.String({ description: options.description }),
    required: false,
    parse: (raw) => {
      const words = (raw ?? '')
        .split(',')
        .map((word) => word.trim().toLowerCase())
        .filter((word) => word !== '')
      return ok([...new Set(words)].sort().slice(0, options.maxWords))
    },
    canonical: (value) => encodeURIComponent(value.join(',').toWellFormed()),
  })
}

/** Comma list of addresses: invalid and repeated entries are dropped, the first `max` valid ones kept, none is 400. */
export function addressList(options: { max: number; message: string }): Rule<readonly string[]> {
  return rule<readonly string[]>({
    schema: Type.String({
      description: `Comma list of addresses; invalid ones are dropped, the first ${options.max} valid ones count.`,
    }),
    required: true,
    parse: (raw) => {
      const valid = new Set<string>()
      for (const entry of (raw ?? '').split(',')) {
        if (valid.size < options.max && isAddress(entry.trim())) valid.add(entry.trim())
      }
      return valid.size === 0 ? fail('invalid_request', options.message) : ok([...valid])
    },
    canonical: (value) => [...value].sort().join(','),
  })
}
