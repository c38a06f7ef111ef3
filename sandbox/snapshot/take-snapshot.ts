import { readSnapshot } from './snapshot-file.ts'
import { shiftTime } from './time-shift.ts'
import { unpack } from './unpack.ts'
import { worldKey } from './world-key.ts'
import type { WorldRecord } from './world-record.ts'

/** What became of a snapshot. */
export type SnapshotUse = {
  /** The key under which one would be looked for; null where none is. */
  readonly key: string | null
  /** Why none was used; null when one was, or none was looked for. */
  readonly reason: string | null
}
export type TakenSnapshot = { readonly use: SnapshotUse; readonly record: WorldRecord | null }

export const NO_SNAPSHOT: TakenSnapshot = { use: { key: null, reason: null }, record: null }

/** The world of these settings as it is built for `bootSec`, from its snapshot when there is one. */
export function takeSnapshot(
  settings: {
    readonly seed: string
    readonly slotMs: number
    readonly programsDir: string | null
    readonly snapshots?: string | null
  },
  bootSec: number,
): TakenSnapshot {
  const { snapshots = null, programsDir } = settings
  // What real programs do is not in the key.
  if (snapshots === null || programsDir !== null) return NO_SNAPSHOT
  const key = worldKey(settings)
  const read = readSnapshot(snapshots, key)
  if (!read.ok) return { use: { key, reason: read.reason }, record: null }
  const { packed, places, bootSec: from } = read.snapshot
  shiftTime(packed, places, bootSec - from)
  return { use: { key, reason: null }, record: unpack(packed) as WorldRecord }
}
