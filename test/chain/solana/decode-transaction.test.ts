import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeTransaction } from '../../../src/chain/solana/decode-transaction.ts'
import { executionOutcome } from '../../../src/chain/solana/execution-outcome.ts'
import type { ChainTransaction } from '../../../src/chain/solana/transaction.ts'
import {
  recordedBlock,
  recordedSkip,
  recordedTransaction,
  recordedTransactions,
} from '../../support/recorded-transactions.ts'

function decoded(answer: unknown): ChainTransaction {
  const outcome = decodeTransaction(answer)
  assert(outcome.ok, outcome.ok ? '' : outcome.message)
  return outcome.value
}

const KEY_A = '11111111111111111111111111111111'
const KEY_B = 'So11111111111111111111111111111111111111112'
const SIGNATURE = '1'.repeat(64)
const small = () => ({
  slot: 7,
  blockTime: 1_700_000_000,
  version: 'legacy' as unknown,
  meta: {
    err: null as unknown,
    fee: 5_000,
    preBalances: [10, 20] as unknown[],
    postBalances: [5, 20] as unknown[],
    preTokenBalances: [] as unknown[],
    postTokenBalances: [] as unknown[],
    innerInstructions: [] as unknown[],
    logMessages: null as unknown,
  },
  transaction: {
    signatures: [SIGNATURE] as unknown[],
    message: {
      header: { numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 1 },
      accountKeys: [KEY_A, KEY_B] as unknown[],
      recentBlockhash: KEY_A,
      instructions: [{ programIdIndex: 1, accounts: [0], data: '3Bxs4h24hBtQy9rw' }] as unknown[],
    },
  },
})

test('every recorded transaction decodes, its fee is what its payer lost at least, and money is conserved', {
  skip: recordedSkip,
}, () => {
  const all = recordedTransactions()
  assert(all.length >= 40)
  for (const { file, answer } of all) {
    const transaction = decoded(answer)
    assert.equal(transaction.slot, answer['slot'], file)
    assert.equal(transaction.preBalances.length, transaction.accountKeys.length, file)
    assert.equal(transaction.writable.length, transaction.accountKeys.length, file)
    assert.equal(transaction.innerInstructions.length, transaction.instructions.length, file)
    assert.equal(transaction.signers[0], transaction.feePayer, file)
    const sum = (balances: readonly bigint[]) => balances.reduce((total, one) => total + one, 0n)
    // Lamports only move inside a transaction; the fee is the only way out.
    assert.equal(sum(transaction.preBalances) - sum(transaction.postBalances), transaction.feeLamports, file)
    transaction.accountKeys.forEach((key, index) => {
      if (!transaction.writable[index]) {
        assert.equal(transaction.preBalances[index], transaction.postBalances[index], `${file} read-only ${key}`)
      }
    })
  }
})

test('all 602 transactions of a recorded block decode from base64 and agree with their meta', {
  skip: recordedSkip,
}, () => {
  const block = recordedBlock()
  assert.equal(block.transactions.length, 602)
  block.transactions.forEach((entry, indexInBlock) => {
    const place = { slot: 254_170_887, blockTimeSec: Number(block['blockTime']), indexInBlock }
    const outcome = decodeTransaction(entry, place)
    assert(outcome.ok, outcome.ok ? '' : `${indexInBlock}: ${outcome.message}`)
    assert.equal(outcome.value.indexInBlock, indexInBlock)
    assert.equal(outcome.value.preBalances.length, outcome.value.accountKeys.length)
    assert.equal(outcome.value.slot, place.slot)
  })
})

test('jsonParsed instructions that move money get their accounts and data back', { skip: recordedSkip }, () => {
  const transaction = decoded(recordedTransaction('parsed_2rY9ky2Y_rayv4.json'))
  const all = [...transaction.instructions, ...transaction.innerInstructions.flat()]
  const transfers = all.filter(
    ({ programId, data }) =>
      programId === 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' && data.length === 9 && data[0] === 3,
  )
  assert(transfers.length >= 2)
  for (const { accounts } of transfers) {
    assert.equal(accounts.length, 3)
    for (const account of accounts) assert(transaction.accountKeys.includes(account))
  }
})

test('a version we do not know is a failure, not an exception', () => {
  for (const version of [2, 255, '0', {}]) {
    const outcome = decodeTransaction({ ...small(), version })
    assert(!outcome.ok)
    assert.equal(outcome.code, 'upstream_failed')
    assert.match(outcome.message, /unknown transaction version/)
  }
})

test('null is not found', () => {
  const outcome = decodeTransaction(null)
  assert(!outcome.ok && outcome.code === 'not_found')
})

test('a small legacy record decodes to its parts', () => {
  const transaction = decoded(small())
  assert.equal(transaction.version, 'legacy')
  assert.equal(transaction.feePayer, KEY_A)
  assert.deepEqual(transaction.signers, [KEY_A])
  assert.deepEqual(transaction.writable, [true, false])
  assert.equal(transaction.instructions[0]!.programId, KEY_B)
  assert.equal(transaction.instructions[0]!.stackHeight, 1)
  assert.deepEqual(transaction.logs, [])
  assert.equal(transaction.computeUnits, null)
})

