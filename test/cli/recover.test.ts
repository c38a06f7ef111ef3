import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { open } from 'lmdb'
import type { Context } from '../../src/context.ts'
import { addParts } from '../../src/create-parts.ts'
import { digestKey } from '../../src/runtime/digest-key.ts'
import { createWallet } from '../../src/services/custody/create.ts'
import type { BackupManifest } from '../../src/store/backup-manifest.ts'
import { decodeDurable, encodeDurable } from '../../src/store/codec.ts'
import type { SealedRow } from '../../src/store/sealed-row.ts'
import type { Store } from '../../src/store/store.ts'
import { placeOldStore } from '../store/old-store.ts'
import { movingClock, openTempStore, SILENT, storeConfig, tempDir } from '../store/temp-store.ts'
import { runCliNow } from '../support/run-cli.ts'

const LISTED = 'So11111111111111111111111111111111111111112'

function mintglass(dataDir: string, ...args: readonly string[]) {
  return runCliNow(args, { MINTGLASS_DATA_DIR: dataDir, MINTGLASS_MAP_SIZE_GIB: '4' })
}

function json(dataDir: string, ...args: readonly string[]) {
  const { code, out, err } = mintglass(dataDir, ...args, '--json')
  assert.equal(code, 0, err)
  return JSON.parse(out)
}

/** As `POST /v1/wallets` does. */
async function walletOf(store: Store, dataDir: string, key: string, withdrawTo: readonly string[]): Promise<string> {
  const config = { ...storeConfig(dataDir), custody: { keyFile: null, idleMs: 1_000 } }
  const ctx: Context = addParts({ config, clock: movingClock(), log: SILENT, store } as never).ctx
  const record = store.apiKeys.findByDigest(digestKey(key))!
  const wish = { userRef: 'alice', label: '', kind: 'derived', address: null, withdrawTo } as const
  const made = await createWallet(ctx, { kind: 'key', key: record }, wish)
  assert(made.ok, made.ok ? '' : made.message)
  return made.value.wallet.address
}

async function inStore<T>(t: TestContext, dir: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openTempStore(t, { dir })
  const value = await work(store)
  await store.close()
  return value
}

test('after a restore the next key never reaches the wallets of a key made since the backup; its owner gets them back', async (t) => {
  const dir = tempDir(t)
  json(dir, 'keys', 'create', '--tier', 'enterprise')
  assert.equal(mintglass(dir, 'backup', join(dir, 'copy')).code, 0)
  const victim = json(dir, 'keys', 'create', '--tier', 'enterprise')
  const address = await inStore(t, dir, (store) => walletOf(store, dir, victim.key, [LISTED]))
  assert.equal(mintglass(dir, 'restore', join(dir, 'copy'), '--replace').code, 0)

  const next = json(dir, 'keys', 'create', '--tier', 'enterprise')
  assert.notEqual(next.id, victim.id)
  for (const list of [[LISTED], []])
    assert.notEqual(await inStore(t, dir, (store) => walletOf(store, dir, next.key, list)), address)

  assert.match(
    mintglass(dir, 'wallets', 'recover', '--key', String(victim.id), '--user', 'alice').err,
    /there is no key/,
  )
  const recovered = json(dir, 'keys', 'recover', String(victim.id), '--tier', 'enterprise')
  assert.equal(recovered.id, victim.id)
  assert.match(mintglass(dir, 'keys', 'recover', String(victim.id), '--tier', 'free').err, /nothing to recover/)
  const [wallet] = json(
    dir,
    ...['wallets', 'recover', '--key', String(victim.id), '--user', 'alice', '--withdraw-to', LISTED],
  )
  assert.deepEqual([wallet.address, wallet.withdrawTo], [address, [LISTED]])
  assert.equal(await inStore(t, dir, (store) => walletOf(store, dir, recovered.key, [LISTED])), address)
  const log = mintglass(dir, 'audit', '--json')
    .out.trim()
    .split('\n')
    .map((line) => JSON.parse(line).action)
  assert.deepEqual(log.slice(0, 2), ['wallet.recover', 'key.recover'])
  assert.equal(mintglass(dir, 'audit', 'verify').code, 0)
})

