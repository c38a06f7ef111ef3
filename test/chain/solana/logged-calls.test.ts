import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { differenceOfCalls } from '../../../src/chain/solana/logged-calls.ts'
import type { ChainTransaction } from '../../../src/chain/solana/transaction.ts'

const LETTERS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const program = fc
  .array(fc.constantFrom(...LETTERS), { minLength: 32, maxLength: 44 })
  .map((letters) => letters.join(''))
/** What programs and the runtime log between calls, some of it made to look like one. */
const noise = fc.oneof(
  program.map((id) => `Program ${id} success`),
  program.map((id) => `Program ${id} consumed 4736 of 200000 compute units`),
  program.map((id) => `Program log: ${id} invoke [1]`),
  fc.string().map((text) => `Program log: ${text} invoke [2]`),
  fc.string().map((text) => `Program data: ${text}]`),
)

function recordOf(calls: readonly { readonly id: string; readonly noise: readonly string[] }[]): ChainTransaction {
  const instructions = calls.map(({ id }) => ({ programId: id, accounts: [], data: new Uint8Array(0), stackHeight: 1 }))
  const logs = calls.flatMap(({ id, noise: lines }) => [`Program ${id} invoke [1]`, ...lines])
  return { logs, instructions, innerInstructions: instructions.map(() => []) } as unknown as ChainTransaction
}

const calls = fc.array(fc.record({ id: program, noise: fc.array(noise, { maxLength: 4 }) }), {
  minLength: 1,
  maxLength: 6,
})

test('every call is found in a log, whatever stands between them, and one that is missing is missed', () => {
  fc.assert(
    fc.property(calls, fc.nat(5), (made, at) => {
      const record = recordOf(made)
      assert.equal(differenceOfCalls(record), null)
      const cut = made[at % made.length]!
      const logs = record.logs.filter((line) => line !== `Program ${cut.id} invoke [1]`)
      assert.notEqual(differenceOfCalls({ ...record, logs: [...logs, 'end'] }), null)
    }),
  )
})
