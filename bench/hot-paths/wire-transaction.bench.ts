import assert from 'node:assert/strict'
import { VersionedTransaction } from '@solana/web3.js'
import { Bench } from 'tinybench'
import { compileV0Message, joinWithoutSignatures } from '../../src/chain/solana/compile-message.ts'
import { keypairFromText } from '../../src/chain/solana/keypair.ts'
import { findSanitizeFault, parseWireTransaction, rewriteInstructions } from '../../src/hot-paths/wire-transaction.ts'

const address = (n: number) => keypairFromText(`bench ${n}`).address
const instructions = Array.from({ length: 6 }, (_, row) => ({
  programId: address(100 + (row % 3)),
  accounts: Array.from({ length: 8 }, (_, i) => ({
    address: address((row * 3 + i) % 20),
    isSigner: false,
    isWritable: i % 2 === 0,
  })),
  data: new Uint8Array(16 + row).fill(row),
}))
const wire = joinWithoutSignatures(compileV0Message({ payer: address(0), blockhash: address(1), instructions }))
const parsed = parseWireTransaction(wire)
assert(parsed.ok)
assert.deepEqual(Buffer.from(VersionedTransaction.deserialize(wire).serialize()), Buffer.from(wire))
assert.equal(
  parsed.transaction.instructions.length,
  VersionedTransaction.deserialize(wire).message.compiledInstructions.length,
)
const data = new Map([[5, new Uint8Array(400)]])

const bench = new Bench({ name: 'wire-transaction', time: 500, warmupTime: 100 })
bench.add(`decode ${wire.length} bytes, ours`, () => {
  parseWireTransaction(wire)
})
bench.add(`decode and sanitise ${wire.length} bytes, ours`, () => {
  const one = parseWireTransaction(wire)
  if (one.ok) findSanitizeFault(one.transaction)
})
bench.add(`decode ${wire.length} bytes, web3.js`, () => {
  VersionedTransaction.deserialize(wire)
})
bench.add('replace the data of one instruction, ours', () => {
  rewriteInstructions(wire, parsed.transaction, { data })
})
await bench.run()
console.table(bench.table())
