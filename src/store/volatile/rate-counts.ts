import { RATE_WINDOW_MS } from '../../config/rate-limits.ts'
import { STORAGE } from '../../config/storage.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Logger } from '../../runtime/log.ts'
import type { Environment } from '../environment.ts'
import { isAlive, markOfName } from '../process-mark.ts'
import type { RateCountsTable } from '../store.ts'

type Window = { readonly startMs: number; readonly count: number }
type Counts = ReadonlyMap<string, Window>
type Sibling = { sequence: bigint; counts: Counts; isAlive: boolean; checkedAtMs: number }

export const RATE_COUNTS_TABLE = 'rateCounts.v1'

/** One row per process under its name, written by that process alone: a running number, then its
 *  windows one after the other.
 *
 *      0            8         +8       +12        +14
 *      +------------+ ( ------+--------+----------+----- ) *
 *      | sequence   | startMs | count  | length   | key
 *      | u64 LE     | f64 LE  | u32 LE | u16 LE   | utf8
 *      +------------+ ( ------+--------+----------+----- ) *
 */
export function createRateCounts(
  env: Environment,
  ownName: string,
  clock: Clock,
  log: Logger,
): RateCountsTable & { release(): Promise<void> } {
  const rows = env.table<string>(RATE_COUNTS_TABLE)
  const siblings = new Map<string, Sibling>()
  let sequence = 0n
  let wasEmpty = true
  let warned = false

  function removeRow(name: string): void {
    env.remove(rows, name).catch((error: unknown) => log.warn({ err: error }, 'rate counts of an ended process stay'))
  }

  return {
    publish(counts) {
      if (counts.size === 0 && wasEmpty) return
      wasEmpty = counts.size === 0
      const row = encodeCounts(++sequence, counts)
      try {
        // lmdb-js begins an asynchronous write when the loop turns next: under load, when siblings must know soonest,
        // that may be a tenth of a second later.
        env.writeNow(() => void rows.put(ownName, row))
      } catch (error) {
        if (!warned) log.warn({ err: error }, 'rate counts cannot be shared with sibling processes')
        warned = true
      }
    },
    readOthers(nowMs) {
      env.refresh()
      const seen = new Set<string>()
      for (const { key: name, value } of rows.getRange()) {
        if (name === ownName) continue
        seen.add(name)
        const wasAlive = siblings.get(name)?.isAlive ?? true
        const sibling = refreshSibling(siblings, name, value, clock.monotonicMs())
        if (wasAlive && !sibling.isAlive) removeRow(name)
      }
      for (const name of siblings.keys()) if (!seen.has(name)) siblings.delete(name)
      return sumCounts(siblings, nowMs)
    },
    release: () => env.remove(rows, ownName),
  }
}

function refreshSibling(siblings: Map<string, Sibling>, name: string, row: Buffer, nowMs: number): Sibling {
  const sequence = row.readBigUInt64LE(0)
  const known = siblings.get(name)
  if (known === undefined) {
    const found = { sequence, counts: decodeCounts(row), isAlive: livesBehind(name), checkedAtMs: nowMs }
    siblings.set(name, found)
    return found
  }
  if (known.sequence !== sequence) {
    known.sequence = sequence
    known.counts = decodeCounts(row)
  }
  if (known.isAlive && nowMs - known.checkedAtMs >= STORAGE.siblingCheckEveryMs) {
    known.isAlive = livesBehind(name)
    known.checkedAtMs = nowMs
  }
  return known
}

function livesBehind(name: string): boolean {
  const mark = markOfName(name)
  return mark !== undefined && isAlive(mark)
}

/** Windows that have ended stay in the row of a process that has had nothing to publish since: they must not be mixed
 *  with another's present window of the same key. */
function sumCounts(siblings: ReadonlyMap<string, Sibling>, nowMs: number): Counts {
  const sums = new Map<string, Window>()
  for (const { counts, isAlive: lives } of siblings.values()) {
    if (!lives) continue
    for (const [key, { startMs, count }] of counts) {
      if (Math.abs(nowMs - startMs) >= RATE_WINDOW_MS) continue
      const sum = sums.get(key)
      sums.set(key, sum === undefined ? { startMs, count } : join(sum, startMs, count))
    }
  }
  return sums
}

function join(sum: Window, startMs: number, count: number): Window {
  return { startMs: Math.min(sum.startMs, startMs), count: sum.count + count }
}

function encodeCounts(sequence: bigint, counts: Counts): Buffer {
  let bytes = 8
  for (const key of counts.keys()) bytes += 14 + Buffer.byteLength(key)
  const row = Buffer.allocUnsafe(bytes)
  row.writeBigUInt64LE(sequence, 0)
  let at = 8
  for (const [key, { startMs, count }] of counts) {
    row.writeDoubleLE(startMs, at)
    row.writeUInt32LE(count, at + 8)
    const keyBytes = row.write(key, at + 14, 'utf8')
    row.writeUInt16LE(keyBytes, at + 12)
    at += 14 + keyBytes
  }
  return row
}

function decodeCounts(row: Buffer): Counts {
  const counts = new Map<string, Window>()
  for (let at = 8; at < row.length; ) {
    const keyBytes = row.readUInt16LE(at + 12)
    const key = row.toString('utf8', at + 14, at + 14 + keyBytes)
    counts.set(key, { startMs: row.readDoubleLE(at), count: row.readUInt32LE(at + 8) })
    at += 14 + keyBytes
  }
  return counts
}
