import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { type Environment, openEnvironment } from '../../../src/store/environment.ts'
import type { PendingRefund, RefundEnd, RefundRow, RefundsTable } from '../../../src/store/refund-rows.ts'
import { openRefunds } from '../../../src/store/tables/refunds.ts'

let dir: string
let env: Environment
let table: RefundsTable
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'mintglass-refunds-'))
  env = openEnvironment({ name: 'durable', path: dir, mapBytes: 2 ** 24, synced: true })
  table = openRefunds(env)
})
afterEach(async () => {
  await env.close()
  rmSync(dir, { recursive: true, force: true })
})

function refund(name: string, more: Partial<RefundRow> = {}): PendingRefund {
  const row: RefundRow = {
    id: `rf_${name}`,
    keyId: 1,
    userRef: 'u',
    wallet: 'w',
    signature: `sig-${name}`,
    kind: 'empty',
    accounts: ['a', 'b'],
    lamports: '10',
    feeLamports: null,
    status: 'pending',
    slot: null,
    createdAtMs: 5,
    settledAtMs: null,
    error: null,
    ...more,
  }
  return { row, sent: { wire: Uint8Array.of(1, 2, 3), lastValidBlockHeight: 9, signedAtMs: 5 } }
}
const END: RefundEnd = { status: 'landed', settledAtMs: 6, slot: 7, feeLamports: '5000', lamports: '11', error: null }
const page = (limit = 10, beforeId: string | null = null) => ({ beforeId, limit })

test('rows are there before they are sent, newest first, for their key and user alone', async () => {
  await table.record([refund('1'), refund('2'), refund('3', { userRef: 'v' }), refund('4', { keyId: 2 })])
  const ids = (rows: readonly RefundRow[]) => rows.map(({ id }) => id)
  assert.deepEqual(ids(table.list(1, 'u', page())), ['rf_2', 'rf_1'])
  assert.deepEqual(ids(table.list(1, 'u', page(1))), ['rf_2'])
  assert.deepEqual(ids(table.list(1, 'u', page(10, 'rf_2'))), ['rf_1'])
  assert.deepEqual(ids(table.list(1, 'v', page())), ['rf_3'])
  assert.deepEqual(ids(table.list(3, 'u', page())), [])
  const [first] = table.pending(1)
  assert.deepEqual([first?.row.id, [...first!.sent.wire], first?.sent.lastValidBlockHeight], ['rf_1', [1, 2, 3], 9])
})

test('a row is settled once, and recording it again changes nothing', async () => {
  await table.record([refund('1')])
  await table.settle('sig-1', END)
  await table.settle('sig-1', { ...END, status: 'expired', lamports: '0' })
  await table.record([refund('1', { lamports: '99' })])
  await table.settle('sig-unknown', END)
  const [row] = table.list(1, 'u', page())
  assert.deepEqual([row?.status, row?.lamports, row?.feeLamports, row?.slot], ['landed', '11', '5000', 7])
  assert.deepEqual(table.pending(10), [])
})

test('another world has no refunds', async () => {
  await table.record([refund('1')])
  await table.clear()
  assert.deepEqual([table.list(1, 'u', page()), table.pending(10)], [[], []])
  await table.record([refund('1')])
  assert.equal(table.list(1, 'u', page()).length, 1)
})
