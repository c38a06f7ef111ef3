import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { open } from 'lmdb'
import { digestKey } from '../../src/runtime/digest-key.ts'
import { decodeDurable, encodeDurable } from '../../src/store/codec.ts'
import type { CustodyWalletRecord } from '../../src/store/custody-rows.ts'
import type { SealedRow } from '../../src/store/sealed-row.ts'
import { until } from '../support/until.ts'
import { openTempStore, tempDir } from './temp-store.ts'

const NOTE = { actor: 'operator', action: 'key.create', addressBucket: null } as const

/** Changes rows as someone does who can write to the files and has no key. */
async function tamper<K extends string | number>(
  dir: string,
  table: string,
  edit: (rows: {
    get(key: K): Buffer
    put(key: K, value: Buffer): Promise<boolean>
    remove(key: K): Promise<boolean>
  }) => Promise<unknown>,
): Promise<void> {
  const path = join(dir, 'sandbox', 'durable')
  const root = open({ path, maxDbs: 128, encoding: 'binary', mapSize: 4 * 1024 ** 3 })
  const rows = root.openDB<Buffer, K>({ name: table, encoding: 'binary' })
  await edit({
    get: (key) => Buffer.from(rows.get(key)!),
    put: (key, value) => rows.put(key, value),
    remove: (key) => rows.remove(key),
  })
  await root.close()
}

/** The row with other values and the code that it had. */
function edited(bytes: Buffer, values: object): Buffer {
  const { row, mac } = decodeDurable<SealedRow>(bytes)
  return encodeDurable({ row: encodeDurable({ ...decodeDurable<object>(Buffer.from(row)), ...values }), mac })
}

function walletOf(keyId: number, namespace: string): CustodyWalletRecord {
  const parts = { kind: 'derived', label: '', isDefault: false, derivation: 2, createdAtMs: 1 } as const
  return { ...parts, id: 'wal_1', keyId, userRef: 'alice', address: 'A', withdrawTo: ['B'], namespace }
}

async function twoKeys(t: TestContext) {
  const dir = tempDir(t)
  const store = await openTempStore(t, { dir })
  const victim = await store.apiKeys.create({ label: 'victim', tier: 'enterprise', ownerWallet: 'V' }, NOTE)
  const thief = await store.apiKeys.create({ label: 'thief', tier: 'free', ownerWallet: 'T' }, NOTE)
  await store.custody.create(walletOf(victim.record.id, victim.record.walletNamespace), 9)
  await store.close()
  return { dir, victim, thief }
}

test('a digest that was put into the row of another key opens nothing, and the row is named', async (t) => {
  const { dir, victim, thief } = await twoKeys(t)
  const { id } = victim.record
  await tamper<number>(dir, 'apiKeys.v1', (rows) =>
    rows.put(id, edited(rows.get(id), { digestHex: thief.record.digestHex })),
  )
  await tamper<string>(dir, 'apiKeyDigests.v1', (rows) => rows.put(thief.record.digestHex, encodeDurable(id)))
  const store = await openTempStore(t, { dir })
  assert.equal(store.apiKeys.findByDigest(digestKey(thief.key)), undefined)
  assert.equal(store.apiKeys.findByDigest(digestKey(victim.key)), undefined)
  assert.equal(store.apiKeys.findById(id), undefined)
  assert.deepEqual(store.integrity.rejected(), [{ table: 'apiKeys.v1', key: id }])
  await until(() => store.audit.page({ limit: 1 })[0]?.action === 'store.rejected', 'the row about it')
  assert.deepEqual(store.audit.page({ limit: 1 })[0]?.after, { table: 'apiKeys.v1', key: id })
  assert.equal(store.apiKeys.list().length, 1)
})

test('scopes, fee wallet, owner and revocation cannot be edited; a row cannot be moved to another id', async (t) => {
  const { dir, victim, thief } = await twoKeys(t)
  const { id } = thief.record
  const edits = [
    { scopes: ['read', 'trade', 'wallet'] },
    { feeWallet: 'T' },
    { ownerWallet: 'V' },
    { tier: 'enterprise' },
  ]
  let genuine: Buffer = Buffer.alloc(0)
  await tamper<number>(dir, 'apiKeys.v1', async (rows) => {
    genuine = rows.get(id)
  })
  const moved = async (rows: { get(key: number): Buffer }) => rows.get(victim.record.id)
  for (const values of [...edits, 'moved', 'bare'] as const) {
    await tamper<number>(dir, 'apiKeys.v1', async (rows) => {
      if (values === 'moved') return rows.put(id, await moved(rows))
      if (values === 'bare') return rows.put(id, Buffer.from(decodeDurable<SealedRow>(genuine).row))
      return rows.put(id, edited(genuine, values))
    })
    const store = await openTempStore(t, { dir })
    assert.equal(store.apiKeys.findById(id), undefined, JSON.stringify(values))
    await store.close()
  }
  await tamper<number>(dir, 'apiKeys.v1', (rows) => rows.put(id, genuine))
  const store = await openTempStore(t, { dir })
  assert.equal(store.apiKeys.findByDigest(digestKey(thief.key))?.id, id, 'the row as it was is good')
  await store.close()
})

