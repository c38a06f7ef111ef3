import { findExtension, readU64 } from '../../hot-paths/account-layouts.ts'

/** One of the two schedules of a Token-2022 transfer fee. */
export type FeeSchedule = { readonly epoch: number; readonly maxRaw: bigint; readonly bps: number }

const FEE_EXTENSION = 1
/** Two authorities and the withheld amount stand before the older schedule: epoch u64, maximum u64, rate u16. */
const OLDER_OFFSET = 72
const NEWER_OFFSET = 90
const BPS = 10_000n

/** Older and newer schedule of a mint; null when it takes no fee at all. */
export function readFeeSchedules(
  mintData: Uint8Array,
): { readonly older: FeeSchedule; readonly newer: FeeSchedule } | null {
  const value = findExtension(mintData, FEE_EXTENSION)
  if (value === null || value.length < NEWER_OFFSET + 18) return null
  return { older: scheduleAt(value, OLDER_OFFSET), newer: scheduleAt(value, NEWER_OFFSET) }
}

/** What arrives of a transfer in an epoch: the fee is rounded up and has a maximum. */
export function arrivingRaw(mintData: Uint8Array, amountRaw: bigint, epoch: number): bigint {
  const schedules = readFeeSchedules(mintData)
  if (schedules === null) return amountRaw
  const { bps, maxRaw } = epoch >= schedules.newer.epoch ? schedules.newer : schedules.older
  const fee = (amountRaw * BigInt(bps) + BPS - 1n) / BPS
  return amountRaw - (fee < maxRaw ? fee : maxRaw)
}

function scheduleAt(value: Uint8Array, offset: number): FeeSchedule {
  const bps = value[offset + 16]! | (value[offset + 17]! << 8)
  return { epoch: Number(readU64(value, offset)), maxRaw: readU64(value, offset + 8), bps }
}
