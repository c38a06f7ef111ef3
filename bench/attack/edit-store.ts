import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Key, open } from 'lmdb'

const MAP_BYTES = 1024 ** 3
const MAX_TABLES = 128

// biome-ignore lint/suspicious/noExplicitAny: rows of another version, changed by hand
export type Row = any
export type Editor = {
  /** Rows of the tables whose name begins so; what `change` answers is written in their place, undefined leaves
   *  them. */
  change(table: string, change: (row: Row, key: Key) => Row | undefined): number
  /** Adds a row with the value of another one. */
  copy(table: string, from: Key, to: Key): void
  /** The same, and the other one is gone. */
  move(table: string, from: Key, to: Key): void
}

/** Changes the rows of a store as someone does who can write its files: with nothing but the row codec of its
 *  version. */
export async function editStore(tree: string, folder: string, work: (editor: Editor) => void): Promise<void> {
  const { decodeDurable, encodeDurable } = (await import(pathToFileURL(join(tree, 'src/store/codec.ts')).href)) as {
    decodeDurable(bytes: Buffer): Row
    encodeDurable(row: Row): Buffer
  }
  const root = open<Buffer>({ path: folder, mapSize: MAP_BYTES, maxDbs: MAX_TABLES, encoding: 'binary' })
  const names = Array.from(root.getKeys(), String)
  const tables = (prefix: string) =>
    names
      .filter((name) => name.startsWith(`${prefix}.`))
      .map((name) => root.openDB<Buffer, Key>(name, { encoding: 'binary' }))
  const put = (prefix: string, from: Key, to: Key): void => {
    for (const table of tables(prefix)) {
      const value = table.get(from)
      if (value !== undefined) table.putSync(to, Buffer.from(value))
    }
  }
  try {
    root.transactionSync(() => {
      work({
        change(prefix, change) {
          let changed = 0
          for (const table of tables(prefix)) {
            const rows = Array.from(table.getRange(), ({ key, value }) => ({ key, value: Buffer.from(value) }))
            for (const { key, value } of rows) {
              const held = decodeDurable(value)
              // A row beside its code: the code stays as it was, since no one here can make another.
              const isSealed = held?.row instanceof Uint8Array
              const after = change(isSealed ? decodeDurable(Buffer.from(held.row as Uint8Array)) : held, key)
              if (after === undefined) continue
              table.putSync(key, encodeDurable(isSealed ? { ...held, row: encodeDurable(after) } : after))
              changed++
            }
          }
          return changed
        },
        copy: (prefix, from, to) => put(prefix, from, to),
        move(prefix, from, to) {
          put(prefix, from, to)
          for (const table of tables(prefix)) table.removeSync(from)
        },
      })
    })
  } finally {
    await root.close()
  }
}

/** Puts the digest of a key of the attacker's own in the place of that of a record; answers the key. */
export function replaceDigest(editor: Editor, keyId: number): string {
  const key = `mg_${randomBytes(32).toString('base64url')}`
  const digestHex = createHash('sha256').update(key).digest('hex')
  const changed = editor.change('apiKeys', (row) => {
    if (row.id !== keyId) return undefined
    editor.move('apiKeyDigests', row.digestHex as string, digestHex)
    return { ...row, digestHex }
  })
  if (changed === 0) throw new Error('the row of the key was not found: nothing was tried')
  return key
}

/** Makes size and checksum of a part of a backup fit again; with `strip` also takes out of the manifest whatever the
 *  format did not have when backups were not authenticated. */
export function renewManifest(backup: string, part: string, strip: boolean): void {
  const file = join(backup, part, 'data.mdb')
  rmSync(join(backup, part, 'lock.mdb'), { force: true })
  const path = join(backup, 'manifest.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Row
  for (const environment of manifest.environments) {
    if (environment.name !== part) continue
    environment.bytes = statSync(file).size
    environment.sha256 = createHash('sha256').update(readFileSync(file)).digest('hex')
  }
  const kept = strip
    ? ['format', 'version', 'mode', 'genesisHash', 'schema', 'startedAtMs', 'finishedAtMs', 'environments']
    : Object.keys(manifest)
  writeFileSync(path, JSON.stringify(Object.fromEntries(kept.map((name) => [name, manifest[name]]))))
}
