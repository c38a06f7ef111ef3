import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, type Key, open, type RootDatabase, type RootDatabaseOptionsWithPath } from 'lmdb'
import { STORAGE } from '../config/storage.ts'
import { type CommitLock, createCommitLock, openAlone } from './environment-lock.ts'
import { readFileHead } from './file-head.ts'
import { StoreError, storeErrorOf, toStoreError } from './store-error.ts'

/** Binary values under ordered keys; encoding is the table's business. */
export type Table<K extends Key = Key> = Database<Buffer, K>

/** Rows of a table, without walking over them. */
export function rowsIn(table: Pick<Table, 'getStats'>): number {
  return (table.getStats() as { entryCount: number }).entryCount
}

/** One LMDB environment: a folder with a data and a lock file, shared by all processes that open it. */
export type Environment = {
  readonly name: string
  readonly path: string
  /** `binaryKeys`: keys are bytes as they are, instead of ordered primitives and arrays. */
  table<K extends Key>(name: string, options?: { binaryKeys?: boolean }): Table<K>
  /** Runs `work` inside one write transaction; everything it wrote is undone when it throws. Resolves when committed,
   *  in a synced environment when flushed too. Throws `StoreError` when the disk refuses. */
  write<T>(work: () => T): Promise<T>
  /** The same at once: committed and seen by other processes when it returns, without a turn of the loop. Blocks while
   *  another process writes, so it is for environments in which every write is this short. Throws `StoreError`. */
  writeNow<T>(work: () => T): T
  /** One put outside a transaction of ours, committed (and flushed) when it resolves. The value must not change until
   *  then. Throws `StoreError`. */
  put<K extends Key>(table: Table<K>, key: K, value: Buffer): Promise<void>
  remove<K extends Key>(table: Table<K>, key: K): Promise<void>
  clear(table: Table): Promise<void>
  /** Lets the next read see what other processes committed since this turn of the loop began. */
  refresh(): void
  freeDeadReaders(): void
  /** Bytes in the pages of the named tables, and the size of the file's used part. */
  usedBytes(): { readonly tables: number; readonly file: number }
  readonly mapBytes: number
  close(): Promise<void>
}

export type EnvironmentOptions = {
  readonly name: string
  readonly path: string
  readonly mapBytes: number
  /** Flushed to disk at every commit, or left to the system (deletable environments). */
  readonly synced: boolean
}

/** Opens or creates it. Throws `StoreError` with code `corrupt`, `not_writable`, `disk_full` or `failed`. */
export function openEnvironment({ name, path, mapBytes, synced }: EnvironmentOptions): Environment {
  const { root, lock } = openRoot(path, mapBytes, synced)
  const tables: Table[] = []
  return {
    name,
    path,
    mapBytes,
    table<K extends Key>(tableName: string, { binaryKeys = false } = {}): Table<K> {
      try {
        const keyEncoding = binaryKeys ? 'binary' : 'ordered-binary'
        // A table that is new is a commit of its own.
        const table = lock.duringNow(() => root.openDB<Buffer, K>(tableName, { encoding: 'binary', keyEncoding }))
        tables.push(table as unknown as Table)
        return table
      } catch (error) {
        throw storeErrorOf(error, path)
      }
    },
    async write(work) {
      try {
        return await lock.during(() => root.childTransaction(work))
      } catch (error) {
        throw isDiskFailure(error) ? await toStoreError(error, path) : error
      }
    },
    writeNow(work) {
      try {
        return lock.duringNow(() => root.transactionSync(work))
      } catch (error) {
        throw isDiskFailure(error) ? storeErrorOf(error, path) : error
      }
    },
    put: (table, key, value) => settled(() => lock.during(() => table.put(key, value)), path),
    remove: (table, key) => settled(() => lock.during(() => table.remove(key)), path),
    clear: (table) => settled(() => lock.during(() => table.clearAsync()), path),
    refresh: () => root.resetReadTxn(),
    freeDeadReaders: () => void root.readerCheck(),
    usedBytes: () => readUsedBytes(root, tables),
    async close() {
      await root.close()
      lock.close()
    },
  }
}

type OpenRoot = { readonly root: RootDatabase<Buffer>; readonly lock: CommitLock }

function openRoot(path: string, mapBytes: number, synced: boolean): OpenRoot {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    return openAlone(path, () => {
      assertIntactHead(path)
      const root = open<Buffer>(optionsOf(path, mapBytes, synced))
      return { root, lock: createCommitLock(path) }
    })
  } catch (error) {
    throw storeErrorOf(error, path)
  }
}

function optionsOf(path: string, mapBytes: number, synced: boolean): RootDatabaseOptionsWithPath {
  return {
    path,
    // Explicit and large: lmdb-js would otherwise remap the growing file while readers use it.
    mapSize: mapBytes,
    maxDbs: STORAGE.maxTables,
    maxReaders: STORAGE.maxReaders,
    encoding: 'binary',
    // With event-turn batching a failed commit (disk full) also rejects a promise that no code can reach, which ends
    // the process (lmdb 3.5.6, seen November 2026).
    eventTurnBatching: false,
    noSync: !synced,
    // lmdb-js' own default makes a commit visible before it is flushed. Without it LMDB's plain order holds: pages,
    // fdatasync, synchronous write of the meta page, and only then is the commit seen and the promise resolved.
    ...({ overlappingSync: false } as object),
    // Missing from the package's types: who may read the files, should the folder be open to others.
    ...({ permissionsMode: 0o600 } as object),
  }
}

/** lmdb-js dies with a segmentation fault when LMDB refuses a file (3.5.6, seen November 2026), so we look first. */
function assertIntactHead(path: string): void {
  if (readFileHead(path) === 'damaged') {
    throw new StoreError('corrupt', path, `store ${path} is damaged: data.mdb has no LMDB head; restore a backup`)
  }
}

/** Removes an environment that may be lost. A process that still has it open goes on with the unlinked files. */
export function deleteEnvironment(path: string): void {
  rmSync(join(path, 'data.mdb'), { force: true })
  rmSync(join(path, 'lock.mdb'), { force: true })
}

async function settled(start: () => PromiseLike<unknown>, path: string): Promise<void> {
  try {
    await start()
  } catch (error) {
    throw await toStoreError(error, path)
  }
}

/** What `work` itself threw stays what it is; failures of lmdb-js have a code or a commit reason. */
function isDiskFailure(error: unknown): boolean {
  const { code, commitError } = error as { code?: unknown; commitError?: unknown }
  return typeof code === 'number' || commitError !== undefined
}

type PageCounts = { treeBranchPageCount: number; treeLeafPageCount: number; overflowPages: number; pageSize: number }

function readUsedBytes(root: RootDatabase<Buffer>, tables: readonly Table[]): { tables: number; file: number } {
  const { pageSize, lastPageNumber } = root.getStats() as PageCounts & { lastPageNumber: number }
  let pages = 0
  for (const table of tables) {
    const counts = table.getStats() as PageCounts
    pages += counts.treeBranchPageCount + counts.treeLeafPageCount + counts.overflowPages
  }
  return { tables: pages * pageSize, file: (lastPageNumber + 1) * pageSize }
}
