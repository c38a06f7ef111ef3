import assert from 'node:assert/strict'
import { createPublicKey, verify as nodeVerify } from 'node:crypto'
import { test } from 'node:test'
import { keypairFromText, signBytes, verifySignature } from '../../../src/chain/solana/keypair.ts'
import { verifyStrictly } from '../../../src/chain/solana/verify-strictly.ts'

const P = 2n ** 255n - 19n
const L = 2n ** 252n + 27742317777372353535851937790883648493n
const MESSAGE = Buffer.from('a text')
const KEYPAIR = keypairFromText('strict')
const SIGNATURE = signBytes(KEYPAIR, MESSAGE)

const fromLittle = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`)
const toLittle = (value: bigint) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse()
const withScalar = (scalar: bigint) => Buffer.concat([SIGNATURE.subarray(0, 32), toLittle(scalar)])

test('a signature of the key over the message passes, and of nothing else', () => {
  assert(verifyStrictly(KEYPAIR.publicKey, MESSAGE, SIGNATURE))
  assert(!verifyStrictly(KEYPAIR.publicKey, Buffer.from('another text'), SIGNATURE))
  assert(!verifyStrictly(keypairFromText('other').publicKey, MESSAGE, SIGNATURE))
  for (let bit = 0; bit < 512; bit++) {
    const changed = Buffer.from(SIGNATURE)
    changed[bit >> 3]! ^= 1 << (bit & 7)
    assert(!verifyStrictly(KEYPAIR.publicKey, MESSAGE, changed), `bit ${bit}`)
  }
  for (const length of [0, 63, 65]) assert(!verifyStrictly(KEYPAIR.publicKey, MESSAGE, Buffer.alloc(length)))
  for (const length of [0, 31, 33]) assert(!verifyStrictly(Buffer.alloc(length), MESSAGE, SIGNATURE))
})

test('the scalar with the group order added, once or more, is refused', () => {
  const scalar = fromLittle(SIGNATURE.subarray(32))
  for (let times = 1n; scalar + times * L < 2n ** 256n; times++)
    assert(!verifyStrictly(KEYPAIR.publicKey, MESSAGE, withScalar(scalar + times * L)))
})

/** The eight points whose order divides 8, in every encoding that stands for one: coordinates at or beyond the field's
 *  order too, and the sign of zero. */
function smallOrderEncodings(): Buffer[] {
  const order8 = 2707385501144840649318225287225658788936804267575313519463743609750303402022n
  const coordinates = [0n, 1n, P - 1n, P, P + 1n, order8, P - order8]
  return coordinates.flatMap((y) => [toLittle(y), toLittle(y + 2n ** 255n)])
}

test('no key of small order signs anything, in no encoding, though a plain check takes some', () => {
  const identity = Buffer.concat([toLittle(1n), Buffer.alloc(32)])
  let fooled = 0
  for (const key of smallOrderEncodings()) {
    for (let i = 0; i < 32; i++) {
      const message = Buffer.from(`text ${i}`)
      if (verifySignature(key, message, identity)) fooled++
      assert(!verifyStrictly(key, message, identity))
    }
  }
  assert(fooled > 0, 'there is something to be strict about')
})

test('a commitment of small order or beyond the field is refused before anything is computed', () => {
  for (const commitment of [...smallOrderEncodings(), toLittle(P + 3n), toLittle(2n ** 255n - 1n)]) {
    const forged = Buffer.concat([commitment, SIGNATURE.subarray(32)])
    assert(!verifyStrictly(KEYPAIR.publicKey, MESSAGE, forged))
  }
})

test('what it accepts, the platform accepts', () => {
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), KEYPAIR.publicKey])
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' })
  assert(nodeVerify(null, MESSAGE, key, SIGNATURE))
})
