import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { serialize } from 'node:v8'
import { writeOwnFile } from '../../src/runtime/own-file.ts'
import { digestOfSource, strippedSourcesFile } from '../../src/runtime/stripped-modules.ts'

/** `node strip-sources.ts <folder> [cache]`, in the project's folder: writes all of its modules without their types
 *  there, as Node itself would run them; `load-stripped.ts` reads them. Those of the product also go to `cache`, as a
 *  start of the product leaves them for the next one: the sandbox of a server gets no options of node, but it looks
 *  there. */

const [folder, cache] = process.argv.slice(2)
const sources = globSync(['src/**/*.ts', 'sandbox/**/*.ts', 'eval/**/*.ts', 'test/**/*.ts', 'bench/**/*.ts'], {
  exclude: (name) => name === 'node_modules',
})
const ofProduct = new Map<string, string>()
for (const path of sources) {
  const target = join(folder!, path)
  mkdirSync(dirname(target), { recursive: true })
  const source = readFileSync(path, 'utf8')
  const stripped = stripTypeScriptTypes(source, { mode: 'strip' })
  writeFileSync(target, stripped)
  if (/^(src|sandbox)\//.test(path)) ofProduct.set(digestOfSource(source), stripped)
}
if (cache !== undefined) writeOwnFile(strippedSourcesFile(cache), serialize(ofProduct))
// Plain JavaScript by its name, too: a loader in TypeScript would have each process and thread load the stripper for it.
copyFileSync(join(folder!, 'test/support/load-stripped.ts'), join(folder!, 'load-stripped.mjs'))
