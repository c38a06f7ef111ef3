import { readU64 } from '../../hot-paths/account-layouts.ts'
import { MOST_LAMPORTS_PER_BYTE } from './rent-steps.ts'

/** The Clock sysvar: slot u64, start of the epoch i64, epoch u64, epoch of the leader schedule u64, time i64. */
export type ClockFields = {
  readonly slot: number
  readonly epoch: number
  readonly unixTimeSec: number
  readonly epochStartSec: number
}

const CLOCK_BYTES = 40
/** Slots of an epoch u64, offset of the leader schedule u64, warm-up u8, first normal epoch u64, its first slot u64. */
const EPOCH_SCHEDULE_BYTES = 33
/** Rate u64, exemption threshold f64, burnt share u8. */
const RENT_BYTES = 17

/** Null for bytes that are no clock. */
export function readClock(data: Uint8Array): ClockFields | null {
  if (data.length !== CLOCK_BYTES) return null
  const [slot, epochStartSec, epoch, unixTimeSec] = [0, 8, 16, 32].map((at) => Number(readU64(data, at)))
  return { slot: slot!, epoch: epoch!, unixTimeSec: unixTimeSec!, epochStartSec: epochStartSec! }
}

/** Slots of an epoch; null for bytes that are no schedule. */
export function readEpochSlots(data: Uint8Array): number | null {
  if (data.length !== EPOCH_SCHEDULE_BYTES) return null
  const slots = Number(readU64(data, 0))
  return Number.isSafeInteger(slots) && slots > 0 ? slots : null
}

/** What a byte must hold to be exempt from rent, threshold included; null for bytes that are no rent,
 *  and for one that no chain has had: what may be paid for deposits is reckoned from it. */
export function readLamportsPerByte(data: Uint8Array): number | null {
  if (data.length !== RENT_BYTES) return null
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const rate = Math.round(Number(readU64(data, 0)) * view.getFloat64(8, true))
  return Number.isSafeInteger(rate) && rate > 0 && rate <= MOST_LAMPORTS_PER_BYTE ? rate : null
}
