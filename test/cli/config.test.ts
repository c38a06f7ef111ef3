import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { SETTINGS } from '../../src/config/settings.ts'
import { tempDir } from '../store/temp-store.ts'

const ROOT = new URL('../..', import.meta.url).pathname
const config = (...words: string[]) =>
  spawnSync(process.execPath, [join(ROOT, 'src/cli/main.ts'), 'config', ...words], { encoding: 'utf8' })

/** How a command ended that should have ended otherwise. */
const saysOf = ({ status, signal, error, stderr }: ReturnType<typeof config>): string =>
  `status ${status}, signal ${signal}, ${error?.message ?? 'started'}: ${stderr}`

test('every setting is in both printed files', () => {
  const [env, docs] = ['env', 'docs'].map((word) => {
    const printed = config(word)
    assert.equal(printed.status, 0, saysOf(printed))
    return printed.stdout
  }) as [string, string]
  for (const name of Object.keys(SETTINGS)) {
    assert(env.includes(`#${name}=`), name)
    assert(docs.includes(`\`${name}\``), name)
  }
})

test('the check passes on the committed files and names the one that was edited by hand', (t) => {
  const own = config('check')
  assert.equal(own.status, 0, saysOf(own))
  // Only the files: Node runs no TypeScript from a temporary folder that lies in `node_modules`.
  const copy = tempDir(t)
  for (const path of ['.env.example', 'docs/configuration.md', 'docs/errors.md']) {
    cpSync(join(ROOT, path), join(copy, path), { recursive: true })
  }
  const file = join(copy, '.env.example')
  writeFileSync(file, `${readFileSync(file, 'utf8')}EXTRA=1\n`)
  const edited = config('check', '--root', copy)
  const { stderr } = edited
  assert.equal(edited.status, 1, saysOf(edited))
  assert.match(stderr, /^\.env\.example differs from/)
  assert.doesNotMatch(stderr, /configuration\.md is not|errors\.md is not/)
})

test('another word is refused', () => {
  const refused = config('paint')
  assert.equal(refused.status, 2, saysOf(refused))
  assert.match(refused.stderr, /config env/)
})