test('what leads to a row is not believed: an index that names another’s wallet or key gives nothing', async (t) => {
  const { dir, victim, thief } = await twoKeys(t)
  const path = join(dir, 'sandbox', 'durable')
  const root = open({ path, maxDbs: 128, encoding: 'binary', mapSize: 4 * 1024 ** 3 })
  const table = (name: string) => root.openDB<Buffer, [string | number, string | number]>({ name, encoding: 'binary' })
  await table('walletsOfUser.v1').put([thief.record.id, 'mine'], encodeDurable('wal_1'))
  await table('walletsOfKey.v1').put([thief.record.id, 'wal_1'], Buffer.alloc(1))
  await table('apiKeysOfOwner.v1').put(['T', victim.record.id], Buffer.alloc(1))
  await root.close()
  const store = await openTempStore(t, { dir })
  assert.equal(store.custody.findOf(thief.record.id, 'mine'), undefined)
  assert.deepEqual(store.custody.listOf(thief.record.id, { afterId: '', limit: 9 }), [])
  assert.equal(store.apiKeys.isOwned(victim.record.id, 'T'), false)
  assert.equal(store.apiKeys.findByOwner('T')?.id, thief.record.id)
})

test('the list of a wallet cannot be edited away, and its user gets no other wallet instead', async (t) => {
  const { dir, victim } = await twoKeys(t)
  const { id, walletNamespace } = victim.record
  await tamper<string>(dir, 'wallets.v1', (rows) => rows.put('wal_1', edited(rows.get('wal_1'), { withdrawTo: [] })))
  const store = await openTempStore(t, { dir })
  assert.equal(store.custody.find('wal_1'), undefined)
  assert.equal(await store.custody.create({ ...walletOf(id, walletNamespace), id: 'wal_2' }, 9), 'rejected')
  assert.deepEqual(store.integrity.rejected(), [{ table: 'wallets.v1', key: 'wal_1' }])
})

test('a row that is not of this program at all is refused without a fault', async (t) => {
  const { dir, victim } = await twoKeys(t)
  const { id } = victim.record
  const garbage = [
    Buffer.alloc(0),
    Buffer.from('c1', 'hex'),
    Buffer.from('hello'),
    encodeDurable(null),
    encodeDurable({ row: 1, mac: 2 }),
  ]
  for (const bytes of garbage) {
    await tamper<number>(dir, 'apiKeys.v1', (rows) => rows.put(id, bytes))
    const store = await openTempStore(t, { dir })
    assert.equal(store.apiKeys.findByDigest(digestKey(victim.key)), undefined)
    assert.equal(store.apiKeys.list().length, 1)
    await store.close()
  }
})

test('a key whose row is lost is made again with the namespace it had, and no other key ever has it', async (t) => {
  const { dir, victim } = await twoKeys(t)
  const { id, walletNamespace } = victim.record
  await tamper<number>(dir, 'apiKeys.v1', (rows) => rows.remove(id))
  const store = await openTempStore(t, { dir })
  const made = await store.apiKeys.create({ label: '', tier: 'enterprise' })
  assert.notEqual(made.record.walletNamespace, walletNamespace)
  const recovered = await store.apiKeys.recover(
    id,
    { label: 'victim', tier: 'enterprise' },
    { ...NOTE, action: 'key.recover' },
  )
  assert.deepEqual([recovered?.record.id, recovered?.record.walletNamespace], [id, walletNamespace])
  assert.equal(await store.apiKeys.recover(id, { label: '', tier: 'free' }, NOTE), undefined, 'only once')
  assert.equal(store.audit.page({ limit: 1 })[0]?.action, 'key.recover')
})

test('the log names the row that was changed, removed, put in or cut off', async (t) => {
  const wrongs: [string, (dir: string) => Promise<void>, RegExp][] = [
    [
      'changed',
      (dir) => tamper<number>(dir, 'audit.v1', (rows) => rows.put(2, renamed(rows.get(2)))),
      /^2 was changed$/,
    ],
    ['removed', (dir) => tamper<number>(dir, 'audit.v1', (rows) => rows.remove(2)), /^2 was removed$/],
    ['inserted', (dir) => tamper<number>(dir, 'audit.v1', (rows) => rows.put(4, rows.get(3))), /^4 was appended after/],
    ['truncated', (dir) => tamper<number>(dir, 'audit.v1', (rows) => rows.remove(3)), /^3 was removed$/],
    ['swapped', (dir) => tamper<number>(dir, 'audit.v1', (rows) => rows.put(2, rows.get(1))), /^2 was changed$/],
    ['cut off at its beginning', (dir) => tamper<number>(dir, 'audit.v1', (rows) => rows.remove(1)), /^1 was removed$/],
    ['without a head', (dir) => tamper<string>(dir, 'auditHead.v1', (rows) => rows.remove('head')), /^null the head/],
  ]
  for (const [name, wrong, says] of wrongs) {
    const dir = tempDir(t)
    const first = await openTempStore(t, { dir })
    for (const label of ['a', 'b', 'c']) await first.apiKeys.create({ label, tier: 'free' }, NOTE)
    assert.deepEqual(first.audit.verify().findings, [])
    await first.close()
    await wrong(dir)
    const store = await openTempStore(t, { dir })
    const found = store.audit.verify().findings.map(({ row, what }) => `${row} ${what}`)
    assert.match(found[0] ?? '', says, name)
    // And it does not heal with what is written later, but for a row in the place of the next one.
    if (name === 'inserted') {
      await store.close()
      continue
    }
    await store.apiKeys.create({ label: 'd', tier: 'free' }, NOTE)
    assert(store.audit.verify().findings.length > 0, name)
    await store.close()
  }
})

function renamed(bytes: Buffer): Buffer {
  const { row, link } = decodeDurable<{ row: Buffer; link: Buffer }>(bytes)
  return encodeDurable({ row: encodeDurable({ ...decodeDurable<object>(Buffer.from(row)), subject: 'key:1' }), link })
}
