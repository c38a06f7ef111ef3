import { findExtension, readU64 } from '../../hot-paths/account-layouts.ts'

/** How wallets show the amounts of a mint whose amounts are scaled: base units times this. */
export type UiScale = {
  readonly multiplier: number
  /** Announced; null when none is to come. */
  readonly next: { readonly multiplier: number; readonly fromSec: number } | null
}

const SCALED_UI_AMOUNT = 25
/** Authority, multiplier f64, time i64, multiplier from then on f64. */
const CONFIG_BYTES = 56
const MULTIPLIER_OFFSET = 32
const FROM_OFFSET = 40
const NEXT_OFFSET = 48

/** The scale that a Token-2022 mint states; null for one without, and for a multiplier that is no positive number. */
export function readUiScale(mintData: Uint8Array): UiScale | null {
  const config = findExtension(mintData, SCALED_UI_AMOUNT)
  if (config === null || config.length < CONFIG_BYTES) return null
  const view = new DataView(config.buffer, config.byteOffset, config.byteLength)
  const [multiplier, announced] = [view.getFloat64(MULTIPLIER_OFFSET, true), view.getFloat64(NEXT_OFFSET, true)]
  const fromSec = Number(BigInt.asIntN(64, readU64(config, FROM_OFFSET)))
  if (!isMultiplier(multiplier)) return null
  const hasNext = isMultiplier(announced) && announced !== multiplier
  return { multiplier, next: hasNext ? { multiplier: announced, fromSec } : null }
}

/** The multiplier in force at a time. */
export function uiMultiplierAt({ multiplier, next }: UiScale, nowSec: number): number {
  return next !== null && nowSec >= next.fromSec ? next.multiplier : multiplier
}

function isMultiplier(value: number): boolean {
  return Number.isFinite(value) && value > 0
}
