import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VersionedTransaction } from '@solana/web3.js'
import { compileV0Message } from '../../src/chain/solana/compile-message.ts'
import { setComputeUnitPrice, transferLamports } from '../../src/chain/solana/instructions.ts'
import { keypairFromText, signBytes } from '../../src/chain/solana/keypair.ts'
import { addressBytes } from '../../src/chain/solana/pda.ts'
import { patchWire, placeSignature, templateOf } from '../../src/hot-paths/wire-template.ts'
import { encodeCount } from '../../src/hot-paths/wire-transaction.ts'

const payer = keypairFromText('payer')
const to = keypairFromText('to').address
const [first, second] = [keypairFromText('hash one').address, keypairFromText('hash two').address]

const listOf = (lamports: bigint, price: bigint) => [
  setComputeUnitPrice(price),
  transferLamports({ from: payer.address, to, lamports }),
]

function wireOf(lamports: bigint, price: bigint, blockhash: string): Uint8Array {
  const { bytes } = compileV0Message({ payer: payer.address, blockhash, instructions: listOf(lamports, price) })
  return Buffer.concat([encodeCount(1), new Uint8Array(64), bytes])
}

test('a patched template is what compiling again gives, and web3.js reads and verifies it', () => {
  const template = templateOf(wireOf(1n, 2n, first))
  const before = Buffer.from(template.wire).toString('hex')
  const wire = patchWire(
    template,
    addressBytes(second),
    listOf(123_456_789n, 500_000n).map(({ data }) => data),
  )
  assert.deepEqual(Buffer.from(wire), Buffer.from(wireOf(123_456_789n, 500_000n, second)))
  assert.equal(Buffer.from(template.wire).toString('hex'), before, 'the template itself stays')
  const signature = signBytes(payer, wire.subarray(template.messageStart))
  placeSignature(wire, signature, 1)
  const read = VersionedTransaction.deserialize(wire)
  assert.equal(read.message.recentBlockhash, second)
  assert.deepEqual(Buffer.from(read.message.serialize()), Buffer.from(wire.subarray(template.messageStart)))
  assert.deepEqual(Buffer.from(read.signatures[0]!), Buffer.from(signature))
})

test('data of another length, too few data and half a blockhash are refused', () => {
  const template = templateOf(wireOf(1n, 2n, first))
  const data = listOf(3n, 4n).map((one) => one.data)
  assert.throws(() => patchWire(template, addressBytes(second), [data[0]!, data[0]!]), /of the length it had/)
  assert.throws(() => patchWire(template, addressBytes(second), [data[0]!]), /data of each instruction/)
  assert.throws(() => patchWire(template, new Uint8Array(16), data), /32 bytes/)
  assert.throws(() => placeSignature(template.wire.slice(), new Uint8Array(63), 1), /64 bytes/)
})

test('bytes that are no transaction make no template', () => {
  assert.throws(() => templateOf(wireOf(1n, 2n, first).subarray(0, 100)), /does not parse/)
})
