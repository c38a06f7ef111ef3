import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as kit from '@solana/kit'
import { VersionedTransaction } from '@solana/web3.js'
import fc from 'fast-check'
import { joinWithoutSignatures } from '../../../src/chain/solana/compile-message.ts'
import { decodeTransaction } from '../../../src/chain/solana/decode-transaction.ts'
import { decompileMessage } from '../../../src/chain/solana/decompile-message.ts'
import * as make from '../../../src/chain/solana/instructions.ts'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import {
  budgetInstructions,
  compileMessage,
  configOf,
  whyTooLarge,
  wireBytesOf,
} from '../../../src/chain/solana/message-format.ts'
import { computeBudgetOf } from '../../../src/chain/solana/message-marks.ts'
import { MAX_TRANSACTION_BYTES } from '../../../src/contract/public-rpc.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import {
  FORMAT_LIMITS,
  findSanitizeFault,
  MESSAGE_LIMITS,
  type MessageVersion,
  parseWireTransaction,
} from '../../../src/hot-paths/wire-transaction.ts'
import { readComputeBudget, writeComputeBudget } from '../../../src/services/swap/compute-budget.ts'

const VERSIONS: readonly MessageVersion[] = ['legacy', 0, 1]
const PAYER = keypairFromText('format payer').address
const BLOCKHASH = keypairFromText('format blockhash').address
const ADDRESSES = Array.from({ length: 300 }, (_, at) => keypairFromText(`format ${at}`).address)

const accountOf = fc.record({
  address: fc.constantFrom(...ADDRESSES.slice(0, 20)),
  isSigner: fc.constant(false),
  isWritable: fc.boolean(),
})
const calls: fc.Arbitrary<make.Instruction[]> = fc.array(
  fc.record({
    programId: fc.constantFrom(...ADDRESSES.slice(20, 23)),
    accounts: fc.array(accountOf, { maxLength: 6 }),
    data: fc.uint8Array({ maxLength: 40 }),
  }),
  { minLength: 1, maxLength: 6 },
)
const budget = fc.record({
  computeUnitLimit: fc.integer({ min: 1, max: 1_400_000 }),
  loadedAccountsDataSizeLimit: fc.integer({ min: 1, max: 64 * 1024 * 1024 }),
  price: fc.bigInt(0n, 10_000_000n),
  heap: fc.option(fc.constantFrom(32_768, 65_536)),
})

function parsed(wire: Uint8Array) {
  const read = parseWireTransaction(wire)
  assert(read.ok, read.ok ? '' : read.reason)
  assert.equal(findSanitizeFault(read.transaction), null)
  return read.transaction
}
const named = (list: readonly make.Instruction[]) =>
  list.map(({ programId, accounts, data }) => [programId, accounts.map(({ address }) => address), [...data]])
const withoutBudget = (list: readonly make.Instruction[]) =>
  list.filter(({ programId }) => programId !== 'ComputeBudget111111111111111111111111111111')

/** The record of a transaction as a node answers it. */
function recordOf(wire: Uint8Array, version: MessageVersion) {
  const { keys } = parsed(wire)
  const balances = keys.map(() => 1)
  return {
    slot: 1,
    version,
    transaction: [Buffer.from(wire).toString('base64'), 'base64'],
    meta: {
      err: null,
      fee: 5_000,
      preBalances: balances,
      postBalances: balances,
      logMessages: ['Program x invoke [1]'],
    },
  }
}

