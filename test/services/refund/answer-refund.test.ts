import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RefundKind } from '../../../src/contract/refund.ts'
import type { Landing } from '../../../src/services/landing/landing.ts'
import { answerRefund, type LandedBatch } from '../../../src/services/refund/answer-refund.ts'
import type { RefundNote } from '../../../src/services/refund/refund-note.ts'
import { endOf } from '../../../src/services/refund/settle-refunds.ts'

const NOW_MS = 1_000
const SENT = { submittedVia: null, bundleId: null, sendMs: 1, confirmMs: 1 } as const

const batchOf = (signature: string, kind: RefundKind, lamports: bigint) => ({
  signature,
  wireBase64: '',
  kind,
  accounts: [{ account: `${signature}-account`, closes: kind !== 'excess' && kind !== 'deactivate' }],
  lamports: String(lamports),
})
const landed = (signature: string, err: unknown, feeLamports: bigint | null = 5_000n): Landing => ({
  ...SENT,
  status: 'landed',
  signature,
  slot: 7,
  err,
  logs: [],
  feeLamports,
  transaction: null,
  confirmMethod: 'polling',
  submittedVia: 'fallback_rpc',
})
const lost = (signature: string): Landing => ({ ...SENT, status: 'not_landed', signature, reason: 'dead' })
const open = (signature: string): Landing => ({ ...SENT, status: 'pending', signature, reason: 'not confirmed' })

function answer(parts: readonly (readonly [ReturnType<typeof batchOf>, Landing])[], isRepeatable = true) {
  const rows = parts.map(([batch, landing]): LandedBatch => ({ batch, landing, end: endOf(batch, landing, NOW_MS) }))
  const batches = rows.map(({ batch }) => batch)
  const owner = { wallet: 'w', keyId: 1, userRef: 'u', createdAtMs: NOW_MS }
  const note: RefundNote = { ...owner, batches, failed: [], unavailable: [], left: 3, readyInMs: 99 }
  return answerRefund(note, rows, isRepeatable)
}

test('what failed on the chain or never landed is named, and counts for nothing; the rest came back', () => {
  const reply = answer([
    [batchOf('a', 'empty', 10n), landed('a', null)],
    [batchOf('b', 'nonces', 20n), landed('b', { InstructionError: [2, { Custom: 6 }] }, 7_000n)],
    [batchOf('c', 'excess', 40n), lost('c')],
    [batchOf('d', 'excess', 80n), landed('d', null)],
    [batchOf('e', 'deactivate', 0n), landed('e', null)],
  ])
  assert(reply.ok)
  const { closed, kept_open, lamports_recovered, fee_lamports, failed, signatures, left, deactivated } = reply.value
  assert.deepEqual([closed, kept_open, lamports_recovered, left], [1, 1, 90, 3])
  assert.equal(fee_lamports, 5_000 + 7_000 + 0 + 5_000 + 5_000)
  assert.deepEqual(signatures, ['a', 'b', 'c', 'd', 'e'])
  assert.deepEqual([deactivated, reply.value.deactivated_ready_in_ms], [['e-account'], 99])
  assert.deepEqual(
    failed.map((one) => [one.account, one.kind, one.signature]),
    [
      ['b-account', 'nonces', 'b'],
      ['c-account', 'excess', 'c'],
    ],
  )
  assert.match(failed[0]!.reason, /^the transaction fails/)
  assert.equal(failed[1]!.reason, 'it did not land and never will')
})

test('one whose end is not known makes the answer pending, with what is known in its details', () => {
  const reply = answer(
    [
      [batchOf('a', 'empty', 10n), landed('a', null)],
      [batchOf('b', 'wsol', 20n), open('b')],
    ],
    false,
  )
  assert(!reply.ok)
  assert.deepEqual([reply.code, reply.message], ['pending', 'sent, and 1 of 2 is not confirmed yet'])
  const { retry_safe, details } = reply.details as Record<string, never>
  assert.equal(retry_safe, false)
  assert.deepEqual(details, {
    signatures: ['a', 'b'],
    pending: ['b'],
    closed: 1,
    kept_open: 0,
    lamports_recovered: 10,
    failed: [],
    left: 3,
  })
})

test('a fee that the node has not shown is null, not zero', () => {
  const reply = answer([[batchOf('a', 'empty', 10n), landed('a', null, null)]])
  assert(reply.ok)
  assert.equal(reply.value.fee_lamports, null)
})
