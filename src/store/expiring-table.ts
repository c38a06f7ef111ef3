import { hash } from 'node:crypto'
import { STORAGE } from '../config/storage.ts'
import { guarded } from '../runtime/background.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Logger } from '../runtime/log.ts'
import type { Environment, Table } from './environment.ts'

/** Rows of the cache environment: a time after which the row may go, then the payload.
 *
 *      0         8
 *      +---------+---------...
 *      | f64 LE  | payload
 *      +---------+---------...
 */
export type ExpiringTable = {
  /** The payload, **only valid until the next read of any table**: decode or copy it at once. What other processes
   *  wrote in the last `cacheSnapshotMs` may not be seen yet. */
  get(key: string): Buffer | undefined
  /** Written soon, or dropped when the disk is slow or refuses: it is a cache. */
  put(key: string, keepUntilMs: number, payload: Uint8Array): void
  /** Looks at some rows, goes on where it stopped, and removes what is past its time. */
  sweep(): void
  clear(): Promise<void>
  /** Resolves when the writes under way have ended and no snapshot is held. */
  idle(): Promise<void>
  /** The same before the environment is closed: from the call on nothing is found and nothing is kept, because a load
   *  that outlives its request may still look here. */
  end(): Promise<void>
}

const HEAD_BYTES = 8

/** `getBinaryFast` takes the options of `get`, which the package's types leave out. */
type ReadsInSnapshot = { getBinaryFast(key: Uint8Array, options: { transaction: object }): Buffer | undefined }
/** Longer keys are stored as a digest: LMDB's keys are at most 1,978 bytes and short ones keep its pages dense. */
const PLAIN_KEY_CHARS = 120

export function createExpiringTable(env: Environment, name: string, clock: Clock, log: Logger): ExpiringTable {
  const table: Table<Uint8Array> = env.table<Uint8Array>(name, { binaryKeys: true })
  const writes = new Set<Promise<void>>()
  let resumeAt: Uint8Array | undefined
  let warned = false
  let hasEnded = false

  /** Reads share one snapshot for some milliseconds: opening one in each turn of the loop cost 1.4 us a read. */
  let snapshot: { done(): void } | undefined
  let snapshotTimer: NodeJS.Timeout | undefined
  const openSnapshot = () => {
    snapshotTimer = setTimeout(guarded('cache snapshot', releaseSnapshot), STORAGE.cacheSnapshotMs).unref()
    return table.useReadTransaction()
  }
  const releaseSnapshot = (): void => {
    clearTimeout(snapshotTimer)
    snapshot?.done()
    snapshot = undefined
  }

  const track = (write: Promise<void>): void => {
    const ended = write
      .catch((error: unknown) => {
        if (!warned) log.warn({ err: error, table: name }, 'cache writes fail; answers are kept in memory only')
        warned = true
      })
      .finally(() => {
        writes.delete(ended)
        // What this process wrote, it sees.
        releaseSnapshot()
      })
    writes.add(ended)
  }

  const idle = async (): Promise<void> => {
    await Promise.all(writes)
    releaseSnapshot()
  }

  return {
    get(key) {
      if (hasEnded) return undefined
      snapshot ??= openSnapshot()
      const shared = (table as ReadsInSnapshot).getBinaryFast(toCacheKey(key), { transaction: snapshot })
      // lmdb's reusable buffer is 16 MiB long whatever its `length` says; only a view of the right size may leave here.
      return shared === undefined || shared.length < HEAD_BYTES ? undefined : shared.subarray(HEAD_BYTES, shared.length)
    },
    put(key, keepUntilMs, payload) {
      if (hasEnded || payload.length > STORAGE.cacheEntryBytes || writes.size >= STORAGE.cacheWritesInFlight) return
      const row = Buffer.allocUnsafe(HEAD_BYTES + payload.length)
      row.writeDoubleLE(keepUntilMs, 0)
      row.set(payload, HEAD_BYTES)
      track(env.put(table, toCacheKey(key), row))
    },
    sweep() {
      if (hasEnded) return
      const startMs = clock.monotonicMs()
      const nowMs = clock.nowMs()
      let seen = 0
      let last: Uint8Array | undefined
      let ranOutOfTime = false
      const keys = table.getKeys({ ...(resumeAt && { start: resumeAt }), limit: STORAGE.cacheSweepRows })
      for (const key of keys) {
        seen++
        last = Uint8Array.from(key)
        const shared = table.getBinaryFast(last)
        if (shared !== undefined && shared.readDoubleLE(0) < nowMs && writes.size < STORAGE.cacheWritesInFlight) {
          track(env.remove(table, last))
        }
        ranOutOfTime = clock.monotonicMs() - startMs > STORAGE.cacheSweepBudgetMs
        if (ranOutOfTime) break
      }
      const reachedEnd = !ranOutOfTime && seen < STORAGE.cacheSweepRows
      resumeAt = last === undefined || reachedEnd ? undefined : successor(last)
    },
    async clear() {
      await env.clear(table as unknown as Table)
      releaseSnapshot()
    },
    idle,
    end() {
      hasEnded = true
      return idle()
    },
  }
}

/** The first byte distinguishes the two forms, so that no text can pass for a digest. */
function toCacheKey(key: string): Uint8Array {
  return key.length <= PLAIN_KEY_CHARS
    ? Buffer.from(`k${key}`, 'utf8')
    : Buffer.concat([DIGEST_MARK, hash('sha256', key, 'buffer')])
}

const DIGEST_MARK = Buffer.from('h')

function successor(key: Uint8Array): Uint8Array {
  return Buffer.concat([key, Buffer.of(0)])
}
