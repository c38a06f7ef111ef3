import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Keypair } from '@solana/web3.js'
import {
  keypairFromOpenSeed,
  keypairFromSecretKey,
  keypairFromSeed,
  keypairFromText,
  signBytes,
  verifySignature,
} from '../../../src/chain/solana/keypair.ts'

test('a seed gives the address and secret key that web3.js gives', () => {
  for (let n = 0; n < 10; n++) {
    const seed = randomBytes(32)
    const theirs = Keypair.fromSeed(seed)
    const ours = keypairFromSeed(seed)
    assert.equal(ours.address, theirs.publicKey.toBase58())
    assert.deepEqual(Buffer.from(ours.secretKey), Buffer.from(theirs.secretKey))
    const open = keypairFromOpenSeed(seed)
    assert.equal(open.address, ours.address)
    assert.deepEqual(Buffer.from(open.secretKey), Buffer.from(ours.secretKey))
    assert(verifySignature(open.publicKey, seed, signBytes(open, seed)))
  }
})

test('a signature holds for its message and key only', () => {
  const keypair = keypairFromText('signer')
  const message = Buffer.from('message')
  const signature = signBytes(keypair, message)
  assert(verifySignature(keypair.publicKey, message, signature))
  assert(!verifySignature(keypair.publicKey, Buffer.from('massage'), signature))
  assert(!verifySignature(keypairFromText('other').publicKey, message, signature))
  const bent = Uint8Array.from(signature)
  bent[3]! ^= 1
  assert(!verifySignature(keypair.publicKey, message, bent))
})

test('bytes that are no key or no signature verify as false', () => {
  const keypair = keypairFromText('signer')
  assert(!verifySignature(keypair.publicKey, new Uint8Array(1), new Uint8Array(64)))
  assert(!verifySignature(keypair.publicKey, new Uint8Array(1), new Uint8Array(63)))
  assert(!verifySignature(new Uint8Array(31), new Uint8Array(1), new Uint8Array(64)))
  for (let n = 0; n < 50; n++) assert(!verifySignature(randomBytes(32), new Uint8Array(1), randomBytes(64)))
})

test('a secret key whose halves do not belong together is refused', () => {
  const { secretKey, address } = keypairFromText('signer')
  assert.equal(keypairFromSecretKey(secretKey)?.address, address)
  const foreign = Uint8Array.from(secretKey)
  foreign[40]! ^= 1
  assert.equal(keypairFromSecretKey(foreign), null)
  assert.equal(keypairFromSecretKey(secretKey.subarray(1)), null)
})
