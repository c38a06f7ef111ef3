import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deriveSeed } from '../../../src/services/wallets/derive-seed.ts'

const master = Uint8Array.from({ length: 32 }, (_, at) => at)

test('a seed is what docs/wallets.md says: money can be reached without this server', () => {
  // Computed by another implementation of HMAC-SHA256.
  const expected = 'c6fc69620418cff16e7ee71dd715d390d50b970be3c7e6809a65cb20a9193f62'
  assert.equal(deriveSeed(master, { keyId: 7, userRef: 'alice' }).toString('hex'), expected)
})

test('another master, key or user gives another seed', () => {
  const seeds = [
    deriveSeed(master, { keyId: 7, userRef: 'alice' }),
    deriveSeed(master, { keyId: 77, userRef: 'alice' }),
    deriveSeed(master, { keyId: 7, userRef: '7alice' }),
    deriveSeed(master, { keyId: 7, userRef: 'bob' }),
    deriveSeed(master.toReversed(), { keyId: 7, userRef: 'alice' }),
  ]
  assert.equal(new Set(seeds.map((seed) => seed.toString('hex'))).size, seeds.length)
})
