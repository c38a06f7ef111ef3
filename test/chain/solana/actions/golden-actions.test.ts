import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { decodeActions } from '../../../../src/chain/solana/actions/decode-actions.ts'
import { toParsed } from '../../../../src/chain/solana/actions/to-parsed.ts'
import { decodeTransaction } from '../../../../src/chain/solana/decode-transaction.ts'
import {
  recordedBlock,
  recordedSkip,
  recordedStakes,
  recordedTransactions,
} from '../../../support/recorded-transactions.ts'

/** All that the decoder says of every recorded transaction, to the byte. Work on its speed changes nothing here; work on
 *  what it says prints another digest, which belongs into the same commit. */
const GOLDEN = '35c51c984da8bf8bba64e5469adc33453b40b0768d0eb3de1a280f8c86fffa23'
const SLOT = 254_170_887

const spelled = (_: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return `${value}n`
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value
}

test('what the decoder says of the recorded transactions is what it said, to the byte', { skip: recordedSkip }, () => {
  const block = recordedBlock()
  const place = { slot: SLOT, blockTimeSec: block['blockTime'] as number }
  const hash = createHash('sha256')
  const note = (outcome: ReturnType<typeof decodeTransaction>): void => {
    assert(outcome.ok)
    const { transaction, ...said } = decodeActions(outcome.value)
    for (const one of [transaction, said, toParsed({ transaction, ...said })]) hash.update(JSON.stringify(one, spelled))
    // Spelled instructions show their bytes when they are asked for.
    for (const call of transaction.innerInstructions.flat()) hash.update(call.data)
  }
  for (const { answer } of [...recordedTransactions(), ...recordedStakes()]) note(decodeTransaction(answer))
  for (const [indexInBlock, answer] of block.transactions.entries())
    note(decodeTransaction(answer, { ...place, indexInBlock }))
  assert.equal(hash.digest('hex'), GOLDEN)
})
