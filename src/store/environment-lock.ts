import { closeSync, existsSync, openSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { tryLock, unlock } from 'fs-native-extensions'
import { systemClock } from '../runtime/clock.ts'
import { StoreError } from './store-error.ts'

/* On every opening of an environment, the LMDB inside lmdb 3.5.6 sets the shared number of the newest commit to what the
 * opening process read some microseconds before, without a lock (mdb.c, end of `mdb_env_open2`; seen November 2026: with
 * that line removed the fault is gone). This silently undoes a commit that another process makes in between: the next
 * writer begins before it, and a process that still reads it may crash. So no commit may end while another process opens
 * the environment. Both sides lock parts of a file beside the data; the system releases the locks of a killed process:
 *   byte 0  openers hold it alone; a commit passes it, so that commits cannot starve an opener
 *   byte 1  commits share it while they run; openers hold it alone while they open */

const FILE = 'opening.lock'
const PASS = 0
const COMMITS = 1
const SHARED = { shared: true }
const RETRY_MS = 1
/** Commits that overlap share one hold; after this long the next ones wait until it has ended, and let openers in. */
const LONGEST_HOLD_MS = 20
/** Opening takes about a millisecond and a commit the time of one flush; a process that takes this long hangs. */
const WAIT_MS = 10_000

/** Locks are between processes: no test moves their time. */
const { monotonicMs } = systemClock()

/** Environments that this thread has open, however often. LMDB shares such a one and does not open it again. One lock
 *  for all: a commit at once would otherwise wait for an opener that waits for a commit of the same thread. */
const openHere = new Map<string, { readonly lock: CommitLock; users: number }>()

/** Opens an environment while no other process commits to it. The folder must exist. Throws `StoreError` when the
 *  folder is not writable or another process is stuck in a commit, and whatever `open` throws. */
export function openAlone<T>(path: string, open: () => T): T {
  if (openHere.has(realpathSync(path))) return open()
  const file = openLockFile(path)
  try {
    lockNow(file, PASS, path)
    lockNow(file, COMMITS, path)
    return open()
  } finally {
    // Closing gives the locks back.
    closeSync(file)
  }
}

/** The same for a copy, in whose folder nothing is left: a process that writes there would have made the file. */
export function openCopy<T>(path: string, open: () => T): T {
  return existsSync(join(path, FILE)) ? openAlone(path, open) : open()
}

/** Holds other processes' openings off during the commits of one open environment of this thread. */
export type CommitLock = {
  /** Runs `commit` once no other process is opening the environment, in the order of the calls. Rejects with
   *  `StoreError` when another process is stuck in opening it. */
  during<T>(commit: () => PromiseLike<T>): Promise<T>
  /** The same at once; blocks while another process opens the environment. Throws `StoreError`. */
  duringNow<T>(commit: () => T): T
  close(): void
}

/** The lock of an environment that this thread has just opened; the last user closes it. */
export function createCommitLock(path: string): CommitLock {
  const realPath = realpathSync(path)
  const shared = openHere.get(realPath) ?? { lock: makeCommitLock(path), users: 0 }
  openHere.set(realPath, shared)
  shared.users++
  let isClosed = false
  return {
    ...shared.lock,
    close() {
      if (isClosed) return
      isClosed = true
      shared.users--
      if (shared.users > 0) return
      openHere.delete(realPath)
      shared.lock.close()
    },
  }
}

function makeCommitLock(path: string): CommitLock {
  const file = openLockFile(path)
  let holds = 0
  let heldSinceMs = 0
  let isClosed = false
  let waiting: (() => void)[] = []
  let last: Promise<void> | null = null

  const join = (): boolean => {
    if (isClosed) throw new StoreError('failed', path, `store ${path} is closed`)
    if (holds > 0) return monotonicMs() - heldSinceMs < LONGEST_HOLD_MS
    if (!takeShared(file)) return false
    heldSinceMs = monotonicMs()
    return true
  }
  const leave = (): void => {
    holds--
    if (holds > 0) return
    if (isClosed) closeSync(file)
    else unlock(file, COMMITS, 1)
    const next = waiting
    waiting = []
    for (const wake of next) wake()
  }
  const enter = async (before: Promise<void> | null): Promise<void> => {
    await before
    const untilMs = monotonicMs() + WAIT_MS
    while (!join()) {
      if (monotonicMs() > untilMs) throw stuck(path)
      await (holds > 0 ? new Promise<void>((wake) => waiting.push(wake)) : later(RETRY_MS))
    }
    holds++
  }
  /** In the order of the calls: one that comes while others wait waits after them. */
  const enterInTurn = async (): Promise<void> => {
    const turn = enter(last)
    const settled = turn.catch(() => {})
    last = settled
    await turn.finally(() => {
      if (last === settled) last = null
    })
  }

  return {
    async during(commit) {
      if (last === null && join()) holds++
      else await enterInTurn()
      try {
        return await commit()
      } finally {
        leave()
      }
    },
    duringNow(commit) {
      const untilMs = monotonicMs() + WAIT_MS
      // A hold is joined however old it is: nothing in this thread could end it while we wait.
      while (holds === 0 && !join()) {
        if (monotonicMs() > untilMs) throw stuck(path)
        pause(RETRY_MS)
      }
      holds++
      try {
        return commit()
      } finally {
        leave()
      }
    },
    close() {
      isClosed = true
      if (holds === 0) closeSync(file)
    },
  }
}

/** False while another process opens the environment. */
function takeShared(file: number): boolean {
  if (!tryLock(file, PASS, 1, SHARED)) return false
  // Openers hold both bytes, so this one is free as well.
  const isTaken = tryLock(file, COMMITS, 1, SHARED)
  unlock(file, PASS, 1)
  return isTaken
}

function lockNow(file: number, byte: number, path: string): void {
  const untilMs = monotonicMs() + WAIT_MS
  while (!tryLock(file, byte, 1)) {
    if (monotonicMs() > untilMs) throw stuck(path)
    pause(RETRY_MS)
  }
}

function openLockFile(path: string): number {
  return openSync(join(path, FILE), 'a+', 0o600)
}

function stuck(path: string): StoreError {
  return new StoreError(
    'failed',
    path,
    `store ${path}: another process holds its lock for ${WAIT_MS / 1_000} s; is one stopped?`,
  )
}

const cell = new Int32Array(new SharedArrayBuffer(4))

function pause(ms: number): void {
  Atomics.wait(cell, 0, 0, ms)
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
