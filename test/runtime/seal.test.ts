import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createSealer, readMasterKey, readOrMakeMasterKey } from '../../src/runtime/seal.ts'
import { tempDir } from '../store/temp-store.ts'

test('what was sealed opens for its owner and key alone, and a changed byte closes it', () => {
  const key = randomBytes(32)
  const sealer = createSealer(() => key)
  const sealed = sealer.seal('whsec_secret', 'wh_1')
  assert.equal(sealer.open(sealed, 'wh_1'), 'whsec_secret')
  assert.equal(sealer.open(sealed, 'wh_2'), null)
  assert.equal(createSealer(() => randomBytes(32)).open(sealed, 'wh_1'), null)
  assert.equal(sealer.open('', 'wh_1'), null)
  assert.notEqual(sealer.seal('whsec_secret', 'wh_1'), sealed, 'never the same twice')
  const bytes = Buffer.from(sealed, 'base64')
  for (let i = 0; i < bytes.length; i++) {
    const changed = Buffer.from(bytes)
    changed[i]! ^= 1
    assert.equal(sealer.open(changed.toString('base64'), 'wh_1'), null)
  }
})

test('the key file is made once, for its owner only, and only when a secret needs it', (t) => {
  const dir = tempDir(t)
  const file = join(dir, 'sub', 'webhook.key')
  const sealer = createSealer(() => readOrMakeMasterKey(file))
  assert(!existsSync(file))
  const sealed = sealer.seal('s', 'o')
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.match(readFileSync(file, 'utf8'), /^[0-9a-f]{64}\n$/)
  assert.equal(createSealer(() => readOrMakeMasterKey(file)).open(sealed, 'o'), 's')
  assert.deepEqual(readdirSync(join(dir, 'sub')), ['webhook.key'])
})

test('a key file that holds something else is named, and none of its content is shown', (t) => {
  const file = join(tempDir(t), 'key')
  writeFileSync(file, 'topsecret')
  assert.throws(
    () => readMasterKey(file),
    (error: Error) => error.message.includes(file) && !error.message.includes('topsecret'),
  )
  assert.throws(() => readMasterKey(`${file}2`), /cannot be read/)
})
