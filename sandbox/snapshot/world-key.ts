import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What a built world follows from: its settings, and everything that may be loaded to build it. */
export type WorldSettings = { readonly seed: string; readonly slotMs: number }

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** The folders that the sandbox may import, and what is installed. */
const IMPORTED = ['chain', 'svm', 'hot-paths', 'runtime', 'config', 'contract'].map((name) => `src/${name}`)
const FOLDERS = ['sandbox', ...IMPORTED]
const INSTALLED = 'package-lock.json'

/** Names a world by what it follows from: a world of other code, of another seed or for another Node has another
 *  name. */
export function worldKey({ seed, slotMs }: WorldSettings): string {
  const hash = createHash('sha256')
  hash.update(JSON.stringify({ seed, slotMs, node: process.version, arch: process.arch }))
  for (const folder of FOLDERS)
    for (const entry of readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }).sort(byPath)) {
      if (!entry.isFile()) continue
      hash.update(entry.name).update(readFileSync(join(entry.parentPath, entry.name)))
    }
  hash.update(readFileSync(join(ROOT, INSTALLED)))
  return hash.digest('hex')
}

type Entry = { readonly parentPath: string; readonly name: string }

function byPath(one: Entry, other: Entry): number {
  return join(one.parentPath, one.name) < join(other.parentPath, other.name) ? -1 : 1
}
