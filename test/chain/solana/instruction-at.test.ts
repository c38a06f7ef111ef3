import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callsOf, instructionAt } from '../../../src/chain/solana/instruction-at.ts'
import type { ChainInstruction, ChainTransaction } from '../../../src/chain/solana/transaction.ts'

const at = (programId: string, stackHeight: number | null): ChainInstruction => ({
  programId,
  accounts: [],
  data: new Uint8Array(0),
  stackHeight,
})
const given = (inner: readonly ChainInstruction[]) =>
  ({ instructions: [at('router', 1)], innerInstructions: [inner] }) as unknown as ChainTransaction
const names = (rows: readonly ChainInstruction[]) => rows.map((row) => row.programId)

test('a path names a top-level or an inner instruction', () => {
  const transaction = given([at('dex', 2), at('token', 3)])
  assert.equal(instructionAt(transaction, [0, -1])?.programId, 'router')
  assert.equal(instructionAt(transaction, [0, 1])?.programId, 'token')
  assert.equal(instructionAt(transaction, [0, 2]), undefined)
  assert.equal(instructionAt(transaction, [3, -1]), undefined)
})

test('the calls of an instruction are those one level down, up to the next at its own level', () => {
  const transaction = given([
    at('dex', 2),
    at('token', 3),
    at('hook', 4),
    at('system', 3),
    at('other', 2),
    at('late', 3),
  ])
  assert.deepEqual(names(callsOf(transaction, [0, 0])), ['token', 'system'])
  assert.deepEqual(names(callsOf(transaction, [0, -1])), ['dex', 'other'])
  assert.deepEqual(callsOf(transaction, [5, 0]), [])
})

test('without stack heights the calls run to the next one of the same program', () => {
  const transaction = given([at('dex', null), at('token', null), at('system', null), at('dex', null), at('fee', null)])
  assert.deepEqual(names(callsOf(transaction, [0, 0])), ['token', 'system', 'dex'])
})
