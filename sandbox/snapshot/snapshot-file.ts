import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { readOwnFile, writeOwnFile } from '../../src/runtime/own-file.ts'
import type { Packed } from './packed.ts'
import type { TimePlaces } from './time-shift.ts'

/** A packed world and the places of its times. */
export type Snapshot = { readonly bootSec: number; readonly packed: Packed; readonly places: TimePlaces }
export type SnapshotRead =
  | { readonly ok: true; readonly snapshot: Snapshot }
  | { readonly ok: false; readonly reason: string }

/* In the file stand the key of the world and the world as V8 writes values. */

const PREFIX = 'world-'
/** Of other seeds, other code and unfinished writes. */
const MAX_KEPT = 4

/** Reads the snapshot of the world with this key; `absent`, or what is wrong with the one that is there. */
export function readSnapshot(folder: string, key: string): SnapshotRead {
  const read = readOwnFile(pathOf(folder, key))
  if (!read.ok) return read
  if (read.bytes.toString('latin1', 0, key.length) !== key) return { ok: false, reason: 'of another world' }
  return { ok: true, snapshot: deserialize(read.bytes.subarray(key.length)) as Snapshot }
}

/** Writes the snapshot, and takes the oldest of other worlds away. */
export function writeSnapshot(folder: string, key: string, snapshot: Snapshot): void {
  writeOwnFile(pathOf(folder, key), Buffer.concat([Buffer.from(key, 'latin1'), serialize(snapshot)]))
  const all = readdirSync(folder).filter((name) => name.startsWith(PREFIX))
  const byAge = all.map((name) => join(folder, name)).toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
  for (const old of byAge.slice(MAX_KEPT)) rmSync(old)
}

function pathOf(folder: string, key: string): string {
  return join(folder, `${PREFIX}${key}`)
}
