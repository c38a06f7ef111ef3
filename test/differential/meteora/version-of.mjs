import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Name and version of a package as it is installed for the file `from`, also of those that do not let their description be
 *  imported. */
export function versionOf(name, from = import.meta.url) {
  let folder = dirname(createRequire(from).resolve(name))
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
