import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { deriveSeed, serverOwner, type WalletOwner } from '../../../src/store/derive-seed.ts'

const master = Uint8Array.from({ length: 32 }, (_, at) => at)
const OLD: WalletOwner = { derivation: 1, keyId: 7, namespace: '', userRef: 'alice', withdrawTo: [] }
const OWN: WalletOwner = { ...OLD, derivation: 2, namespace: '00112233445566778899aabbccddeeff' }
const hexOf = (owner: WalletOwner, of: Uint8Array = master) => deriveSeed(of, owner).toString('hex')

test('a seed is what docs/custody.md says: money can be reached without this server', () => {
  // Computed by another implementation of HMAC-SHA256.
  const expected = 'c6fc69620418cff16e7ee71dd715d390d50b970be3c7e6809a65cb20a9193f62'
  assert.equal(hexOf(OLD), expected)
  const text = `mintglass wallet 2\n${OWN.namespace}\nalice\nA,B\u0001`
  assert.equal(hexOf({ ...OWN, withdrawTo: ['B', 'A'] }), createHmac('sha256', master).update(text).digest('hex'))
})

test('another master, key, user, namespace or list gives another seed', () => {
  const seeds = [
    hexOf(OLD),
    hexOf({ ...OLD, keyId: 77 }),
    hexOf({ ...OLD, userRef: '7alice' }),
    hexOf({ ...OLD, userRef: 'bob' }),
    hexOf(OLD, master.toReversed()),
    hexOf(OWN),
    hexOf({ ...OWN, namespace: 'another' }),
    hexOf({ ...OWN, userRef: 'bob' }),
    hexOf({ ...OWN, withdrawTo: ['A'] }),
    hexOf({ ...OWN, withdrawTo: ['A', 'B'] }),
    hexOf(serverOwner('alice')),
  ]
  assert.equal(new Set(seeds).size, seeds.length)
})

test('the order and repetitions of a list do not matter, and with a namespace the id of the key does not', () => {
  assert.equal(hexOf({ ...OWN, withdrawTo: ['B', 'A', 'B'] }), hexOf({ ...OWN, withdrawTo: ['A', 'B'] }))
  assert.equal(hexOf({ ...OWN, keyId: 8 }), hexOf(OWN))
})
