import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { open } from 'lmdb'
import { decodeDurable, encodeDurable } from '../../src/store/codec.ts'

/** What test/fixtures/old-store/make.ts wrote down. */
export type OldStore = {
  readonly keys: readonly { readonly id: number; readonly key: string; readonly isGood: boolean }[]
  readonly wallets: readonly {
    readonly keyId: number
    readonly userRef: string
    readonly withdrawTo: readonly string[]
    readonly address: string
  }[]
  readonly walletKey: string
  readonly rows: readonly (readonly [table: string, key: string, value: string])[]
}

export function readOldStore(): OldStore {
  const file = new URL('../fixtures/old-store/rows.json.gz', import.meta.url)
  return JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')) as OldStore
}

/** Puts a sandbox store of schema 1 into a data folder, row by row as the old code wrote it, with its key file. */
export async function placeOldStore(dataDir: string): Promise<OldStore> {
  const old = readOldStore()
  const path = join(dataDir, 'sandbox', 'durable')
  mkdirSync(path, { recursive: true, mode: 0o700 })
  writeFileSync(join(dataDir, 'sandbox', 'wallet.key'), old.walletKey, { mode: 0o600 })
  await putRows(path, old.rows)
  return old
}

/** The same as a live store with the key file beside its data folder, whose name it answers. */
export async function placeOldLiveStore(dataDir: string): Promise<OldStore & { readonly keyFile: string }> {
  const old = readOldStore()
  const path = join(dataDir, 'live', 'durable')
  mkdirSync(path, { recursive: true, mode: 0o700 })
  mkdirSync(join(dataDir, 'keys'), { recursive: true })
  const keyFile = join(dataDir, 'keys', 'wallet.key')
  writeFileSync(keyFile, old.walletKey, { mode: 0o600 })
  await putRows(path, old.rows)
  await changeRows(path, 'meta.v1', (value) => ({ ...(value as object), mode: 'live' }))
  return { ...old, keyFile }
}

/** Writes what `change` makes of each row of a table of a closed environment; `undefined` takes the row away. */
export async function changeRows(
  path: string,
  name: string,
  change: (value: unknown, key: unknown) => unknown,
): Promise<void> {
  const root = open({ path, maxDbs: 128, encoding: 'binary', mapSize: 4 * 1024 ** 3 })
  const table = root.openDB<Buffer, string>({ name, encoding: 'binary' })
  for (const key of Array.from(table.getKeys())) {
    const bytes = table.get(key)!
    // The sealed seed and the empty rows of indexes are no MessagePack.
    const value = name === 'walletSeed.v1' ? null : decodeDurable<unknown>(bytes)
    const changed = change(value, key)
    if (changed === undefined) await table.remove(key)
    else await table.put(key, encodeDurable(changed))
  }
  await root.close()
}

export async function putRows(path: string, rows: OldStore['rows']): Promise<void> {
  const root = open({ path, maxDbs: 128, encoding: 'binary', mapSize: 4 * 1024 ** 3 })
  for (const [name, key, value] of rows) {
    const table = root.openDB<Buffer, Buffer>({ name, encoding: 'binary', keyEncoding: 'binary' })
    await table.put(Buffer.from(key, 'base64'), Buffer.from(value, 'base64'))
  }
  await root.close()
}

/** Every row of a durable environment as it lies there. */
export async function dumpRows(dataDir: string, mode = 'sandbox'): Promise<OldStore['rows']> {
  const path = join(dataDir, mode, 'durable')
  const root = open({ path, readOnly: true, maxDbs: 128, encoding: 'binary', mapSize: 4 * 1024 ** 3 })
  const rows: [string, string, string][] = []
  for (const name of [...root.getKeys()].map(String)) {
    const table = root.openDB<Buffer, Buffer>({ name, encoding: 'binary', keyEncoding: 'binary' })
    for (const { key, value } of table.getRange())
      rows.push([name, Buffer.from(key).toString('base64'), Buffer.from(value).toString('base64')])
  }
  await root.close()
  return rows
}
