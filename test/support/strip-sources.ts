import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'

/** `node strip-sources.ts <folder>`, in the project's folder: writes all of its modules without their types there, as
 *  Node itself would run them; `load-stripped.ts` reads them. */

const [folder] = process.argv.slice(2)
const sources = globSync(['src/**/*.ts', 'sandbox/**/*.ts', 'eval/**/*.ts', 'test/**/*.ts', 'bench/**/*.ts'], {
  exclude: (name) => name === 'node_modules',
})
for (const path of sources) {
  const target = join(folder!, path)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, stripTypeScriptTypes(readFileSync(path, 'utf8'), { mode: 'strip' }))
}
// Plain JavaScript by its name, too: a loader in TypeScript would have each process and thread load the stripper for it.
copyFileSync(join(folder!, 'test/support/load-stripped.ts'), join(folder!, 'load-stripped.mjs'))
