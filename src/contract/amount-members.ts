import { readDecimal, U64_MAX, WrittenNumber } from './exact-amount.ts'
import { described, type Member, type Parts, unexpected, worded } from './member.ts'
import { integerExpected } from './members.ts'

/* Members that say how much. A JSON number or a text of its digits, read from the digits as they were written: a double
 * would round them. The formats `uint64` and `decimal` say that a text is taken as the number it writes, within the
 * same bounds. */

const DIGITS = /^\s*\d{1,20}\s*$/
const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER)

/** Base units, lamports or the like: an integer that every JSON reader reads alike (to 2^53 - 1), or a text of
 *  digits. */
export function baseUnits({
  min = 0n,
  max = U64_MAX,
  ...parts
}: Parts & { readonly min?: bigint; readonly max?: bigint } = {}): Member<bigint> {
  const isSmall = max <= MAX_SAFE
  const expected = isSmall
    ? integerExpected(min, max)
    : `base units from ${min}, as a text of digits where they pass 2^53 - 1`
  const bounds = {
    minimum: Number(min),
    ...(isSmall ? { maximum: Number(max) } : { exclusiveMaximum: Number(max + 1n) }),
  }
  return {
    ...worded(parts),
    isExact: true,
    schema: described(
      {
        anyOf: [
          { type: 'integer', minimum: Number(min), maximum: Number(isSmall ? max : MAX_SAFE) },
          { type: 'string', format: 'uint64', pattern: '^\\s*[0-9]{1,20}\\s*$', ...bounds },
        ],
      },
      parts,
    ),
    read(value, name) {
      const raw = unitsOf(value)
      return raw !== null && raw >= min && raw <= max ? raw : unexpected(name, expected, parts)
    },
  }
}

function unitsOf(value: unknown): bigint | null {
  if (typeof value === 'string') return DIGITS.test(value) ? BigInt(value.trim()) : null
  if (!(value instanceof WrittenNumber)) return null
  const raw = /^\d{1,16}$/.test(value.text) ? BigInt(value.text) : readDecimal(value, 0)
  return raw !== null && raw <= MAX_SAFE ? raw : null
}

/** A whole number that is never too small or too large: outside the bounds it counts as the nearest. */
export function clampedUnits({ max, ...parts }: Parts & { readonly max: bigint }): Member<bigint> {
  return {
    ...worded(parts),
    isExact: true,
    schema: described(
      {
        anyOf: [
          { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
          { type: 'string', format: 'uint64', pattern: '^\\s*[0-9]{1,20}\\s*$' },
        ],
      },
      parts,
    ),
    read(value, name) {
      const isBelow = value instanceof WrittenNumber && value.text.startsWith('-')
      const raw = unitsOf(isBelow ? new WrittenNumber(value.text.slice(1)) : value)
      if (raw === null) return unexpected(name, 'an integer', parts)
      return isBelow ? 0n : raw > max ? max : raw
    },
  }
}

/** Any spelling of a whole number from 1 that fits the chain's 64 bits. */
export function wholeUnits(parts: Parts = {}): Member<bigint> {
  return {
    ...worded(parts),
    isExact: true,
    schema: described(
      { type: ['number', 'string'], format: 'decimal', multipleOf: 1, minimum: 1, exclusiveMaximum: 2 ** 64 },
      parts,
    ),
    read(value, name) {
      const raw = readDecimal(value, 0)
      return raw !== null && raw > 0n && raw <= U64_MAX ? raw : unexpected(name, integerExpected(1, U64_MAX), parts)
    },
  }
}

type DecimalParts = Parts & {
  /** Bounds as they are written, such as `0.00001`. */
  readonly min: string
  readonly max: string
  readonly decimals: number
}

/** A number with so many digits after the point, as units of 10^-decimals. */
export function decimal({ min, max, decimals, ...parts }: DecimalParts): Member<bigint> {
  const [least, most] = [min, max].map((bound) => readDecimal(bound, decimals)!)
  return {
    ...worded(parts),
    isExact: true,
    schema: described(
      {
        type: ['number', 'string'],
        format: 'decimal',
        minimum: Number(min),
        maximum: Number(max),
        multipleOf: Number(`1e-${decimals}`),
      },
      parts,
    ),
    read(value, name) {
      const units = readDecimal(value, decimals)
      if (units === null) return unexpected(name, `a number with at most ${decimals} decimals`, parts)
      return units < least! || units > most! ? unexpected(name, `${min} to ${max}`, parts) : units
    },
  }
}

/** More digits than a sum of doubles has. */
const FINEST_DECIMALS = 60

/** A JSON number from 0 to `max` as units of 10^-decimals; finer digits are dropped. */
export function truncatedDecimal({
  max,
  decimals,
  ...parts
}: Parts & { readonly max: number; readonly decimals: number }): Member<bigint> {
  const most = BigInt(max) * 10n ** BigInt(decimals)
  return {
    ...worded(parts),
    isExact: true,
    schema: described({ type: 'number', minimum: 0, maximum: max }, parts),
    read(value, name) {
      const fine = value instanceof WrittenNumber ? fineUnitsOf(value.text, decimals) : null
      return fine === null || fine.units > most || (fine.units === most && fine.hasMore)
        ? unexpected(name, `a number from 0 to ${max}`, parts)
        : fine.units
    },
  }
}

/** Null below zero and for numbers beyond any bound. */
function fineUnitsOf(text: string, decimals: number): { readonly units: bigint; readonly hasMore: boolean } | null {
  const [, whole = '', fraction = '', exponent = '0'] = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  const digits = (whole + fraction).replace(/^0+(?=\d)/, '')
  if (whole === '' || digits.length > FINEST_DECIMALS * 2) return null
  const places = Number(exponent) - fraction.length + decimals
  if (digits === '0' || places < -FINEST_DECIMALS * 3)
    return whole === '' ? null : { units: 0n, hasMore: digits !== '0' }
  if (places > FINEST_DECIMALS) return null
  if (places >= 0) return { units: BigInt(digits) * 10n ** BigInt(places), hasMore: false }
  const scale = 10n ** BigInt(-places)
  return { units: BigInt(digits) / scale, hasMore: BigInt(digits) % scale !== 0n }
}
