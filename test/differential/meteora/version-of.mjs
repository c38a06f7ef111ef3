import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Name and version of an installed package, also of those that do not let their description be imported. */
export function versionOf(name) {
  let folder = dirname(createRequire(import.meta.url).resolve(name))
  for (;;) {
    try {
      const { name: own, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      if (version !== undefined) return `${own} ${version}`
    } catch (error) {
      if (error.code !== 'ENOENT') throw error
    }
    folder = dirname(folder)
  }
}