test('in every version one message says the same: instructions, budget and signers, read back by parser and decoder', () => {
  fc.assert(
    fc.property(calls, budget, (list, { computeUnitLimit, loadedAccountsDataSizeLimit, price, heap }) => {
      const instructions = [
        make.setComputeUnitLimit(computeUnitLimit),
        make.setComputeUnitPrice(price),
        make.setLoadedAccountsDataSizeLimit(loadedAccountsDataSizeLimit),
        ...(heap === null ? [] : [make.requestHeapFrame(heap)]),
        ...list,
      ]
      const fees = VERSIONS.map((version) => {
        const message = compileMessage(version, { payer: PAYER, blockhash: BLOCKHASH, instructions })
        assert.equal(message.version, version)
        assert.deepEqual(message.signers, [PAYER])
        const wire = joinWithoutSignatures(message)
        assert.equal(wire.length, wireBytesOf(message))
        const transaction = parsed(wire)
        assert.deepEqual([transaction.version, transaction.keys.length], [version, message.keyCount])
        const apart = decompileMessage(transaction, [])
        assert(apart !== null)
        assert.deepEqual(named(withoutBudget(apart.instructions)), named(list))
        assert.deepEqual(apart.config ?? configOf(apart.instructions), configOf(instructions))
        const again = compileMessage(version, { payer: PAYER, blockhash: BLOCKHASH, ...apart })
        assert.deepEqual(decompileMessage(parsed(joinWithoutSignatures(again)), []), apart)
        const record = decodeTransaction(recordOf(wire, version))
        assert(record.ok, record.ok ? '' : record.message)
        assert.equal(record.value.version, version)
        assert.deepEqual(named(withoutBudget(record.value.instructions.map(asUses))), named(list))
        const said = computeBudgetOf(record.value)
        assert.equal(said.unitLimit, computeUnitLimit)
        return said.priorityFeeLamports ?? 0n
      })
      assert.deepEqual(fees, [fees[0], fees[0], fees[0]], 'it costs the same')
    }),
    { numRuns: 150, seed: 11 },
  )
})

const asUses = ({
  programId,
  accounts,
  data,
}: {
  programId: string
  accounts: readonly string[]
  data: Uint8Array
}) => ({
  programId,
  accounts: accounts.map((address) => ({ address, isSigner: false, isWritable: false })),
  data,
})

test('web3.js and kit read every version as it was meant', () => {
  const decoder = kit.getTransactionDecoder()
  fc.assert(
    fc.property(calls, fc.constantFrom(...VERSIONS), (list, version) => {
      const instructions = [make.setComputeUnitLimit(300_000), make.setComputeUnitPrice(7n), ...list]
      const message = compileMessage(version, { payer: PAYER, blockhash: BLOCKHASH, instructions })
      const wire = joinWithoutSignatures(message)
      const { messageBytes } = decoder.decode(wire)
      const compiled = kit.getCompiledTransactionMessageDecoder().decode(messageBytes)
      const read = kit.decompileTransactionMessage(compiled as never) as unknown as {
        version: MessageVersion
        instructions: readonly { programAddress: string; data?: Uint8Array }[]
      }
      const expected = version === 1 ? list : instructions
      assert.deepEqual(
        [read.version, read.instructions.map(({ programAddress, data }) => [programAddress, [...(data ?? [])]])],
        [version, expected.map(({ programId, data }) => [programId, [...data]])],
      )
      if (version === 1) return
      const theirs = VersionedTransaction.deserialize(wire)
      assert.equal(theirs.version, version)
      assert.deepEqual(Buffer.from(theirs.serialize()), Buffer.from(wire))
    }),
    { numRuns: 100, seed: 12 },
  )
})

test('what kit writes as version 1 is read and taken apart, budget and all', () => {
  fc.assert(
    fc.property(calls, budget, (list, { computeUnitLimit, loadedAccountsDataSizeLimit, price }) => {
      const priorityFeeLamports = price
      const lifetime = { blockhash: BLOCKHASH as kit.Blockhash, lastValidBlockHeight: 1n }
      const message = {
        version: 1,
        feePayer: { address: PAYER },
        lifetimeConstraint: lifetime,
        config: { computeUnitLimit, loadedAccountsDataSizeLimit, priorityFeeLamports },
        instructions: list.map(({ programId, accounts, data }) => ({
          programAddress: programId,
          accounts: accounts.map(({ address, isWritable }) => ({ address, role: isWritable ? 1 : 0 })),
          data,
        })),
      }
      const compiled = kit.compileTransactionMessage(message as never)
      const bytes = kit.getCompiledTransactionMessageEncoder().encode(compiled as never)
      const apart = decompileMessage(parsed(Buffer.concat([bytes as Uint8Array, new Uint8Array(64)])), [])
      assert(apart !== null)
      assert.deepEqual(apart.config, { computeUnitLimit, loadedAccountsDataSizeLimit, priorityFeeLamports })
      assert.deepEqual(named(apart.instructions), named(list))
    }),
    { numRuns: 60, seed: 13 },
  )
})

