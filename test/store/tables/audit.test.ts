import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { findRows } from '../../../src/cli/find-audit-rows.ts'
import { systemClock } from '../../../src/runtime/clock.ts'
import type { AuditEntry } from '../../../src/store/audit-rows.ts'
import { openEnvironment, rowsIn } from '../../../src/store/environment.ts'
import { openIntegrity } from '../../../src/store/integrity.ts'
import { openKeyStore } from '../../../src/store/open.ts'
import { openAudit } from '../../../src/store/tables/audit.ts'
import { openTempStore, storeConfig, tempDir } from '../temp-store.ts'

const ENTRY: AuditEntry = {
  atMs: 5,
  actor: 'operator',
  action: 'store.backup',
  addressBucket: null,
  subject: 'store',
  before: null,
  after: { bytes: 7 },
}

test('rows come back newest first, in pages, and by subject', async (t) => {
  const { audit } = await openTempStore(t)
  for (let i = 0; i < 5; i++) await audit.append({ ...ENTRY, subject: i % 2 === 0 ? 'even' : 'odd', atMs: i })
  assert.deepEqual(
    audit.page({ limit: 3 }).map(({ id }) => id),
    [5, 4, 3],
  )
  assert.deepEqual(
    audit.page({ limit: 9, beforeId: 3 }).map(({ id }) => id),
    [2, 1],
  )
  assert.deepEqual(
    audit.page({ limit: 2, subject: 'even' }).map(({ id, atMs }) => [id, atMs]),
    [
      [5, 4],
      [3, 2],
    ],
  )
  assert.deepEqual(
    audit.page({ limit: 2, subject: 'even', beforeId: 3 }).map(({ id }) => id),
    [1],
  )
  assert.deepEqual(audit.page({ limit: 2, subject: 'eve' }), [])
})

test('rows outlive a reopening and a change of the world', async (t) => {
  const dir = tempDir(t)
  const first = await openTempStore(t, { dir })
  const row = await first.audit.append(ENTRY)
  await first.claimWorld('AnotherGenesis')
  await first.close()
  const second = await openTempStore(t, { dir, genesisHash: 'AThirdOne' })
  assert.deepEqual(second.audit.page({ limit: 5 }), [row])
  assert.equal((await second.audit.append(ENTRY)).id, row.id + 1)
})

test('long values are cut, so that a row has a bound', async (t) => {
  const { audit } = await openTempStore(t)
  const row = await audit.append({ ...ENTRY, after: { a: 'x'.repeat(9_999), b: Array(999).fill('y'.repeat(9_999)) } })
  assert.equal(String(row.after?.['a']).length, 512)
  const list = row.after?.['b'] as string[]
  assert.deepEqual([list.length, list[0]?.length], [128, 512])
})

test('an API key never gets into the log', async (t) => {
  const { audit, apiKeys } = await openTempStore(t)
  const { key } = await apiKeys.create({ label: 'a', tier: 'data' })
  await assert.rejects(audit.append({ ...ENTRY, after: { note: `it was ${key}` } }), /never get into the audit log/)
  assert.deepEqual(audit.page({ limit: 5 }), [])
})

test('a change of a key and its row are one transaction, and the row shows only what changed', async (t) => {
  const { audit, apiKeys } = await openTempStore(t)
  const note = { actor: 'operator', action: 'key.create', addressBucket: null } as const
  const { record } = await apiKeys.create({ label: 'a', tier: 'data' }, note)
  const [made] = audit.page({ limit: 1, subject: `key:${record.id}` })
  assert.equal(made?.before, null)
  assert.equal(made?.after?.['label'], 'a')
  assert(!JSON.stringify(made).includes(record.digestHex))
  await apiKeys.update(record.id, { label: 'b', tier: 'data' }, { ...note, action: 'key.grant' })
  const [changed] = audit.page({ limit: 1 })
  assert.deepEqual([changed?.before, changed?.after], [{ label: 'a' }, { label: 'b' }])
  await apiKeys.update(record.id, { label: 'b' }, { ...note, action: 'key.grant' })
  assert.equal(audit.page({ limit: 9 }).length, 2, 'what changes nothing leaves no row')
})

test('what a command does beside the server is in the same log', async (t) => {
  const dir = tempDir(t)
  const store = await openTempStore(t, { dir })
  const beside = await openKeyStore({ config: storeConfig(dir), clock: systemClock() })
  await beside.audit.append(ENTRY)
  await beside.close()
  // A read looks at the file as it was when its turn of the loop began, or the one before.
  for (let turns = 0; turns < 20 && store.audit.page({ limit: 5 }).length === 0; turns++) await sleep(1)
  assert.equal(store.audit.page({ limit: 5 }).length, 1)
})

test('the log keeps its newest rows: what anyone can make grow has an end', async (t) => {
  const dataDir = tempDir(t)
  const env = openEnvironment({ name: 'durable', path: join(dataDir, 'd'), mapBytes: 1024 ** 3, synced: true })
  t.after(() => env.close())
  const { table } = openAudit(env, openIntegrity(env, { mode: 'sandbox', dataDir }), 10)
  for (let i = 0; i < 30; i++) await table.append({ ...ENTRY, subject: `key:${i % 3}` })
  assert.deepEqual(
    table.page({ limit: 99 }).map(({ id }) => id),
    Array.from({ length: 10 }, (_, i) => 30 - i),
  )
  assert.equal(rowsIn(env.table('auditOfSubject.v1')), 10)
})

test('rows that were taken out of the index, or put into that of another subject, are not hidden and not shown there', async (t) => {
  const dataDir = tempDir(t)
  const env = openEnvironment({ name: 'durable', path: join(dataDir, 'd'), mapBytes: 1024 ** 3, synced: true })
  t.after(() => env.close())
  const { table } = openAudit(env, openIntegrity(env, { mode: 'sandbox', dataDir }))
  for (const subject of ['key:1', 'key:2', 'key:1']) await table.append({ ...ENTRY, subject })
  assert.deepEqual(table.verify().findings, [])
  const index = env.table<[string, number]>('auditOfSubject.v1')
  await env.remove(index, ['key:1', 1])
  await env.put(index, ['key:2', 3], Buffer.alloc(1))
  assert.deepEqual(table.verify().findings, [{ row: 1, what: 'was taken out of the index by subject' }])
  const found = findRows(table, { key: 1, limit: 9, beforeId: undefined, wallet: undefined, action: undefined })
  assert.deepEqual(
    found.map(({ id }) => id),
    [3, 1],
  )
  assert.deepEqual(
    table.page({ limit: 9, subject: 'key:2' }).map(({ id }) => id),
    [2],
  )
})
