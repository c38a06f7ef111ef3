import { isBlockTime, MAX_SLOT, MAX_VALUE_USD, U64_MAX } from '../../../runtime/reply-ranges.ts'
import type { Lending } from '../../holdings-port.ts'

/** Parts in a percentage point's hundredth of a thousandth: figures for display. */
const PCT_PARTS = 10_000_000n

/** Token accounts hold 64 bits: any other amount was misread. */
export function isReal(amountRaw: bigint): boolean {
  return amountRaw >= 0n && amountRaw <= U64_MAX
}

/** A number with so many bits behind its point, as near as a double comes. */
export function bitsToNumber(bits: bigint, fractionBits: bigint): number {
  const unit = 1n << fractionBits
  return Number(bits / unit) + Number(bits % unit) / Number(unit)
}

/** `part` of `whole` in percent. */
export function pctOf(part: bigint, whole: bigint): number {
  return Number((part * PCT_PARTS) / whole) / 100_000
}

/** The oldest slot that accounts state; null where one of them cannot be. */
export function oldestSlot(slots: readonly bigint[]): number | null {
  return slots.length === 0 || slots.some((slot) => slot > MAX_SLOT) ? null : Number(leastOf(slots))
}

/** The oldest time that accounts state, in epoch seconds; null where one of them has not come yet. */
export function oldestTime(times: readonly bigint[]): number | null {
  return times.length === 0 || times.some((time) => !isBlockTime(Number(time))) ? null : Number(leastOf(times))
}

function leastOf(values: readonly bigint[]): bigint {
  return values.reduce((least, one) => (one < least ? one : least))
}

/** Null for a health that cannot be: its bytes come from a node, and a false one costs this field alone. */
export function soundHealth(health: NonNullable<Lending['health']>): Lending['health'] {
  const { collateralUsd, debtUsd, ltvPct, healthFactor } = health
  return Math.max(collateralUsd, debtUsd, ltvPct, healthFactor ?? 0) <= MAX_VALUE_USD ? health : null
}
