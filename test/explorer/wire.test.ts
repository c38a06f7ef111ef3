import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Keypair, MessageV0, PublicKey, SystemProgram, Transaction, VersionedTransaction } from '@solana/web3.js'
import fc from 'fast-check'
import { decodeBase58, encodeBase58, fromBase64, toBase64 } from '../../explorer/src/wallet/base58.ts'
import { readWire, withSignature } from '../../explorer/src/wallet/wire.ts'

/* What the pages sign, against the library that others sign with. */

const HASH = 'So11111111111111111111111111111111111111112'
const [payer, second, stranger] = [1, 2, 3].map((seed) => Keypair.fromSeed(new Uint8Array(32).fill(seed))) as [
  Keypair,
  Keypair,
  Keypair,
]

function legacy(): Transaction {
  const move = SystemProgram.transfer({ fromPubkey: second.publicKey, toPubkey: payer.publicKey, lamports: 1 })
  return new Transaction({ feePayer: payer.publicKey, recentBlockhash: HASH }).add(move)
}

function versioned(): VersionedTransaction {
  const { instructions } = legacy()
  const parts = { payerKey: payer.publicKey, recentBlockhash: HASH, instructions }
  return new VersionedTransaction(MessageV0.compile(parts))
}

const unsigned = (): readonly (readonly [string, Uint8Array<ArrayBuffer>])[] => [
  ['legacy', Uint8Array.from(legacy().serialize({ requireAllSignatures: false }))],
  ['version 0', Uint8Array.from(versioned().serialize())],
]

test('a transaction is read to its message and the addresses that sign, of both versions', () => {
  for (const [name, bytes] of unsigned()) {
    const wire = readWire(bytes)!
    assert.deepEqual(
      wire.signers.map(encodeBase58),
      [payer, second].map(({ publicKey }) => publicKey.toBase58()),
      name,
    )
    assert.deepEqual(wire.signatures, [new Uint8Array(64), new Uint8Array(64)])
  }
  assert.deepEqual([...readWire(unsigned()[0]![1])!.message], [...legacy().serializeMessage()])
  assert.deepEqual([...readWire(unsigned()[1]![1])!.message], [...versioned().message.serialize()])
})

test('a signature takes the place of its signer and leaves the others; a stranger has none', () => {
  for (const [name, bytes] of unsigned()) {
    const wire = readWire(bytes)!
    const first = withSignature(wire, payer.publicKey.toBytes(), new Uint8Array(64).fill(7))!
    const both = withSignature(readWire(first)!, second.publicKey.toBytes(), new Uint8Array(64).fill(9))!
    const read = VersionedTransaction.deserialize(both)
    assert.deepEqual([...read.signatures[0]!], Array(64).fill(7), name)
    assert.deepEqual([...read.signatures[1]!], Array(64).fill(9), name)
    assert.deepEqual([...read.message.serialize()], [...wire.message], name)
    const alike = payer.publicKey.toBytes()
    alike[31]! ^= 1
    for (const other of [stranger.publicKey.toBytes(), alike])
      assert.equal(withSignature(wire, other, new Uint8Array(64)), null, name)
    assert.equal(both.length, bytes.length)
  }
})

test('a count of more than 127 accounts has two bytes, and none of them is taken for a key', () => {
  const keys = [payer, second].flatMap(({ publicKey }) => [...publicKey.toBytes()])
  const others = new Uint8Array(138 * 32).fill(5)
  const message = [2, 0, 0, (140 & 127) | 128, 140 >> 7, ...keys, ...others]
  const wire = readWire(Uint8Array.from([2, ...new Uint8Array(128), ...message]))!
  assert.deepEqual(
    wire.signers.map(encodeBase58),
    [payer, second].map(({ publicKey }) => publicKey.toBase58()),
  )
})

test('what this page does not sign is not read as something else', () => {
  const [, bytes] = unsigned()[1]!
  const at = 1 + 2 * 64
  const changed = (place: number, byte: number): Uint8Array<ArrayBuffer> => {
    const copy = Uint8Array.from(bytes)
    copy[place] = byte
    return copy
  }
  assert.equal(readWire(Uint8Array.of()), null, 'nothing')
  assert.equal(readWire(changed(0, 0x81)), null, 'version 1 begins with its version')
  assert.equal(readWire(changed(at, 0x81)), null, 'a message of another version')
  assert.equal(readWire(changed(at + 1, 1)), null, 'fewer signers than signatures')
  assert.equal(readWire(changed(at + 1, 3)), null, 'more signers than signatures')
  assert.equal(readWire(Uint8Array.of(1)), null, 'no message')
  assert.equal(readWire(Uint8Array.from([1, ...new Uint8Array(64)])), null, 'an empty message')
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (drawn) => {
      const wire = readWire(Uint8Array.from(drawn))
      return wire === null || wire.signers.length === wire.signatures.length
    }),
  )
})

test('base 58 is that of the chain, there and back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (drawn) => {
      const text = new PublicKey(drawn).toBase58()
      assert.equal(encodeBase58(drawn), text)
      assert.deepEqual([...decodeBase58(text)!], [...drawn])
    }),
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (drawn) => {
      assert.deepEqual([...decodeBase58(encodeBase58(drawn))!], [...drawn])
    }),
  )
  assert.equal(encodeBase58(Uint8Array.of(0, 0, 1)), '112')
  assert.equal(encodeBase58(new Uint8Array(32)), '1'.repeat(32))
  assert.deepEqual([encodeBase58(Uint8Array.of()), [...decodeBase58('')!]], ['', []])
  for (const text of ['0', 'O', 'I', 'l', ' ', 'a b', '€']) assert.equal(decodeBase58(text), null, text)
})

test('base 64 is the usual one, for long bytes, too', () => {
  for (const length of [0, 1, 2, 3, 8_191, 8_192, 8_193, 20_000]) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 7) & 255)
    assert.equal(toBase64(bytes), Buffer.from(bytes).toString('base64'))
    assert.deepEqual(fromBase64(toBase64(bytes)), bytes)
  }
})
