import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { addParts } from '../../src/create-parts.ts'
import { digestKey } from '../../src/runtime/digest-key.ts'
import { createWallet } from '../../src/services/custody/create.ts'
import { signFor } from '../../src/services/custody/signer.ts'
import type { Store } from '../../src/store/store.ts'
import { inheritedEnv } from '../support/inherited-env.ts'
import { dumpRows, placeOldStore } from './old-store.ts'
import { GENESIS, movingClock, openTempStore, SILENT, storeConfig, tempDir } from './temp-store.ts'

const PEER = new URL('children/open-once.ts', import.meta.url).pathname

function ctxOf(store: Store, dataDir: string) {
  const config = { ...storeConfig(dataDir), custody: { keyFile: null, idleMs: 1_000 } }
  return addParts({ config, clock: movingClock(), log: SILENT, store } as never).ctx
}

test('a store of schema 1 keeps every key, every wallet and its log, and each row has its code then', async (t) => {
  const dir = tempDir(t)
  const old = await placeOldStore(dir)
  const store = await openTempStore(t, { dir })
  assert.equal(store.integrity.problem(), null)
  for (const { id, key, isGood } of old.keys) {
    const record = store.apiKeys.findByDigest(digestKey(key))
    assert.deepEqual([record?.id, record?.revokedAtMs === null], [id, isGood])
    assert.match(record!.walletNamespace, /^[0-9a-f]{32}$/)
  }
  const ctx = ctxOf(store, dir)
  for (const { keyId, userRef, withdrawTo, address } of old.wallets) {
    const record = store.custody.findOf(keyId, userRef)!
    assert.deepEqual([record.address, record.withdrawTo, record.derivation], [address, withdrawTo, 1])
    const signed = signFor(ctx, record.id, Buffer.from('message'))
    assert(signed.ok, 'its key is derived, and is that of the address')
    const derived = ctx.parts.signingKeys.derive(record)
    assert(derived.ok && derived.value.address === address)
  }
  assert.deepEqual(store.audit.verify().findings, [])
  assert(store.audit.page({ limit: 99 }).length >= 5)
  assert.deepEqual(store.integrity.rejected(), [])
  await store.close()

  const once = await dumpRows(dir)
  const again = await openTempStore(t, { dir })
  await again.close()
  const sealed = (rows: typeof once) => rows.filter(([table]) => /^(apiKeys|wallets|walletSeed|audit|meta)/.test(table))
  assert.deepEqual(sealed(await dumpRows(dir)), sealed(once), 'a second opening changes nothing')
})

test('a new wallet of an old key is derived from its namespace and its list, and the lost row of an old one is not made again', async (t) => {
  const dir = tempDir(t)
  const old = await placeOldStore(dir)
  const store = await openTempStore(t, { dir })
  const ctx = ctxOf(store, dir)
  const key = store.apiKeys.findById(old.wallets[0]!.keyId)!
  const make = async (userRef: string, withdrawTo: readonly string[]) => {
    const wish = { userRef, label: '', kind: 'derived', address: null, withdrawTo } as const
    const made = await createWallet(ctx, { kind: 'key', key }, wish)
    assert(made.ok, made.ok ? '' : made.message)
    return made.value.wallet.address
  }
  assert.equal(await make('alice', []), old.wallets[0]!.address)
  const fresh = await make('fresh', [])
  assert.equal(store.custody.findOf(key.id, 'fresh')?.derivation, 2)
  assert.notEqual(await make('confined-2', ['A']), fresh)
})

test('a start that is killed while it seals an old store leaves one that the next start seals whole', async (t) => {
  for (const delayMs of [60, 90, 120, 150, 180]) {
    const dir = tempDir(t)
    const old = await placeOldStore(dir)
    const child = spawn(process.execPath, [PEER, dir], { env: inheritedEnv(), stdio: 'ignore' })
    const closed = once(child, 'close') // a fast machine is done before the kill
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    child.kill('SIGKILL')
    await closed
    const store = await openTempStore(t, { dir })
    for (const { id, key } of old.keys) assert.equal(store.apiKeys.findByDigest(digestKey(key))?.id, id)
    for (const { keyId, userRef, address } of old.wallets)
      assert.equal(store.custody.findOf(keyId, userRef)?.address, address)
    assert.deepEqual(store.audit.verify().findings, [])
    await store.close()
  }
})

async function sealedStore(t: TestContext) {
  const dir = tempDir(t)
  const old = await placeOldStore(dir)
  await (await openTempStore(t, { dir })).close()
  return { dir, old }
}

const ENV = (dir: string) => ({ path: join(dir, 'sandbox', 'durable') })

test('a store whose marker was taken away gets no new codes: rows could be anyone’s', async (t) => {
  const { dir } = await sealedStore(t)
  const { open } = await import('lmdb')
  const root = open({ ...ENV(dir), maxDbs: 128, encoding: 'binary', mapSize: 4 * 1024 ** 3 })
  const meta = root.openDB<Buffer, string>({ name: 'meta.v1', encoding: 'binary' })
  await meta.remove('integrity')
  await root.close()
  const store = await openTempStore(t, { dir })
  assert.match(store.integrity.problem() ?? '', /its marker of authentication is gone/)
  await store.close()
})

