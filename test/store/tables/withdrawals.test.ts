import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditEntry } from '../../../src/store/audit-rows.ts'
import type { WithdrawalEnd } from '../../../src/store/withdrawal-rows.ts'
import { openTempStore, tempDir } from '../temp-store.ts'

const ENTRY: AuditEntry = {
  atMs: 5,
  actor: 'key',
  action: 'wallet.withdraw',
  addressBucket: null,
  subject: 'wallet:a',
  before: null,
  after: { amountRaw: '7' },
}
const OF = { keyId: 3, walletId: 'wal_1' }
const SENT = { signature: 'sig', lastValidBlockHeight: 9, signedAtMs: 6 }
const END: WithdrawalEnd = {
  outcome: 'landed',
  atMs: 8,
  signature: 'sig',
  slot: 4,
  feeLamports: '5000',
  error: null,
}

test('a withdrawal is open from its audit row to its end, over a restart, and ends once', async (t) => {
  const dir = tempDir(t)
  const first = await openTempStore(t, { dir })
  const begun = await first.withdrawals.begin(ENTRY, OF)
  await first.withdrawals.signed(begun, SENT)
  await first.close()
  const { withdrawals, audit } = await openTempStore(t, { dir })
  const [open] = withdrawals.open(10)
  assert.deepEqual(open, { auditId: begun.auditId, startedAtMs: 5, subject: 'wallet:a', ...OF, sent: SENT })
  assert.equal(await withdrawals.end(open!, END), true)
  assert.equal(await withdrawals.end(open!, END), false)
  assert.deepEqual([withdrawals.open(10), withdrawals.find(begun.auditId)], [[], undefined])
  const [end, begin, ...more] = audit.page({ limit: 10, subject: 'wallet:a' })
  assert.deepEqual([begin!.id, more], [begun.auditId, []])
  const { atMs, ...said } = END
  assert.deepEqual([end!.atMs, end!.after], [atMs, { id: 'wal_1', keyId: 3, ofRow: begun.auditId, ...said }])
  assert.deepEqual(audit.verify().findings, [])
})

test('what was taken for dead and is signed after all is open again', async (t) => {
  const { withdrawals } = await openTempStore(t)
  const open = await withdrawals.begin(ENTRY, OF)
  await withdrawals.end(open, { ...END, outcome: 'not_sent' })
  await withdrawals.signed(open, SENT)
  assert.deepEqual(withdrawals.open(10), [{ ...open, sent: SENT }])
})

test('the oldest are found first, and only so many', async (t) => {
  const { withdrawals } = await openTempStore(t)
  const ids: number[] = []
  for (let i = 0; i < 4; i++) ids.push((await withdrawals.begin(ENTRY, OF)).auditId)
  assert.deepEqual(
    withdrawals.open(3).map(({ auditId }) => auditId),
    ids.slice(0, 3),
  )
})

test('a new world of the sandbox leaves none open, and says that their end is unknown', async (t) => {
  const store = await openTempStore(t)
  const open = await store.withdrawals.begin(ENTRY, OF)
  await store.withdrawals.signed(open, SENT)
  await store.claimWorld('GenesisOfAnotherWorld')
  assert.deepEqual(store.withdrawals.open(10), [])
  const [end] = store.audit.page({ limit: 1 })
  assert.deepEqual([end!.after!['outcome'], end!.after!['signature']], ['unknown', 'sig'])
})