test('a budget in the message becomes instructions behind a nonce, and never costs more', () => {
  fc.assert(
    fc.property(budget, ({ computeUnitLimit, loadedAccountsDataSizeLimit, price }) => {
      const config = { computeUnitLimit, loadedAccountsDataSizeLimit, priorityFeeLamports: price }
      const back = configOf(budgetInstructions(config))
      const { priorityFeeLamports = 0n } = back
      assert(priorityFeeLamports <= price && price - priorityFeeLamports <= 1n)
      assert.deepEqual({ ...back, priorityFeeLamports: price }, config)
    }),
  )
  const nonce = make.advanceNonce({ nonce: ADDRESSES[0]!, authority: PAYER })
  const config = { computeUnitLimit: 1_000, loadedAccountsDataSizeLimit: 1_000 }
  const message = compileMessage(0, { payer: PAYER, blockhash: BLOCKHASH, instructions: [nonce], config })
  const apart = decompileMessage(parsed(joinWithoutSignatures(message)), [])!
  assert.deepEqual(named(apart.instructions.slice(0, 1)), named([nonce]))
  assert.equal(apart.instructions.length, 3)
})

test('a transaction that is too large is told apart from one that fits, to the byte and the account, in each version', () => {
  const call = (data: number, accounts = 0): make.Instruction => ({
    programId: ADDRESSES[20]!,
    accounts: ADDRESSES.slice(30, 30 + accounts).map((address) => ({ address, isSigner: false, isWritable: true })),
    data: new Uint8Array(data),
  })
  for (const version of VERSIONS) {
    const { wireBytes, keys } = MESSAGE_LIMITS[version]
    const of = (instruction: make.Instruction) =>
      compileMessage(version, { payer: PAYER, blockhash: BLOCKHASH, instructions: [instruction] })
    const spare = wireBytes - wireBytesOf(of(call(wireBytes - 500)))
    const exact = of(call(wireBytes - 500 + spare))
    assert.deepEqual([wireBytesOf(exact), whyTooLarge(exact)], [wireBytes, null])
    assert.match(whyTooLarge(of(call(wireBytes - 500 + spare + 1))) ?? '', new RegExp(`takes ${wireBytes}$`))
    if (version !== 1) continue
    assert.equal(whyTooLarge(of(call(0, keys - 2))), null)
    assert.match(whyTooLarge(of(call(0, keys - 1))) ?? '', /65 accounts, the chain takes 64/)
  }
})

test('the longest transaction that a body takes is the longest that the chain takes', () => {
  assert.equal(MAX_TRANSACTION_BYTES, Math.max(...VERSIONS.map((version) => MESSAGE_LIMITS[version].wireBytes)))
})

test('a reader takes more accounts than the chain takes today', () => {
  const accounts = ADDRESSES.slice(30, 125).map((address) => ({ address, isSigner: false, isWritable: true }))
  const instructions = [{ programId: ADDRESSES[20]!, accounts, data: new Uint8Array(0) }]
  const wire = joinWithoutSignatures(compileMessage(1, { payer: PAYER, blockhash: BLOCKHASH, instructions }))
  const read = parseWireTransaction(wire)
  assert(read.ok)
  assert.equal(read.transaction.keys.length, 97)
  assert.match(findSanitizeFault(read.transaction) ?? '', /more than 64 keys/)
  assert.equal(findSanitizeFault(read.transaction, FORMAT_LIMITS), null)
  const keys = read.transaction.keys.map((key) => encodeBase58(key))
  assert.equal(new Set(keys).size, 97)
})

test('the budget of an aggregator is read and lowered in version 1 as in version 0', () => {
  const instructions = [make.setComputeUnitLimit(200_000), make.setComputeUnitPrice(1_000_000n), make.memo('swap')]
  for (const version of [0, 1] as const) {
    const wire = joinWithoutSignatures(compileMessage(version, { payer: PAYER, blockhash: BLOCKHASH, instructions }))
    assert.deepEqual(readComputeBudget(parsed(wire)), { unitLimit: 200_000, unitPrice: 1_000_000n })
    const lowered = writeComputeBudget(wire, parsed(wire), { unitLimit: 100_000, unitPrice: 500_000n })
    assert.deepEqual(readComputeBudget(parsed(lowered)), { unitLimit: 100_000, unitPrice: 500_000n }, String(version))
    const apart = decompileMessage(parsed(lowered), [])!
    assert.deepEqual(named(withoutBudget(apart.instructions)), named([make.memo('swap')]))
    assert.equal((apart.config ?? configOf(apart.instructions)).priorityFeeLamports, 50_000n)
  }
})
