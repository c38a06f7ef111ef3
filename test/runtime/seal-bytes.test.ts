import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { openBytes, sealBytes } from '../../src/runtime/seal-bytes.ts'

const key = randomBytes(32)
const secret = randomBytes(32)

test('what was sealed is opened with the same key for the same owner', () => {
  const sealed = sealBytes(key, secret, 'wallets')
  assert.deepEqual(Buffer.from(openBytes(key, sealed, 'wallets')!), secret)
  assert(!sealed.includes(secret))
  assert.notDeepEqual(sealBytes(key, secret, 'wallets'), sealed, 'each time with a nonce of its own')
})

test('another key, another owner, a changed bit and a piece are not opened', () => {
  const sealed = sealBytes(key, secret, 'wallets')
  assert.equal(openBytes(randomBytes(32), sealed, 'wallets'), null)
  assert.equal(openBytes(key, sealed, 'wallet'), null)
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at]! ^= 1
    assert.equal(openBytes(key, changed, 'wallets'), null, `byte ${at}`)
  }
  for (const length of [0, 11, 27, 28, sealed.length - 1])
    assert.equal(openBytes(key, sealed.subarray(0, length), 'wallets'), null, `${length} bytes`)
})
