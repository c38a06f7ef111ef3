import { readU64 } from '../../../hot-paths/account-layouts.ts'

/** Stake of all validators in one epoch, in lamports. */
export type ClusterStake = {
  readonly effective: bigint
  readonly activating: bigint
  readonly deactivating: bigint
}
/** By epoch; the chain keeps the newest 512 that are over. */
export type StakeHistory = ReadonlyMap<bigint, ClusterStake>

const ENTRY_BYTES = 32
const MAX_ENTRIES = 512

/** The StakeHistory sysvar: how many u64, then for each epoch its number and three sums, newest first. Null for bytes that
 *  are no such thing. */
export function readStakeHistory(data: Uint8Array): StakeHistory | null {
  if (data.length < 8) return null
  const count = Number(readU64(data, 0))
  if (count > MAX_ENTRIES || 8 + count * ENTRY_BYTES > data.length) return null
  const history = new Map<bigint, ClusterStake>()
  for (let at = 8; at < 8 + count * ENTRY_BYTES; at += ENTRY_BYTES)
    history.set(readU64(data, at), {
      effective: readU64(data, at + 8),
      activating: readU64(data, at + 16),
      deactivating: readU64(data, at + 24),
    })
  return history
}
