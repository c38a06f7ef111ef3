import assert from 'node:assert/strict'
import { randomBytes, sign } from 'node:crypto'
import { test } from 'node:test'
import { keypairFromSeed, signBytes } from '../../../src/chain/solana/keypair.ts'
import { createSigningKey } from '../../../src/chain/solana/signing-key.ts'

const message = Buffer.from('pay the bearer')

test('a signing key has the address and the signatures of its seed, and leaves the seed to its owner', () => {
  for (let i = 0; i < 20; i++) {
    const seed = new Uint8Array(randomBytes(32))
    const kept = seed.slice()
    const keypair = keypairFromSeed(seed)
    const key = createSigningKey(seed)
    assert.equal(key.address, keypair.address)
    assert.deepEqual(seed, kept)
    seed.fill(0)
    assert.deepEqual(new Uint8Array(sign(null, message, key.privateKey)), new Uint8Array(signBytes(keypair, message)))
  }
})

test('nothing but 32 bytes is a seed', () => {
  for (const length of [0, 31, 33, 64]) assert.throws(() => createSigningKey(new Uint8Array(length)), /32 bytes/)
})
