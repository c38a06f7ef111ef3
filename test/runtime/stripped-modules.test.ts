import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { serialize } from 'node:v8'
import { writeOwnFile } from '../../src/runtime/own-file.ts'
import { digestOfSource, strippedSourcesFile } from '../../src/runtime/stripped-modules.ts'

const SOURCE = `export const word: string = 'from the file'\n`
const LEFT = `export const word         = 'from what was left'\n`
const srcUrl = (path: string): string => new URL(`../../src/${path}`, import.meta.url).href
const MAKER = fileURLToPath(srcUrl('runtime/strip-modules.ts'))

function folderWith(t: TestContext): { readonly dir: string; readonly entry: string; readonly word: string } {
  const folder = mkdtempSync(join(tmpdir(), 'mintglass-stripped-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [entry, word] = [join(folder, 'entry.ts'), join(folder, 'word.ts')]
  writeFileSync(entry, `export { word } from './word.ts'\n`)
  writeFileSync(word, SOURCE)
  return { dir: join(folder, 'cache'), entry, word }
}

/** A process of its own: hooks stay. */
function load(dir: string | null, module: string, what: string): string {
  const program = `
    const { useStrippedModules } = await import(${JSON.stringify(srcUrl('runtime/stripped-modules.ts'))})
    const modules = useStrippedModules(${JSON.stringify(dir)})
    const loaded = await import(${JSON.stringify(module)})
    console.log(${what}, modules.missing())
    process.exit(0)`
  const ran = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  })
  assert.equal(ran.status, 0, ran.stderr)
  return ran.stdout.trim()
}

test('a module comes from what was left while its file is the same, and from the file when it has changed', (t) => {
  const { dir, entry, word } = folderWith(t)
  const read = (from: string | null = dir) => load(from, pathToFileURL(entry).href, 'loaded.word')
  assert.equal(read(null), 'from the file true')
  assert.equal(read(), 'from the file true', 'nothing was left yet')
  writeOwnFile(strippedSourcesFile(dir), serialize(new Map([[digestOfSource(SOURCE), LEFT]])))
  assert.equal(read(), 'from what was left false')
  writeFileSync(word, SOURCE.replace('the file', 'the changed file'))
  assert.equal(read(), 'from the changed file true')
  writeFileSync(word, SOURCE)
  chmodSync(strippedSourcesFile(dir), 0o602)
  assert.equal(read(), 'from the file true', 'others may have written it')
})

test('what a start leaves is all that the next one loads, and the product runs on it', (t) => {
  const { dir } = folderWith(t)
  const made = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', MAKER, dir], { encoding: 'utf8' })
  assert.deepEqual([made.status, made.stderr], [0, ''])
  assert.equal(load(dir, srcUrl('../sandbox/open-sandbox.ts'), 'typeof loaded.openSandbox'), 'function false')
  assert.equal(load(dir, srcUrl('run-server.ts'), 'typeof loaded.runServer'), 'function false')
})
