import { createHash } from 'node:crypto'
import { readU64 } from '../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../hot-paths/base58.ts'
import { addressBytes } from './pda.ts'

/* Accounts of locking programs whose layout is public. */

/** Jupiter Lock: the escrow owns the token account it locks. */
export const JUPITER_LOCK_PROGRAM = 'LocpQgucEQHbqNABEYvBvwoxCPsSbG91A1QaQhQQqjn'
const VESTING_ESCROW_TAG = createHash('sha256').update('account:VestingEscrow').digest().subarray(0, 8)
const VESTING_ESCROW_BYTES = 296
const OFFSET = {
  recipient: 8,
  mint: 40,
  creator: 72,
  base: 104,
  cancelMode: 138,
  cliffTime: 144,
  frequency: 152,
  cliffUnlock: 160,
  perPeriod: 168,
  periods: 176,
  claimed: 184,
  start: 192,
  cancelledAt: 200,
} as const

export type VestingEscrow = {
  readonly recipient: string
  readonly mint: string
  readonly creator: string
  /** Amount that the cliff sets free, then per period of `frequencySec`. */
  readonly cliffSec: number
  readonly cliffUnlockRaw: bigint
  readonly frequencySec: number
  readonly perPeriodRaw: bigint
  readonly periods: number
  readonly claimedRaw: bigint
  readonly isCancelled: boolean
  /** Someone may end the lock early and take what is not yet free. */
  readonly isCancellable: boolean
}

/** Source: the program's public source, `VestingEscrow`. Null when the bytes are none. */
export function decodeVestingEscrow(data: Uint8Array): VestingEscrow | null {
  if (data.length < OFFSET.cancelledAt + 8 || Buffer.compare(data.subarray(0, 8), VESTING_ESCROW_TAG) !== 0) return null
  const key = (at: number): string => encodeBase58(data.subarray(at, at + 32))
  const seconds = (at: number): number => Number(readU64(data, at))
  return {
    recipient: key(OFFSET.recipient),
    mint: key(OFFSET.mint),
    creator: key(OFFSET.creator),
    cliffSec: seconds(OFFSET.cliffTime),
    cliffUnlockRaw: readU64(data, OFFSET.cliffUnlock),
    frequencySec: seconds(OFFSET.frequency),
    perPeriodRaw: readU64(data, OFFSET.perPeriod),
    periods: seconds(OFFSET.periods),
    claimedRaw: readU64(data, OFFSET.claimed),
    isCancelled: readU64(data, OFFSET.cancelledAt) !== 0n,
    isCancellable: data[OFFSET.cancelMode] !== 0,
  }
}

/** When the last of it is free, unix seconds; 0 for a lock that was cancelled. */
export function unlockEndSec({ cliffSec, frequencySec, periods, isCancelled }: VestingEscrow): number {
  return isCancelled ? 0 : cliffSec + frequencySec * periods
}

/** The account of a lock that sets everything free at once. */
export function encodeVestingEscrow(lock: {
  readonly recipient: string
  readonly mint: string
  readonly creator: string
  readonly base: string
  readonly bump: number
  readonly untilSec: number
  readonly amountRaw: bigint
}): Uint8Array {
  const bytes = Buffer.alloc(VESTING_ESCROW_BYTES)
  bytes.set(VESTING_ESCROW_TAG)
  for (const name of ['recipient', 'mint', 'creator', 'base'] as const)
    bytes.set(addressBytes(lock[name]), OFFSET[name])
  bytes[136] = lock.bump
  // Token-2022, which LP tokens of PumpSwap belong to.
  bytes[139] = 1
  bytes.writeBigUInt64LE(BigInt(lock.untilSec), OFFSET.cliffTime)
  bytes.writeBigUInt64LE(1n, OFFSET.frequency)
  bytes.writeBigUInt64LE(lock.amountRaw, OFFSET.cliffUnlock)
  bytes.writeBigUInt64LE(BigInt(lock.untilSec), OFFSET.start)
  return bytes
}
