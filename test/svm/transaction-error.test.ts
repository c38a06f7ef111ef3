import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { describeTransactionError, INSTRUCTION_ERRORS, TRANSACTION_ERRORS } from '../../src/svm/transaction-error.ts'

const typings = readFileSync(join(dirname(createRequire(import.meta.url).resolve('litesvm')), 'internal.d.ts'), 'utf8')

function namesOf(enumName: string): string[] {
  const body = typings.match(new RegExp(`const enum ${enumName} \\{([^}]*)\\}`))?.[1] ?? ''
  return [...body.matchAll(/(\w+) = (\d+)/g)].map(([, name, number], at) => {
    assert.equal(Number(number), at)
    return name!
  })
}

test('the names stand in the order of the runtime that is installed', () => {
  assert.deepEqual(
    TRANSACTION_ERRORS.map(([name]) => name),
    namesOf('TransactionErrorFieldless'),
  )
  assert.deepEqual(
    INSTRUCTION_ERRORS.map(([name]) => name),
    namesOf('InstructionErrorFieldless'),
  )
})

test('errors with fields are described as a node does', () => {
  assert.equal(
    describeTransactionError({ InstructionError: [2, { Custom: 6001 }] }),
    'Error processing Instruction 2: custom program error: 0x1771',
  )
  assert.equal(
    describeTransactionError({ InstructionError: [0, 'InvalidAccountData'] }),
    'Error processing Instruction 0: invalid account data for instruction',
  )
  assert.equal(
    describeTransactionError({ InsufficientFundsForRent: { account_index: 3 } }),
    'Transaction results in an account (3) with insufficient funds for rent',
  )
  assert.match(describeTransactionError({ DuplicateInstruction: 4 }), /\(4\)/)
  assert.match(describeTransactionError({ ProgramExecutionTemporarilyRestricted: { account_index: 5 } }), /index 5/)
  assert.equal(describeTransactionError('AlreadyProcessed'), 'This transaction has already been processed')
})
