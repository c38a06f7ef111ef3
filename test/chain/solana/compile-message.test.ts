import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as kit from '@solana/kit'
import {
  AddressLookupTableAccount,
  PublicKey,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import fc from 'fast-check'
import {
  compileLegacyMessage,
  compileV0Message,
  compileV1Message,
  joinWithoutSignatures,
  signMessage,
} from '../../../src/chain/solana/compile-message.ts'
import type { Instruction } from '../../../src/chain/solana/instructions.ts'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'

const PAYER = keypairFromText('payer')
const SIGNERS = ['one', 'two', 'three'].map(keypairFromText)
const OTHERS = Array.from({ length: 12 }, (_, i) => keypairFromText(`other ${i}`).address)
const PROGRAMS = Array.from({ length: 3 }, (_, i) => keypairFromText(`program ${i}`).address)
const BLOCKHASH = keypairFromText('blockhash').address
const TABLE = { address: keypairFromText('table').address, addresses: OTHERS.slice(4) }

const accountOf = fc.oneof(
  fc.record({
    address: fc.constantFrom(PAYER.address, ...SIGNERS.map((one) => one.address)),
    isSigner: fc.constant(true),
    isWritable: fc.boolean(),
  }),
  fc.record({
    address: fc.constantFrom(...OTHERS, ...PROGRAMS),
    isSigner: fc.constant(false),
    isWritable: fc.boolean(),
  }),
)
const instructionsOf: fc.Arbitrary<Instruction[]> = fc.array(
  fc.record({
    programId: fc.constantFrom(...PROGRAMS),
    accounts: fc.array(accountOf, { maxLength: 8 }),
    data: fc.uint8Array({ maxLength: 30 }),
  }),
  { minLength: 1, maxLength: 4 },
)

const toWeb3 = ({ programId, accounts, data }: Instruction): TransactionInstruction =>
  new TransactionInstruction({
    programId: new PublicKey(programId),
    keys: accounts.map((use) => ({
      pubkey: new PublicKey(use.address),
      isSigner: use.isSigner,
      isWritable: use.isWritable,
    })),
    data: Buffer.from(data),
  })

const web3Message = (instructions: readonly Instruction[]): TransactionMessage =>
  new TransactionMessage({
    payerKey: new PublicKey(PAYER.address),
    recentBlockhash: BLOCKHASH,
    instructions: instructions.map(toWeb3),
  })

const bytesOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

test('legacy messages equal those of web3.js byte for byte', () => {
  fc.assert(
    fc.property(instructionsOf, (instructions) => {
      const ours = compileLegacyMessage({ payer: PAYER.address, blockhash: BLOCKHASH, instructions })
      assert.equal(bytesOf(ours.bytes), bytesOf(web3Message(instructions).compileToLegacyMessage().serialize()))
    }),
    { numRuns: 150, seed: 7 },
  )
})

test('version 0 messages equal those of web3.js byte for byte, with and without a table', () => {
  const table = new AddressLookupTableAccount({
    key: new PublicKey(TABLE.address),
    state: {
      deactivationSlot: 2n ** 64n - 1n,
      lastExtendedSlot: 0,
      lastExtendedSlotStartIndex: 0,
      addresses: TABLE.addresses.map((one) => new PublicKey(one)),
    },
  })
  fc.assert(
    fc.property(instructionsOf, fc.boolean(), (instructions, isTabled) => {
      const lookupTables = isTabled ? [TABLE] : []
      const ours = compileV0Message({ payer: PAYER.address, blockhash: BLOCKHASH, instructions, lookupTables })
      const theirs = web3Message(instructions).compileToV0Message(isTabled ? [table] : [])
      assert.equal(bytesOf(ours.bytes), bytesOf(theirs.serialize()))
    }),
    { numRuns: 150, seed: 8 },
  )
})

/** kit orders the keys of one kind by address, so it is asked to read ours instead of being compared byte by byte. */
test('kit reads version 1 messages as they were meant', () => {
  const decoder = kit.getTransactionDecoder()
  fc.assert(
    fc.property(instructionsOf, fc.option(fc.bigInt(0n, 2n ** 63n)), (instructions, fee) => {
      const config = {
        computeUnitLimit: 123_456,
        loadedAccountsDataSizeLimit: 654_321,
        ...(fee === null ? {} : { priorityFeeLamports: fee, heapSizeBytes: 65_536 }),
      }
      const message = compileV1Message({ payer: PAYER.address, blockhash: BLOCKHASH, instructions, config })
      const wire = joinWithoutSignatures(message)
      const transaction = decoder.decode(wire)
      assert.deepEqual(Object.keys(transaction.signatures), [...message.signers])
      const compiled = kit.getCompiledTransactionMessageDecoder().decode(transaction.messageBytes)
      const read = kit.decompileTransactionMessage(compiled as never) as unknown as KitMessage
      assert.equal(read.version, 1)
      assert.equal(read.feePayer.address, PAYER.address)
      assert.equal(read.lifetimeConstraint.blockhash, BLOCKHASH)
      assert.equal(read.config.computeUnitLimit, config.computeUnitLimit)
      assert.equal(read.config.loadedAccountsDataSizeLimit, config.loadedAccountsDataSizeLimit)
      assert.equal(read.config.priorityFeeLamports, fee ?? undefined)
      assert.equal(read.config.heapSize, fee === null ? undefined : 65_536)
      assert.equal(read.instructions.length, instructions.length)
      for (const [at, instruction] of instructions.entries()) {
        assert.equal(read.instructions[at]!.programAddress, instruction.programId)
        assert.deepEqual(
          (read.instructions[at]!.accounts ?? []).map((use) => use.address),
          instruction.accounts.map((use) => use.address),
        )
        assert.equal(bytesOf(read.instructions[at]!.data ?? new Uint8Array(0)), bytesOf(instruction.data))
      }
    }),
    { numRuns: 100, seed: 9 },
  )
})

type KitMessage = {
  version: number
  feePayer: { address: string }
  lifetimeConstraint: { blockhash: string }
  config: {
    computeUnitLimit?: number
    loadedAccountsDataSizeLimit?: number
    priorityFeeLamports?: bigint
    heapSize?: number
  }
  instructions: { programAddress: string; accounts?: { address: string }[]; data?: Uint8Array }[]
}

test('signatures are those that web3.js makes, in the order of the signers', () => {
  const instruction = {
    programId: PROGRAMS[0]!,
    accounts: SIGNERS.map((one) => ({ address: one.address, isSigner: true, isWritable: false })),
    data: Uint8Array.of(1),
  }
  const message = compileV0Message({ payer: PAYER.address, blockhash: BLOCKHASH, instructions: [instruction] })
  const { wire } = signMessage(message, [...SIGNERS.toReversed(), PAYER])
  const theirs = new VersionedTransaction(web3Message([instruction]).compileToV0Message())
  theirs.sign([PAYER, ...SIGNERS].map((one) => ({ publicKey: new PublicKey(one.address), secretKey: one.secretKey })))
  assert.equal(bytesOf(wire), bytesOf(theirs.serialize()))
})

test('a missing signer and an oversized transaction are refused', () => {
  const input = { payer: PAYER.address, blockhash: BLOCKHASH }
  const small = compileLegacyMessage({ ...input, instructions: [] })
  assert.throws(() => signMessage(small, SIGNERS), /no key for signer/)
  const data = new Uint8Array(1_300)
  const large = compileLegacyMessage({ ...input, instructions: [{ programId: PROGRAMS[0]!, accounts: [], data }] })
  assert.throws(() => signMessage(large, [PAYER]), /limit 1232/)
})