test('looked-up addresses follow the static keys, writable ones first', () => {
  const record = small()
  const writable = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
  const readonly = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
  record.version = 0
  record.meta.preBalances.push(1, 2)
  record.meta.postBalances.push(1, 2)
  const withLoaded = {
    ...record,
    meta: { ...record.meta, loadedAddresses: { writable: [writable], readonly: [readonly] } },
  }
  const transaction = decoded(withLoaded)
  assert.deepEqual(transaction.accountKeys.slice(2), [writable, readonly])
  assert.deepEqual(transaction.writable, [true, false, true, false])
})

const broken: readonly (readonly [string, (record: ReturnType<typeof small>) => void, RegExp])[] = [
  ['meta is missing', (r) => Object.assign(r, { meta: null }), /meta is no object/],
  ['a key is too short', (r) => r.transaction.message.accountKeys.splice(0, 1, 'abc'), /account key is no address/],
  [
    'an instruction names an account that is not there',
    (r) => Object.assign(r.transaction.message.instructions[0]!, { accounts: [9] }),
    /account index 9 out of range/,
  ],
  [
    'instruction data is no base58',
    (r) => Object.assign(r.transaction.message.instructions[0]!, { data: '0OIl' }),
    /data is not base58/,
  ],
  ['a balance is missing', (r) => r.meta.preBalances.pop(), /1 balance for 2 accounts/],
  ['a balance is negative', (r) => r.meta.preBalances.splice(0, 1, -1), /balance is no amount/],
  ['there is no signature', (r) => r.transaction.signatures.pop(), /no signature/],
  ['a signature is short', (r) => r.transaction.signatures.splice(0, 1, 'abc'), /not 64 bytes/],
  [
    'more signers than accounts',
    (r) => Object.assign(r.transaction.message.header, { numRequiredSignatures: 3 }),
    /more signers/,
  ],
  [
    'inner instructions belong to nothing',
    (r) => r.meta.innerInstructions.push({ index: 4, instructions: [] }),
    /does not exist/,
  ],
  [
    'one instruction has more inner ones in several groups than a group may have',
    (r) => {
      const instructions = Array(1_000).fill({ programIdIndex: 1, accounts: [], data: '', stackHeight: 5 })
      r.meta.innerInstructions.push(...Array(3).fill({ index: 0, instructions }))
    },
    /more than 2048 inner instructions/,
  ],
  [
    'a token balance belongs to nothing',
    (r) => r.meta.preTokenBalances.push({ accountIndex: 8, mint: KEY_B, uiTokenAmount: { amount: '1', decimals: 0 } }),
    /account that does not exist/,
  ],
  ['the slot is a text', (r) => Object.assign(r, { slot: '7' }), /slot is no whole number/],
  ['base64 is cut off', (r) => Object.assign(r, { transaction: ['AQID', 'base64'] }), /transaction bytes/],
  ['the encoding is unknown', (r) => Object.assign(r, { transaction: ['AQID', 'zstd'] }), /unknown encoding/],
]
for (const [what, breakIt, expected] of broken) {
  test(`a record in which ${what} is refused`, () => {
    const record = small()
    breakIt(record)
    const outcome = decodeTransaction(record)
    assert(!outcome.ok, 'accepted')
    assert.equal(outcome.code, 'upstream_failed')
    assert.match(outcome.message, expected)
  })
}

test('lookup tables and the budget of a version 1 message are read from the JSON encodings too', () => {
  const answer = small()
  const message = answer.transaction.message as Record<string, unknown>
  assert.deepEqual([decoded(answer).lookupTables, decoded(answer).budget], [[], null])
  message['addressTableLookups'] = [{ accountKey: KEY_B, writableIndexes: [1], readonlyIndexes: [] }]
  assert.deepEqual(decoded({ ...answer, version: 0 }).lookupTables, [KEY_B])
  message['addressTableLookups'] = []
  message['transactionConfig'] = { computeUnitLimit: 9_000, heapSize: null, priorityFee: 12 }
  assert.deepEqual(decoded({ ...answer, version: 1 }).budget, { computeUnitLimit: 9_000, priorityFeeLamports: 12n })
  message['transactionConfig'] = { computeUnitLimit: null, priorityFee: null }
  assert.deepEqual(decoded({ ...answer, version: 1 }).budget, { computeUnitLimit: null, priorityFeeLamports: null })
  for (const strange of [[{}], [{ accountKey: 'x' }], 'none', [null]]) {
    message['addressTableLookups'] = strange
    assert.equal(decodeTransaction(answer).ok, false, JSON.stringify(strange))
  }
})

test('a record without a fee, a log or a change is no success, whatever its error says', () => {
  const unexecuted = (err: unknown) => {
    const record = small()
    return { ...record, meta: { ...record.meta, err, fee: 0, postBalances: [10, 20] } }
  }
  assert.equal(executionOutcome(decoded(unexecuted(null))), 'not_executed')
  assert.equal(decoded(unexecuted(null)).err, 'NotExecuted')
  assert.equal(decoded(unexecuted('InsufficientFundsForFee')).err, 'InsufficientFundsForFee')
  assert.equal(executionOutcome(decoded(unexecuted('InsufficientFundsForFee'))), 'not_executed')
  const moved = small()
  assert.equal(decoded({ ...moved, meta: { ...moved.meta, fee: 0 } }).err, null, 'a balance changed: it was executed')
  assert.equal(executionOutcome(decoded(small())), 'succeeded', 'a node that keeps no logs')
  const failed = small()
  assert.equal(
    executionOutcome(decoded({ ...failed, meta: { ...failed.meta, err: { InstructionError: [0, 'Custom'] } } })),
    'failed',
  )
})