test('a restore names the keys that it makes good again; without the store that was there it says what it cannot name', async (t) => {
  const dir = tempDir(t)
  const make = (label: string) => json(dir, 'keys', 'create', '--tier', 'enterprise', '--label', label)
  const [kept, revoked, gone] = [make('kept'), make('revoked'), make('gone')]
  json(dir, 'keys', 'revoke', String(gone.id))
  assert.equal(mintglass(dir, 'backup', join(dir, 'copy')).code, 0)
  json(dir, 'keys', 'revoke', String(revoked.id))
  make('later')
  const restored = json(dir, 'restore', join(dir, 'copy'), '--replace')
  const named = { id: revoked.id, label: 'revoked', keyPrefix: revoked.key.slice(0, 7), was: 'revoked' }
  assert.deepEqual(restored.undoneRevocations, [named])

  const isGood = async (key: string) =>
    inStore(t, dir, async (store) => store.apiKeys.findByDigest(digestKey(key))?.revokedAtMs === null)
  assert.deepEqual([await isGood(revoked.key), await isGood(kept.key), await isGood(gone.key)], [true, true, false])
  json(dir, 'keys', 'revoke', String(revoked.id))
  const again = mintglass(dir, 'restore', join(dir, 'copy'), '--replace')
  assert.equal(again.code, 0, again.err)
  const line = `good again: key ${revoked.id} \\(${named.keyPrefix}, "revoked"\\), which was revoked after .*: \`keys revoke ${revoked.id}\``
  assert.match(again.out, new RegExp(line))
  assert(!again.out.includes(String(gone.id)) && !again.out.includes(String(kept.id)))

  // The sandbox's key lies beside its store.
  const other = tempDir(t)
  cpSync(join(dir, 'sandbox', 'wallet.key'), join(other, 'sandbox', 'wallet.key'))
  const fresh = mintglass(other, 'restore', join(dir, 'copy'))
  assert.equal(fresh.code, 0, fresh.err)
  assert.match(fresh.out, /^keys that were revoked or replaced after \S+ are good again: revoke them again/m)
})

test('a key that its owner has replaced since the backup is named by a restore, too', async (t) => {
  const dir = tempDir(t)
  const owner = { ownerWallet: LISTED }
  const made = await inStore(t, dir, (store) => store.apiKeys.create({ label: 'old', tier: 'free', ...owner }))
  assert.equal(mintglass(dir, 'backup', join(dir, 'copy')).code, 0)
  const note = { action: 'key.regenerate', actor: 'owner', addressBucket: null } as const
  await inStore(t, dir, (store) => store.apiKeys.regenerate(made.record.id, { ...owner, graceMs: 0, note }))
  const { undoneRevocations } = json(dir, 'restore', join(dir, 'copy'), '--replace')
  assert.deepEqual(
    undoneRevocations.map(({ id, was }: { id: number; was: string }) => [id, was]),
    [[made.record.id, 'replaced']],
  )
})

test('a lost row of a wallet with a list, made again without the list, is another wallet', async (t) => {
  const dir = tempDir(t)
  const { id, key } = json(dir, 'keys', 'create', '--tier', 'enterprise')
  assert.equal(mintglass(dir, 'backup', join(dir, 'copy')).code, 0)
  const address = await inStore(t, dir, (store) => walletOf(store, dir, key, [LISTED]))
  assert.equal(mintglass(dir, 'restore', join(dir, 'copy'), '--replace').code, 0)
  assert.notEqual(await inStore(t, dir, (store) => walletOf(store, dir, key, [])), address)
  const lost = ['wallets', 'recover', '--key', String(id), '--user', 'alice', '--withdraw-to', LISTED]
  assert.match(mintglass(dir, ...lost).err, /alice has a wallet at .*: --replace/)
  assert.equal(json(dir, ...lost, '--replace')[0].address, address)
  assert.equal(json(dir, 'wallets', 'list', '--key', String(id)).length, 2)
})

test('a wallet of schema 1 whose row is lost is found again by its derivation', async (t) => {
  const dir = tempDir(t)
  const old = await placeOldStore(dir)
  const { keyId, userRef, address } = old.wallets[0]!
  await inStore(t, dir, async () => undefined)
  const root = open({ path: join(dir, 'sandbox', 'durable'), maxDbs: 128, encoding: 'binary', mapSize: 4 * 1024 ** 3 })
  await root.openDB({ name: 'walletsOfUser.v1', encoding: 'binary' }).remove([keyId, userRef])
  await root.close()
  const lost = ['wallets', 'recover', '--key', String(keyId), '--user', userRef]
  assert.equal(json(dir, ...lost, '--derivation', '1')[0].address, address)
})

