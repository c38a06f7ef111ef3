import assert from 'node:assert/strict'
import { closeSync, existsSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { systemClock } from '../../src/runtime/clock.ts'
import { digestKey } from '../../src/runtime/digest-key.ts'
import { decodeDurable } from '../../src/store/codec.ts'
import { openKeyStore } from '../../src/store/open.ts'
import { changeRows, dumpRows, type OldStore, placeOldLiveStore, placeOldStore } from './old-store.ts'
import { GENESIS, openTempStore, storeConfig, tempDir } from './temp-store.ts'

const FORGED_KEY = 'rt_forged'

async function openLive(t: TestContext, dir: string, walletKeyFile: string) {
  return openTempStore(t, { dir, mode: 'live', genesisHash: null, walletKeyFile })
}

function plain(value: unknown): Record<string, unknown> {
  return decodeDurable<Record<string, unknown>>((value as { row: Buffer }).row)
}

/** What someone does who may write to the store and has no key file: every code is taken away, a key of theirs is put
 *  in, and the store says that it is of schema 1. */
async function downgrade(durable: string, { keepsWallets }: { readonly keepsWallets: boolean }): Promise<void> {
  const forged = { digestHex: digestKey(FORGED_KEY), keyPrefix: 'rt_forg', validUntilMs: 9e15 }
  await changeRows(durable, 'apiKeys.v1', (row) => ({ ...plain(row), retiredKey: forged }))
  await changeRows(durable, 'wallets.v1', (row) => (keepsWallets ? plain(row) : undefined))
  await changeRows(durable, 'audit.v1', (row) => plain(row))
  await changeRows(durable, 'auditHead.v1', () => undefined)
  await changeRows(durable, 'walletSeed.v1', () => undefined)
  await changeRows(durable, 'meta.v1', (row, key) =>
    key === 'integrity' ? undefined : { ...(row as object), schema: 1 },
  )
}

function assertAllThere(store: Awaited<ReturnType<typeof openTempStore>>, old: OldStore): void {
  for (const { id, key } of old.keys) assert.equal(store.apiKeys.findByDigest(digestKey(key))?.id, id)
  for (const { keyId, userRef, address } of old.wallets)
    assert.equal(store.custody.findOf(keyId, userRef)?.address, address)
}

test('an older live store comes up on its own, with a row about it, and leaves a witness beside its key file', async (t) => {
  const dir = tempDir(t)
  const old = await placeOldLiveStore(dir)
  const store = await openLive(t, dir, old.keyFile)
  assert.equal(store.integrity.problem(), null)
  assertAllThere(store, old)
  assert(existsSync(`${old.keyFile}.stores`))
  const [row] = store.audit.page({ limit: 1, subject: 'store' })
  assert.deepEqual([row?.action, row?.actor], ['store.upgrade', 'server'])
  assert.equal(row?.after?.['keys'], old.keys.length)
  assert.deepEqual(row?.after?.['refused'], [])
  assert.deepEqual(store.audit.verify().findings, [])
  await store.close()
  const again = await openLive(t, dir, old.keyFile)
  assert.equal(again.integrity.upgraded(), null)
})

for (const keepsWallets of [true, false])
  test(`a downgraded live store ${keepsWallets ? 'with' : 'without'} wallet rows is refused, and no forged key is known`, async (t) => {
    const dir = tempDir(t)
    const { keyFile } = await placeOldLiveStore(dir)
    await (await openLive(t, dir, keyFile)).close()
    await downgrade(join(dir, 'live', 'durable'), { keepsWallets })
    const store = await openLive(t, dir, keyFile)
    assert.match(store.integrity.problem() ?? '', /wallet\.key\.stores says .*`mintglass store upgrade`/)
    assert.throws(() => store.integrity.assertOpen(), { code: 'locked' })
    assert.equal(store.apiKeys.findByDigest(digestKey(FORGED_KEY)), undefined)
    assert.equal(store.custody.sealedSeed(), undefined, 'no new seed is made')
  })

test('wallets without the seed that they follow from lock a store, with no witness and in the sandbox as well', async (t) => {
  const live = tempDir(t)
  const { keyFile } = await placeOldLiveStore(live)
  await changeRows(join(live, 'live', 'durable'), 'walletSeed.v1', () => undefined)
  const first = await openLive(t, live, keyFile)
  assert.match(first.integrity.problem() ?? '', /the master seed that they follow from is gone/)
  assert(!existsSync(`${keyFile}.stores`))
  const sandbox = tempDir(t)
  await placeOldStore(sandbox)
  await changeRows(join(sandbox, 'sandbox', 'durable'), 'walletSeed.v1', () => undefined)
  const second = await openTempStore(t, { dir: sandbox })
  assert.match(second.integrity.problem() ?? '', /the master seed that they follow from is gone/)
})

test('a wallet whose address does not follow from the seed gets no code; the others do', async (t) => {
  const dir = tempDir(t)
  const old = await placeOldStore(dir)
  const [victim, ...others] = old.wallets
  const mine = 'So11111111111111111111111111111111111111112'
  await changeRows(join(dir, 'sandbox', 'durable'), 'wallets.v1', (row) => {
    const record = row as { readonly address: string }
    return record.address === victim!.address ? { ...record, address: mine } : record
  })
  const store = await openTempStore(t, { dir })
  assert.equal(store.custody.findOf(victim!.keyId, victim!.userRef), undefined)
  assert.equal(store.integrity.rejected().length, 1)
  for (const { keyId, userRef, address } of others) assert.equal(store.custody.findOf(keyId, userRef)?.address, address)
  assert.equal(store.integrity.upgraded()?.refused.length, 1)
})

test('the operator’s word takes over an older copy of a store whose key file has a witness', async (t) => {
  const dir = tempDir(t)
  const old = await placeOldLiveStore(dir)
  await (await openLive(t, dir, old.keyFile)).close()
  rmSync(join(dir, 'live'), { recursive: true })
  await placeOldLiveStore(dir)
  const before = await dumpRows(dir, 'live')
  await (await openLive(t, dir, old.keyFile)).close()
  const rows = (dump: typeof before) => dump.filter(([table]) => /^(apiKeys|wallets|walletSeed|audit)\./.test(table))
  assert.deepEqual(rows(await dumpRows(dir, 'live')), rows(before), 'a refused start changes nothing')
  const config = { ...storeConfig(dir, 'live'), custody: { keyFile: old.keyFile } }
  const beside = await openKeyStore({ config, clock: systemClock(), isAsked: true })
  assert.equal(beside.integrity.upgraded()?.keys, old.keys.length)
  assert.equal(beside.audit.page({ limit: 1 })[0]?.actor, 'operator')
  await beside.close()
  assertAllThere(await openLive(t, dir, old.keyFile), old)
})

test('a store of rows of its own never comes under a wallet key that had rows before', async (t) => {
  const dir = tempDir(t)
  const { keyFile } = await placeOldLiveStore(dir)
  await (await openLive(t, dir, keyFile)).close()
  const other = tempDir(t)
  const own = await openTempStore(t, { dir: other, mode: 'live', genesisHash: GENESIS })
  await own.apiKeys.create({ label: 'a', tier: 'data' })
  await own.close()
  const raised = await openTempStore(t, { dir: other, mode: 'live', genesisHash: GENESIS, walletKeyFile: keyFile })
  assert.match(raised.integrity.problem() ?? '', /mintglass store upgrade/)
})

test('a key file in a folder that cannot be written serves, and says that it has no witness', async (t) => {
  const dir = tempDir(t)
  const { keyFile } = await placeOldLiveStore(dir)
  const fd = openSync(keyFile, 'r')
  t.after(() => closeSync(fd))
  // No one can make a file there, root included.
  const store = await openLive(t, dir, `/proc/self/fd/${fd}`)
  assert.equal(store.integrity.problem(), null)
  assert.equal(store.integrity.isWitnessKept(), false)
})
