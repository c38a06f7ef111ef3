import assert from 'node:assert/strict'
import { Bench } from 'tinybench'
import { compileV0Message, joinWithoutSignatures } from '../../src/chain/solana/compile-message.ts'
import { keypairFromText, signBytes } from '../../src/chain/solana/keypair.ts'
import { addressBytes } from '../../src/chain/solana/pda.ts'
import { patchWire, placeSignature, templateOf } from '../../src/hot-paths/wire-template.ts'

/** The shape of a buy: eight instructions, 26 keys. */
const payer = keypairFromText('bench payer')
const address = (n: number) => keypairFromText(`bench ${n}`).address
const instructions = Array.from({ length: 8 }, (_, row) => ({
  programId: address(100 + (row % 4)),
  accounts: Array.from({ length: row === 4 ? 18 : 3 }, (_, i) => ({
    address: address((row * 3 + i) % 20),
    isSigner: false,
    isWritable: i % 2 === 0,
  })),
  data: new Uint8Array(9 + row).fill(row),
}))
const input = { payer: payer.address, blockhash: address(1), instructions }
const wire = joinWithoutSignatures(compileV0Message(input))
const template = templateOf(wire)
const { messageStart } = template
const data = instructions.map((one) => one.data)
const blockhash = addressBytes(address(2))
const expected = joinWithoutSignatures(compileV0Message({ ...input, blockhash: address(2) }))
assert.deepEqual(Buffer.from(patchWire(template, blockhash, data)), Buffer.from(expected))

const bench = new Bench({ name: 'wire-template', time: 500, warmupTime: 100 })
bench.add(`patch ${wire.length} bytes`, () => {
  patchWire(template, blockhash, data)
})
bench.add('patch and sign', () => {
  const patched = patchWire(template, blockhash, data)
  placeSignature(patched, signBytes(payer, patched.subarray(messageStart)), 1)
})
bench.add('sign alone', () => {
  signBytes(payer, wire.subarray(messageStart))
})
bench.add('compile anew', () => {
  compileV0Message(input)
})
await bench.run()
console.table(bench.table())
