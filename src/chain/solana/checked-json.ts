import { toU64 } from '../../hot-paths/account-layouts.ts'
import { isBase58Of32 } from '../../hot-paths/base58.ts'

/* Reads of a node's JSON that trust nothing. What is wrong is noted once and an empty value given back, so that a
 * decoder reads on and looks for faults at its end. */

export type Faults = {
  /** The first thing found wrong. */
  first: string | null
}
export type Json = Readonly<Record<string, unknown>>

const ADDRESS_SLOTS = 1_024
const SEEN_ADDRESSES: string[] = new Array(ADDRESS_SLOTS).fill('')

/** By letters that are as good as random in any address; of shorter texts those that there are. */
function slotOf(value: string): number {
  return (value.charCodeAt(4) * 961 + value.charCodeAt(17) * 31 + value.charCodeAt(30)) & (ADDRESS_SLOTS - 1)
}

export function object(faults: Faults, value: unknown, what: string): Json {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json
  faults.first ??= `${what} is no object`
  return {}
}

export function list(faults: Faults, value: unknown, what: string, max: number): readonly unknown[] {
  if (Array.isArray(value) && value.length <= max) return value
  faults.first ??= Array.isArray(value) ? `${what} has ${value.length} entries (max ${max})` : `${what} is no list`
  return []
}

export function text(faults: Faults, value: unknown, what: string): string {
  if (typeof value === 'string') return value
  faults.first ??= `${what} is no text`
  return ''
}

export function address(faults: Faults, value: unknown, what: string): string {
  if (typeof value === 'string') {
    const slot = slotOf(value)
    const seen = SEEN_ADDRESSES[slot]
    // Programs, mints and owners come again and again: one that was checked is known by a comparison.
    if (seen === value) return seen
    if (isBase58Of32(value)) {
      SEEN_ADDRESSES[slot] = value
      return value
    }
  }
  faults.first ??= `${what} is no address`
  return ''
}

/** Some records write an absent owner as an empty text. */
export function optionalAddress(faults: Faults, value: unknown, what: string): string | null {
  return value === undefined || value === null || value === '' ? null : address(faults, value, what)
}

export function integer(faults: Faults, value: unknown, what: string): number {
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number
  faults.first ??= `${what} is no whole number`
  return 0
}

export function optionalInteger(faults: Faults, value: unknown, what: string): number | null {
  return value === undefined || value === null ? null : integer(faults, value, what)
}

/** Digits that a double holds whatever they are. */
const EXACT_DIGITS = 15
const ZERO = 0x30

/** A balance above 2^53 has lost digits in JSON already; it is taken as it came. */
export function lamports(faults: Faults, value: unknown, what: string): bigint {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 64) return toU64(value)
  if (typeof value === 'string') {
    const short = shortNumber(value)
    if (short >= 0) return toU64(short)
    if (/^\d{1,20}$/.test(value)) return BigInt(value)
  }
  if (typeof value === 'bigint' && value >= 0n) return value
  faults.first ??= `${what} is no amount`
  return 0n
}

/** Of up to 15 digits, as nearly all amounts are; -1 for any other text. */
function shortNumber(digits: string): number {
  const { length } = digits
  if (length === 0 || length > EXACT_DIGITS) return -1
  let value = 0
  for (let at = 0; at < length; at++) {
    const digit = digits.charCodeAt(at) - ZERO
    if (digit < 0 || digit > 9) return -1
    value = value * 10 + digit
  }
  return value
}

/** A foreign value in a message: its kind, and itself while it is short. */
export function describe(value: unknown): string {
  const shown = typeof value === 'string' || typeof value === 'number' ? String(value) : typeof value
  return shown.length <= 20 ? shown : `${shown.slice(0, 20)}...`
}
