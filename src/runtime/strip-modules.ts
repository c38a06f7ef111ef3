import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serialize } from 'node:v8'
import { writeOwnFile } from './own-file.ts'
import { digestOfSource, strippedSourcesFile } from './stripped-modules.ts'

/** `node strip-modules.ts <folder>`: leaves all modules of the product without their types there, as Node itself would
 *  run them, for the next start (`stripped-modules.ts`). It runs at the lowest priority, and ends with the process that
 *  started it. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

setPriority(constants.priority.PRIORITY_LOW)
process.once('disconnect', () => process.exit(0))
const [folder] = process.argv.slice(2)
const stripped = new Map<string, string>()
for (const path of globSync(['src/**/*.ts', 'sandbox/**/*.ts'], { cwd: ROOT })) {
  const source = readFileSync(join(ROOT, path), 'utf8')
  stripped.set(digestOfSource(source), stripTypeScriptTypes(source, { mode: 'strip' }))
}
writeOwnFile(strippedSourcesFile(folder!), serialize(stripped))
process.exit(0)
