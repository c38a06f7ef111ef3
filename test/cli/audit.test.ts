import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { tempDir } from '../store/temp-store.ts'
import { inheritedEnv } from '../support/inherited-env.ts'

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
const WALLET = 'So11111111111111111111111111111111111111112'

function mintglass(dataDir: string, ...args: readonly string[]) {
  const env = { ...inheritedEnv(), MINTGLASS_DATA_DIR: dataDir, MINTGLASS_MAP_SIZE_GIB: '1' }
  const child = spawnSync(process.execPath, [MAIN, ...args], { env, encoding: 'utf8' })
  return { code: child.status, out: child.stdout, err: child.stderr }
}

test('what an operator does to keys is in the log, with what it was before and without the key', (t) => {
  const dir = tempDir(t)
  assert.match(mintglass(dir, 'audit').out, /nothing was changed yet/)
  const made = JSON.parse(mintglass(dir, 'keys', 'create', '--tier', 'free', '--label', 'a', '--json').out)
  const id = String(made.id)
  mintglass(dir, 'keys', 'create', '--tier', 'data', '--label', 'second')
  assert.equal(mintglass(dir, 'keys', 'grant', id, '--tier', 'scale', '--fee-wallet', WALLET).code, 0)
  assert.equal(mintglass(dir, 'keys', 'revoke', id).code, 0)
  const { code, out } = mintglass(dir, 'audit', '--key', id, '--json')
  assert.equal(code, 0)
  assert(!out.includes(made.key))
  const rows = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(
    rows.map(({ actor, action, subject, addressBucket }) => [actor, action, subject, addressBucket]),
    [
      ['operator', 'key.revoke', `key:${id}`, null],
      ['operator', 'key.grant', `key:${id}`, null],
      ['operator', 'key.create', `key:${id}`, null],
    ],
  )
  assert.deepEqual(rows[1].before, { tier: 'free', feeWallet: null })
  assert.deepEqual(rows[1].after, { tier: 'scale', feeWallet: WALLET })
  const shown = mintglass(dir, 'audit', '--limit', '2').out
  assert.match(shown, new RegExp(`operator +key\\.revoke +key:${id}`))
  assert.equal(shown.trim().split('\n').length, 3)
  assert.match(mintglass(dir, 'audit', '--before', '2').out, new RegExp(`key\\.create +key:${id} .*label="a"`))
})

test('words that the log does not understand are told with its usage', (t) => {
  const dir = tempDir(t)
  for (const args of [['x'], ['--key', 'x'], ['--limit', '0'], ['--nonsense']]) {
    const { code, err } = mintglass(dir, 'audit', ...args)
    assert.equal(code, 2)
    assert.match(err, /usage:\s+audit/)
  }
  assert.match(mintglass(dir, 'audit', '--help').out, /newest first/)
})
