import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { SETTINGS } from '../../src/config/settings.ts'
import { tempDir } from '../store/temp-store.ts'

const ROOT = new URL('../..', import.meta.url).pathname
const config = (word: string, root = ROOT) =>
  spawnSync(process.execPath, [join(root, 'src/cli/main.ts'), 'config', word], { encoding: 'utf8' })

test('every setting is in both printed files', () => {
  const [env, docs] = [config('env').stdout, config('docs').stdout]
  for (const name of Object.keys(SETTINGS)) {
    assert(env.includes(`#${name}=`), name)
    assert(docs.includes(`\`${name}\``), name)
  }
})

test('the check passes on the committed files and names the one that was edited by hand', (t) => {
  assert.equal(config('check').status, 0, config('check').stderr)
  const copy = tempDir(t)
  for (const part of [
    'src/cli',
    'src/config',
    'src/contract',
    'src/store',
    'src/runtime',
    'package.json',
    '.env.example',
    'docs/configuration.md',
    'docs/errors.md',
  ]) {
    cpSync(join(ROOT, part), join(copy, part), { recursive: true })
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  const file = join(copy, '.env.example')
  writeFileSync(file, `${readFileSync(file, 'utf8')}EXTRA=1\n`)
  const { status, stderr } = config('check', copy)
  assert.equal(status, 1, stderr)
  assert.match(stderr, /^\.env\.example differs from/)
  assert.doesNotMatch(stderr, /configuration\.md is not|errors\.md is not/)
})

test('another word is refused', () => {
  const { status, stderr } = config('paint')
  assert.equal(status, 2)
  assert.match(stderr, /config env/)
})