test('one that pretends to be of schema 1 as well is refused by its seed', async (t) => {
  const { dir, old } = await sealedStore(t)
  const { open } = await import('lmdb')
  const root = open({ ...ENV(dir), maxDbs: 128, encoding: 'binary', mapSize: 4 * 1024 ** 3 })
  const meta = root.openDB<Buffer, string>({ name: 'meta.v1', encoding: 'binary' })
  await meta.remove('integrity')
  const identity = old.rows.find(([table]) => table === 'meta.v1')!
  await meta.put('identity', Buffer.from(identity[2], 'base64'))
  await root.close()
  const store = await openTempStore(t, { dir })
  assert.match(store.integrity.problem() ?? '', /is not the key that sealed the master seed/)
  assert.deepEqual(store.apiKeys.list(), [])
  await store.close()
})

test('another key file, and none, lock the store: nothing is read, written or made', async (t) => {
  const { dir, old } = await sealedStore(t)
  const file = join(dir, 'sandbox', 'wallet.key')
  const before = await dumpRows(dir)
  for (const spoil of [() => writeFileSync(file, 'ab'.repeat(32)), () => rmSync(file)]) {
    spoil()
    const store = await openTempStore(t, { dir })
    assert.match(store.integrity.problem() ?? '', /put the right one back|is missing/)
    assert.equal(store.apiKeys.findByDigest(digestKey(old.keys[0]!.key)), undefined)
    await assert.rejects(store.apiKeys.create({ label: '', tier: 'free' }), { code: 'locked' })
    await store.close()
    const rows = (dump: typeof before) => dump.filter(([table]) => /^(apiKeys|wallets|walletSeed|audit)/.test(table))
    assert.deepEqual(rows(await dumpRows(dir)), rows(before))
  }
  assert.equal(existsSync(file), false, 'a key file that is lost is not made again')
})

test('a live store without wallets has a key of its own, and comes under the wallet key when there is one', async (t) => {
  const dir = tempDir(t)
  const options = { dir, mode: 'live', genesisHash: GENESIS } as const
  const first = await openTempStore(t, options)
  assert(existsSync(join(dir, 'live', 'store.key')))
  assert.equal(first.custody.sealedSeed(), undefined)
  const note = { actor: 'operator', action: 'key.create', addressBucket: null } as const
  const { key, record } = await first.apiKeys.create({ label: 'a', tier: 'data' }, note)
  const walletKeyFile = join(dir, 'wallet.key')
  writeFileSync(walletKeyFile, `${'5e'.repeat(32)}\n`)
  const second = await openTempStore(t, { ...options, walletKeyFile })
  const found = second.apiKeys.findByDigest(digestKey(key))
  assert.equal(found?.id, record.id)
  assert.notEqual(found?.walletNamespace, record.walletNamespace)
  assert.equal(second.custody.sealedSeed()?.length, 60)
  assert.deepEqual(second.audit.verify().findings, [])
  assert.deepEqual(
    second.audit.page({ limit: 9 }).map(({ action }) => action),
    ['store.upgrade', 'key.create'],
  )
  // The one that was open cannot go on, and does not take its rows for forged. It reads the newest rows from its next
  // turn on.
  await new Promise((resolve) => setTimeout(resolve, 10))
  assert.equal(first.apiKeys.findByDigest(digestKey(key)), undefined)
  assert.match(first.integrity.problem() ?? '', /set WALLET_KEY_FILE/)
  assert.deepEqual(first.integrity.rejected(), [])
  const third = await openTempStore(t, options)
  assert.match(third.integrity.problem() ?? '', /set WALLET_KEY_FILE/)
})

test('a live store with wallets never comes under a key that lies beside it', async (t) => {
  const dir = tempDir(t)
  const walletKeyFile = join(dir, 'wallet.key')
  writeFileSync(walletKeyFile, `${'5e'.repeat(32)}\n`)
  await (await openTempStore(t, { dir, mode: 'live', walletKeyFile })).close()
  mkdirSync(join(dir, 'live'), { recursive: true })
  const { open } = await import('lmdb')
  const root = open({ path: join(dir, 'live', 'durable'), maxDbs: 128, encoding: 'binary', mapSize: 4 * 1024 ** 3 })
  const { encodeDurable } = await import('../../src/store/codec.ts')
  const meta = root.openDB<Buffer, string>({ name: 'meta.v1', encoding: 'binary' })
  await meta.remove('integrity')
  await meta.put('identity', encodeDurable({ mode: 'live', genesisHash: GENESIS, schema: 1 }))
  await root.close()
  const store = await openTempStore(t, { dir, mode: 'live' })
  assert.match(store.integrity.problem() ?? '', /it has custodial wallets/)
})
