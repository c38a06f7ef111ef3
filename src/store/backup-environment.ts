import { chmodSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, open, type RootDatabase } from 'lmdb'
import { STORAGE } from '../config/storage.ts'
import { flush, sha256Of } from './backup-files.ts'
import { type BackupEnvironment, DATA_FILE } from './backup-manifest.ts'
import { decodeDurable } from './codec.ts'
import { openAlone, openCopy } from './environment-lock.ts'
import { readFileHead } from './file-head.ts'
import { StoreError, storeErrorOf } from './store-error.ts'

/** More than any environment has. */
const MAX_TABLES = 512
const LOCK_FILE = 'lock.mdb'
type Root = RootDatabase<Buffer>
type OpenAs = typeof openAlone

/** One environment as it is at one moment, copied while others write to it: a snapshot of LMDB, without the pages that
 *  are free. Every row of the copy is read once. Throws `StoreError`; nothing of the environment is changed. */
export async function copyEnvironment(input: {
  readonly name: string
  readonly from: string
  readonly to: string
  readonly mapBytes: number
}): Promise<BackupEnvironment> {
  const { name, from, to, mapBytes } = input
  mkdirSync(to, { recursive: true, mode: 0o700 })
  await withReader(from, mapBytes, (root) => copyTo(root, to))
  const file = join(to, DATA_FILE)
  chmodSync(file, 0o600)
  flush(file)
  flush(to)
  const rows = await countRows(to, mapBytes)
  return { name, bytes: statSync(file).size, sha256: await sha256Of(file), rows }
}

/** Compacted where LMDB can; it refuses when a killed writer has leaked pages, and a plain copy has those, too. */
async function copyTo(root: Root, to: string): Promise<void> {
  try {
    await root.backup(to, true)
  } catch (error) {
    if (!(error instanceof Error) || !/INCOMPATIBLE/.test(error.message)) throw error
    rmSync(join(to, DATA_FILE), { force: true })
    await root.backup(to, false)
  }
}

/** Rows by table; reads every row of a copy, whose folder is left as it was. Throws `StoreError`. */
export function countRows(path: string, mapBytes: number): Promise<Record<string, number>> {
  return readCopy(path, mapBytes, async (root) => {
    const rows: Record<string, number> = {}
    for (const name of tableNames(root)) {
      let count = 0
      for (const { value } of openTable(root, name).getRange({ snapshot: true })) {
        if (value.length >= 0) count++
        if (count % ROWS_PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve))
      }
      rows[name] = count
    }
    return rows
  })
}

const ROWS_PER_TURN = 10_000

type RowPlace = { readonly table: string; readonly key: string }

/** One value of an environment, decoded; undefined when it is not there. */
export async function readRow<T>(
  path: string,
  mapBytes: number,
  at: RowPlace,
  openAs: OpenAs = openAlone,
): Promise<T | undefined> {
  const bytes = await readBytes(path, mapBytes, at, openAs)
  return bytes === undefined ? undefined : decodeDurable<T>(bytes)
}

/** The same as it lies there. */
export function readBytes(
  path: string,
  mapBytes: number,
  { table, key }: RowPlace,
  openAs: OpenAs = openAlone,
): Promise<Buffer | undefined> {
  const read = async (root: Root): Promise<Buffer | undefined> => {
    if (!tableNames(root).includes(table)) return undefined
    const bytes = root.openDB<Buffer, string>({ name: table, encoding: 'binary' }).get(key)
    // A copy: what LMDB lends ends with the reader.
    return bytes === undefined ? undefined : Buffer.from(bytes)
  }
  return withReader(path, mapBytes, read, openAs)
}

/** The same of a copy, whose folder is left as it was. */
export function readCopyRow<T>(path: string, mapBytes: number, at: RowPlace): Promise<T | undefined> {
  return leavingNoLock(path, () => readRow<T>(path, mapBytes, at, openCopy))
}

export function readCopyBytes(path: string, mapBytes: number, at: RowPlace): Promise<Buffer | undefined> {
  return leavingNoLock(path, () => readBytes(path, mapBytes, at, openCopy))
}

/** Lends a copy to be read, and leaves its folder as it was. Throws `StoreError`. */
export function readCopy<T>(path: string, mapBytes: number, work: (root: Root) => Promise<T>): Promise<T> {
  return leavingNoLock(path, () => withReader(path, mapBytes, work, openCopy))
}

async function leavingNoLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const lock = join(path, LOCK_FILE)
  const wasThere = existsSync(lock)
  try {
    return await work()
  } finally {
    if (!wasThere) rmSync(lock, { force: true })
  }
}

/** Lends an environment to be read, as it is at one moment. Throws `StoreError`. */
export async function withReader<T>(
  path: string,
  mapBytes: number,
  work: (root: Root) => Promise<T>,
  openAs: OpenAs = openAlone,
): Promise<T> {
  const head = readFileHead(path)
  if (head === 'absent') throw new StoreError('failed', path, `there is no store at ${path}`)
  // Opening a file that LMDB refuses ends in a segmentation fault.
  if (head === 'damaged') throw new StoreError('corrupt', path, `store ${path} is damaged: data.mdb has no LMDB head`)
  let root: Root | undefined
  try {
    const options = {
      path,
      readOnly: true,
      mapSize: mapBytes,
      maxDbs: MAX_TABLES,
      maxReaders: STORAGE.maxReaders,
      encoding: 'binary',
      ...({ overlappingSync: false } as object),
    } as const
    root = openAs(path, () => open<Buffer>(options))
    return await work(root)
  } catch (error) {
    throw storeErrorOf(error, path)
  } finally {
    await root?.close()
  }
}

/** All at once: opening a table begins a new read transaction under the feet of a range. */
function tableNames(root: Root): string[] {
  return [...root.getKeys()].map(String)
}

function openTable(root: Root, name: string): Database<Buffer, Buffer> {
  return root.openDB<Buffer, Buffer>({ name, encoding: 'binary', keyEncoding: 'binary' })
}
