import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  compileLegacyMessage,
  compileV0Message,
  joinWithoutSignatures,
  type LookupTable,
} from '../../../src/chain/solana/compile-message.ts'
import { decompileMessage } from '../../../src/chain/solana/decompile-message.ts'
import type { Instruction } from '../../../src/chain/solana/instructions.ts'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { parseWireTransaction, type WireTransaction } from '../../../src/hot-paths/wire-transaction.ts'

const ADDRESSES = Array.from({ length: 24 }, (_, i) => keypairFromText(`decompiled ${i}`).address)
const PAYER = keypairFromText('decompiling payer').address
const BLOCKHASH = keypairFromText('some blockhash').address
const TABLES: readonly LookupTable[] = [
  { address: keypairFromText('table a').address, addresses: ADDRESSES.slice(8, 16) },
  { address: keypairFromText('table b').address, addresses: ADDRESSES.slice(12, 22) },
]

const use = fc.record({ address: fc.constantFrom(...ADDRESSES), isWritable: fc.boolean() })
const instructions = fc.array(
  fc.record({
    programId: fc.constantFrom(...ADDRESSES.slice(0, 4)),
    accounts: fc.array(use, { maxLength: 8 }).map((uses) => uses.map((one) => ({ ...one, isSigner: false }))),
    data: fc.uint8Array({ maxLength: 12 }),
  }),
  { minLength: 1, maxLength: 6 },
)

function parsed(wire: Uint8Array): WireTransaction {
  const parse = parseWireTransaction(wire)
  assert(parse.ok)
  return parse.transaction
}

const named = (list: readonly Instruction[]) =>
  list.map(({ programId, accounts, data }) => ({
    programId,
    accounts: accounts.map(({ address }) => address),
    data: [...data],
  }))

test('a message taken apart is put together again to the same bytes, tables and all', () => {
  fc.assert(
    fc.property(instructions, fc.constantFrom(0, 1, 2), (list, tableCount) => {
      const lookupTables = TABLES.slice(0, tableCount)
      const message = compileV0Message({ payer: PAYER, blockhash: BLOCKHASH, instructions: list, lookupTables })
      const apart = decompileMessage(parsed(joinWithoutSignatures(message)), lookupTables)
      assert(apart !== null)
      assert.equal(apart.config, null)
      assert.deepEqual(named(apart.instructions), named(list))
      const again = compileV0Message({
        payer: PAYER,
        blockhash: BLOCKHASH,
        instructions: apart.instructions,
        lookupTables,
      })
      // An account that only one instruction writes to is said to be writable in all of them.
      assert.deepEqual(again.signers, message.signers)
      const twice = decompileMessage(parsed(joinWithoutSignatures(again)), lookupTables)
      assert.deepEqual(twice, apart)
    }),
  )
})

test('a legacy message is taken apart, too', () => {
  const list: Instruction[] = [
    {
      programId: ADDRESSES[0]!,
      accounts: [{ address: PAYER, isSigner: true, isWritable: true }],
      data: Uint8Array.of(7),
    },
  ]
  const message = compileLegacyMessage({ payer: PAYER, blockhash: BLOCKHASH, instructions: list })
  assert.deepEqual(decompileMessage(parsed(joinWithoutSignatures(message)), [])?.instructions, list)
})

test('without its tables a message cannot be taken apart', () => {
  const list: Instruction[] = [
    {
      programId: ADDRESSES[0]!,
      accounts: [{ address: ADDRESSES[9]!, isSigner: false, isWritable: true }],
      data: Uint8Array.of(1),
    },
  ]
  const lookupTables = TABLES.slice(0, 1)
  const message = compileV0Message({ payer: PAYER, blockhash: BLOCKHASH, instructions: list, lookupTables })
  const transaction = parsed(joinWithoutSignatures(message))
  assert.equal(decompileMessage(transaction, []), null)
  assert.equal(decompileMessage(transaction, [{ ...lookupTables[0]!, addresses: [] }]), null)
  assert.deepEqual(decompileMessage(transaction, lookupTables)?.instructions, list)
})
