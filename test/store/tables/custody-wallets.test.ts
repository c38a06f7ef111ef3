import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { CustodyTable, CustodyWalletRecord } from '../../../src/store/custody-rows.ts'
import { openEnvironment } from '../../../src/store/environment.ts'
import { openIntegrity } from '../../../src/store/integrity.ts'
import { openAudit } from '../../../src/store/tables/audit.ts'
import { openCustodyWallets } from '../../../src/store/tables/custody-wallets.ts'
import { openTempStore, tempDir } from '../temp-store.ts'

function open(t: TestContext): CustodyTable {
  const dataDir = tempDir(t)
  const env = openEnvironment({ name: 'durable', path: join(dataDir, 'durable'), mapBytes: 2 ** 26, synced: true })
  t.after(() => env.close())
  const integrity = openIntegrity(env, { mode: 'sandbox', dataDir })
  return openCustodyWallets(env, integrity, openAudit(env, integrity))
}

function record(keyId: number, userRef: string, id: string): CustodyWalletRecord {
  return {
    id,
    keyId,
    userRef,
    address: `address of ${id}`,
    kind: 'derived',
    label: '',
    isDefault: false,
    withdrawTo: [],
    derivation: 2,
    namespace: 'a namespace',
    createdAtMs: 1,
  }
}

test('a user of a key has one wallet: the first one stays', async (t) => {
  const wallets = open(t)
  const first = record(1, 'alice', 'wal_1')
  assert.deepEqual(await wallets.create(first, 10), { record: first, made: true })
  assert.deepEqual(await wallets.create(record(1, 'alice', 'wal_2'), 10), { record: first, made: false })
  assert.deepEqual([wallets.find('wal_1'), wallets.find('wal_2')], [first, undefined])
  assert.deepEqual([wallets.findOf(1, 'alice'), wallets.findOf(2, 'alice')], [first, undefined])
})

test('a key has no more wallets than it may, and others are not counted', async (t) => {
  const wallets = open(t)
  for (const key of [-1, 1, 2])
    for (const user of ['a', 'b']) await wallets.create(record(key, user, `w${key}${user}`), 2)
  assert.equal(await wallets.create(record(1, 'c', 'w1c'), 2), null)
  assert.equal(wallets.find('w1c'), undefined)
  const made = async (id: string, user: string, max: number) => {
    const created = await wallets.create(record(1, user, id), max)
    return created !== null && created !== 'rejected' && created.made
  }
  assert.equal(await made('w1d', 'a', 2), false, 'the one that is there is still told')
  assert.equal(await made('w1c', 'c', 3), true)
})

test('the wallets of a key are listed in the order of their ids, after a given one', async (t) => {
  const wallets = open(t)
  for (const id of ['wal_3', 'wal_1', 'wal_2']) await wallets.create(record(1, id, id), 10)
  await wallets.create(record(2, 'x', 'wal_0'), 10)
  const ids = (afterId: string, limit = 10) => wallets.listOf(1, { afterId, limit }).map(({ id }) => id)
  assert.deepEqual(ids(''), ['wal_1', 'wal_2', 'wal_3'])
  assert.deepEqual(ids('wal_1'), ['wal_2', 'wal_3'])
  assert.deepEqual(ids('wal_1', 1), ['wal_2'])
  assert.deepEqual(ids('wal_3'), [])
  assert.deepEqual(ids('\uffff'), [])
})

test('the sealed seed is there from the beginning, and stays', async (t) => {
  const dir = tempDir(t)
  const [first, second] = [await openTempStore(t, { dir }), await openTempStore(t, { dir })]
  const seed = first.custody.sealedSeed()
  assert.equal(seed?.length, 12 + 32 + 16)
  assert.deepEqual(second.custody.sealedSeed(), seed)
  assert.equal(second.custody.seedOwner(), first.custody.seedOwner())
})
