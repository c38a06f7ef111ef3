/* Amounts of money in a JSON body, read from the digits as they were written: a double would round them. */

/** `JSON.rawJSON`, Node 21 and later. */
const rawJson = (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON

/** A JSON number with the text it was written in, which is how it is written again. */
export class WrittenNumber {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toJSON(): unknown {
    return rawJson(this.text)
  }
}

type ReviverContext = { readonly source?: string }

/** JSON.parse, with every number as it was written. Throws a SyntaxError as that does. */
export function parseWritten(text: string): unknown {
  const revive = (_name: string, value: unknown, context?: ReviverContext): unknown =>
    typeof value === 'number' ? new WrittenNumber(context?.source ?? String(value)) : value
  return JSON.parse(text, revive as (name: string, value: unknown) => unknown)
}

/** Most base units that the chain can count. */
export const U64_MAX = 2n ** 64n - 1n

/** Longer numbers are no amounts. */
const MAX_CHARS = 48
const MAX_EXPONENT = 40
const DECIMAL = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/

/** A number or a text of digits as units of 10^-decimals; null for what is no such number, is below zero, or has more
 *  digits after the point than that (zeros at the end do not count). */
export function readDecimal(value: unknown, decimals: number): bigint | null {
  const text = value instanceof WrittenNumber ? value.text : typeof value === 'string' ? value.trim() : ''
  if (text === '' || text.length > MAX_CHARS) return null
  const parts = DECIMAL.exec(text)
  if (parts === null) return null
  const [, whole = '', fraction = '', exponent = '0'] = parts
  const power = Number(exponent)
  if (Math.abs(power) > MAX_EXPONENT) return null
  const digits = (whole + fraction).replace(/0+$/, '')
  // The value is 0.digits times 10^places.
  const places = whole.length + power
  if (digits === '') return 0n
  const missing = places + decimals - digits.length
  return missing < 0 ? null : BigInt(digits) * 10n ** BigInt(missing)
}

/** Base units: a text of digits, or a number that every JSON reader reads alike (at most 2^53 - 1, without a point or
 *  an exponent). Null for anything else. */
export function readBaseUnits(value: unknown): bigint | null {
  if (typeof value === 'string') return /^\d{1,20}$/.test(value.trim()) ? BigInt(value.trim()) : null
  if (!(value instanceof WrittenNumber) || !/^\d{1,16}$/.test(value.text)) return null
  const raw = BigInt(value.text)
  return raw <= BigInt(Number.MAX_SAFE_INTEGER) ? raw : null
}