test('a backup that someone else has changed is refused, whole as it looks; a changed row in it opens nothing even so', async (t) => {
  const dir = tempDir(t)
  const victim = json(dir, 'keys', 'create', '--tier', 'enterprise')
  const thief = json(dir, 'keys', 'create', '--tier', 'free')
  const copy = join(dir, 'copy')
  assert.equal(mintglass(dir, 'backup', copy).code, 0)
  assert.equal(mintglass(dir, 'restore', copy, '--check').code, 0)

  const durable = join(copy, 'durable')
  const root = open({ path: durable, maxDbs: 128, encoding: 'binary', mapSize: 4 * 1024 ** 3 })
  const keys = root.openDB<Buffer, number>({ name: 'apiKeys.v1', encoding: 'binary' })
  const { row, mac } = decodeDurable<SealedRow>(Buffer.from(keys.get(victim.id)!))
  const forged = { ...decodeDurable<object>(Buffer.from(row)), digestHex: digestKey(thief.key) }
  await keys.put(victim.id, encodeDurable({ row: encodeDurable(forged), mac }))
  await root
    .openDB({ name: 'apiKeyDigests.v1', encoding: 'binary' })
    .put(digestKey(thief.key), encodeDurable(victim.id))
  await root.close()
  const bytes = readFileSync(join(durable, 'data.mdb'))
  const manifest = JSON.parse(readFileSync(join(copy, 'manifest.json'), 'utf8')) as BackupManifest
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const environments = manifest.environments.map((one) =>
    one.name === 'durable' ? { ...one, sha256, bytes: bytes.length } : one,
  )
  const write = (changed: object) => writeFileSync(join(copy, 'manifest.json'), JSON.stringify(changed))
  const wrongs = [
    { ...manifest, environments },
    { ...manifest, environments, format: 1, signature: undefined },
  ]
  for (const wrong of wrongs) {
    write(wrong)
    for (const args of [['--check'], ['--replace']]) {
      const refused = mintglass(dir, 'restore', copy, ...args)
      assert.equal(refused.code, 1)
      assert.match(refused.err, /is not verified as yours: .*own every wallet of the store/)
    }
  }
  write(wrongs[0]!)
  const taken = mintglass(dir, 'restore', copy, '--replace', '--unsigned')
  assert.equal(taken.code, 0, taken.err)
  assert.match(taken.out, /Who wrote this backup can own every wallet of the store/)
  await inStore(t, dir, async (store) => {
    assert.equal(store.apiKeys.findByDigest(digestKey(thief.key))?.id, undefined)
    assert.equal(store.apiKeys.findByDigest(digestKey(victim.key)), undefined)
  })
  assert.match(mintglass(dir, 'keys', 'list').err, new RegExp(`row ${victim.id} of apiKeys.v1 is not authentic`))
})

test('a backup of a version before schema 2 is restored as unsigned, and keeps its keys and wallets', async (t) => {
  const dir = tempDir(t)
  const old = await placeOldStore(join(dir, 'old'))
  const durable = join(dir, 'copy', 'durable')
  cpSync(join(dir, 'old', 'sandbox', 'durable', 'data.mdb'), join(durable, 'data.mdb'))
  const bytes = readFileSync(join(durable, 'data.mdb'))
  const rows: Record<string, number> = {}
  for (const [table] of old.rows) rows[table] = (rows[table] ?? 0) + 1
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const base = { format: 1, version: '0', mode: 'sandbox', genesisHash: 'GenesisOfTheFirstWorld', schema: 1 }
  const environments = [{ name: 'durable', bytes: bytes.length, sha256, rows }]
  writeFileSync(
    join(dir, 'copy', 'manifest.json'),
    JSON.stringify({ ...base, startedAtMs: 1, finishedAtMs: 2, environments }),
  )
  const back = join(dir, 'back')
  cpSync(join(dir, 'old', 'sandbox', 'wallet.key'), join(back, 'sandbox', 'wallet.key'))
  assert.match(mintglass(back, 'restore', join(dir, 'copy')).err, /it has no signature/)
  const put = mintglass(back, 'restore', join(dir, 'copy'), '--unsigned')
  assert.equal(put.code, 0, put.err)
  await inStore(t, back, async (store) => {
    for (const { id, key } of old.keys) assert.equal(store.apiKeys.findByDigest(digestKey(key))?.id, id)
    for (const { keyId, userRef, address } of old.wallets)
      assert.equal(store.custody.findOf(keyId, userRef)?.address, address)
  })
})
