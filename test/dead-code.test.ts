import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

/** `npm run check` finds exports that no program uses (`knip.json`). Here it looks at a small tree with planted ones. */
const ROOT = new URL('..', import.meta.url).pathname

function check(files: Readonly<Record<string, string>>): { readonly status: number | null; readonly output: string } {
  const tree = mkdtempSync(join(tmpdir(), 'mintglass-dead-code-'))
  try {
    for (const name of ['knip.json', 'package.json', 'tsconfig.json']) cpSync(join(ROOT, name), join(tree, name))
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(tree, path, '..'), { recursive: true })
      writeFileSync(join(tree, path), text)
    }
    const knip = join(ROOT, 'node_modules/knip/bin/knip.js')
    const options = ['--production', '--include', 'exports,files', '--directory', tree]
    const { status, stdout, stderr } = spawnSync(process.execPath, [knip, ...options], { encoding: 'utf8' })
    return { status, output: `${stdout}${stderr}` }
  } finally {
    rmSync(tree, { recursive: true })
  }
}

test('an export and a file that no program uses are found, and those for tests are left alone', () => {
  const clean = {
    'src/server.ts': "import { used } from './part.ts'\nused()\n",
    'src/part.ts': 'export function used() {}\n/** @internal For tests. */\nexport function forTests() {}\n',
  }
  assert.deepEqual(check(clean), { status: 0, output: '' })
  const unused = check({ ...clean, 'src/part.ts': `${clean['src/part.ts']}export function planted() {}\n` })
  assert.equal(unused.status, 1)
  assert.match(unused.output, /planted/)
  assert.doesNotMatch(unused.output, /forTests/)
  const unreached = check({ ...clean, 'src/alone.ts': 'export const alone = 1\n' })
  assert.equal(unreached.status, 1)
  assert.match(unreached.output, /src\/alone\.ts/)
})
