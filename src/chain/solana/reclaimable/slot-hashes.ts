import { readU32, readU64 } from '../../../hot-paths/account-layouts.ts'

/** The SlotHashes sysvar: a count of 8 bytes, then slot and hash of the newest blocks, newest first. */
export const SLOT_HASHES = { entries: 512, headBytes: 8, entryBytes: 40 } as const

/** Slots of the newest blocks, newest first; null for bytes that are no such sysvar. */
export function readSlotHashSlots(data: Uint8Array): readonly number[] | null {
  const { entries, headBytes, entryBytes } = SLOT_HASHES
  if (data.length < headBytes) return null
  const count = readU32(data, 0)
  if (count > entries || data.length < headBytes + count * entryBytes) return null
  return Array.from({ length: count }, (_, at) => Number(readU64(data, headBytes + at * entryBytes)))
}
