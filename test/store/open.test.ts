import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ok } from '../../src/contract/outcome.ts'
import { systemClock } from '../../src/runtime/clock.ts'
import { openKeyStore } from '../../src/store/open.ts'
import { StoreError, type StoreErrorCode } from '../../src/store/store-error.ts'
import { until } from '../support/until.ts'
import { GENESIS, openTempStore, storeConfig, tempDir } from './temp-store.ts'

const hasCode = (code: StoreErrorCode) => (error: unknown) => error instanceof StoreError && error.code === code
const CHILDREN = new URL('children/', import.meta.url).pathname

test('live mode refuses a store of sandbox mode, and the other way round', async (t) => {
  const dir = tempDir(t)
  await (await openTempStore(t, { dir })).close()
  cpSync(join(dir, 'sandbox'), join(dir, 'live'), { recursive: true })
  await assert.rejects(openTempStore(t, { dir, mode: 'live' }), (error) => {
    assert(hasCode('wrong_mode')(error))
    assert.match((error as Error).message, /belongs to sandbox mode; live mode refuses it/)
    return true
  })
  const other = tempDir(t)
  await (await openTempStore(t, { dir: other, mode: 'live' })).close()
  cpSync(join(other, 'live'), join(other, 'sandbox'), { recursive: true })
  await assert.rejects(openTempStore(t, { dir: other }), hasCode('wrong_mode'))
})

test('live mode refuses another chain, at open and later', async (t) => {
  const dir = tempDir(t)
  await (await openTempStore(t, { dir, mode: 'live' })).close()
  await assert.rejects(openTempStore(t, { dir, mode: 'live', genesisHash: 'OtherChain' }), hasCode('wrong_chain'))
  const store = await openTempStore(t, { dir, mode: 'live' })
  await assert.rejects(store.claimWorld('OtherChain'), hasCode('wrong_chain'))
  assert.deepEqual(await store.claimWorld(GENESIS), { changed: false })
})

test('a live store opened while no node answers learns its chain later', async (t) => {
  const dir = tempDir(t)
  const store = await openTempStore(t, { dir, mode: 'live', genesisHash: null })
  assert.deepEqual(await store.claimWorld(GENESIS), { changed: false })
  await store.close()
  await assert.rejects(openTempStore(t, { dir, mode: 'live', genesisHash: 'OtherChain' }), hasCode('wrong_chain'))
})

test('a new world in sandbox mode empties caches and market history and keeps keys and usage', async (t) => {
  const dir = tempDir(t)
  const first = await openTempStore(t, { dir })
  const { record } = await first.apiKeys.create({ label: 'stays', tier: 'data' })
  await first.solPrices.put({ tMs: 1_000, priceUsd: 150, tier: 'jupiter' })
  await first.trendingRanks.put(1_000, new Map([['mint', 1]]))
  await first.memo('tokenIntel', 'mint', async () => ok('old world'))
  const delta = { keyId: record.id, route: 'r', bucketMs: 0, calls: 1, errors: 0, failures: 0 }
  await first.usage.add([{ ...delta, totalMs: 1, maxMs: 1, providerCalls: 0, providerCostUsd: 0 }])
  await first.close()

  const second = await openTempStore(t, { dir, genesisHash: 'GenesisOfTheSecondWorld' })
  assert.equal(second.apiKeys.findById(record.id)?.label, 'stays')
  assert.equal(second.usage.read(record.id, 'day', 0, 0)[0]?.calls, 1)
  assert.equal(second.solPrices.latest(), undefined)
  assert.equal(second.trendingRanks.at(9_999), undefined)
  assert.deepEqual((await second.memo('tokenIntel', 'mint', async () => ok('new world'))).ok, true)
  assert.equal(second.peek('tokenIntel', 'mint'), 'new world')
})

test('the same world keeps everything', async (t) => {
  const dir = tempDir(t)
  const first = await openTempStore(t, { dir })
  await first.solPrices.put({ tMs: 1_000, priceUsd: 150, tier: 'jupiter' })
  await first.memo('tokenIntel', 'mint', async () => ok('kept'))
  await first.close()
  const second = await openTempStore(t, { dir })
  const version = second.worldVersion()
  assert.deepEqual(await second.claimWorld(GENESIS), { changed: false })
  assert.equal(second.worldVersion(), version)
  assert.equal(second.solPrices.latest()?.priceUsd, 150)
  assert.equal(second.peek('tokenIntel', 'mint'), 'kept')
})

test('a world that changes while two processes are at it is seen by both', async (t) => {
  const dir = tempDir(t)
  const one = await openTempStore(t, { dir })
  const other = await openTempStore(t, { dir })
  await other.memo('tokenPrices', 'mint', async () => ok('in memory only'))
  const versions = [one.worldVersion(), other.worldVersion()]
  assert.deepEqual(await one.claimWorld('Second'), { changed: true })
  assert.deepEqual(await other.claimWorld('Second'), { changed: true })
  assert.notEqual(one.worldVersion(), versions[0])
  assert.notEqual(other.worldVersion(), versions[1])
  assert.equal(other.peek('tokenPrices', 'mint'), undefined)
})

test('a damaged cache is replaced, a damaged durable environment is refused and left alone', async (t) => {
  const dir = tempDir(t)
  const first = await openTempStore(t, { dir })
  const { record } = await first.apiKeys.create({ label: 'stays', tier: 'data' })
  await first.close()
  const fileOf = (name: string) => join(dir, 'sandbox', name, 'data.mdb')
  writeFileSync(fileOf('cache'), Buffer.alloc(50_000, 7))
  writeFileSync(join(dir, 'sandbox', 'run', 'volatile', 'data.mdb'), 'nonsense')
  const second = await openTempStore(t, { dir })
  assert.equal(second.apiKeys.findById(record.id)?.label, 'stays')
  assert.equal(second.peek('tokenIntel', 'mint'), undefined)
  await second.close()

  writeFileSync(fileOf('durable'), Buffer.alloc(50_000, 7))
  await assert.rejects(openTempStore(t, { dir }), hasCode('corrupt'))
  assert.equal(statSync(fileOf('durable')).size, 50_000)
})

test('a cache that was cut short, deleted, or written before a reboot begins again', async (t) => {
  const dir = tempDir(t)
  const cacheDir = join(dir, 'sandbox', 'cache')
  const fill = async () => {
    const store = await openTempStore(t, { dir })
    for (let i = 0; i < 50; i++) await store.memo('tokenIntel', `m${i}`, async () => ok('x'.repeat(2_000)))
    await store.close()
  }
  const spoils: Record<string, () => void> = {
    'cut short': () => truncateSync(join(cacheDir, 'data.mdb'), 3 * 4_096),
    deleted: () => rmSync(cacheDir, { recursive: true }),
    'of an earlier boot': () => writeFileSync(join(cacheDir, 'boot-id'), 'another boot'),
  }
  for (const [what, spoil] of Object.entries(spoils)) {
    await fill()
    spoil()
    const store = await openTempStore(t, { dir })
    assert.equal(store.peek('tokenIntel', 'm3'), undefined, what)
    await store.close()
  }
  await fill()
  assert.equal((await openTempStore(t, { dir })).peek('tokenIntel', 'm3'), 'x'.repeat(2_000), 'unspoilt')
})

test('a store in a place that cannot be a folder is refused with its path', async (t) => {
  const dir = tempDir(t)
  writeFileSync(join(dir, 'file'), '')
  await assert.rejects(openTempStore(t, { dir: join(dir, 'file') }), (error) => {
    assert(hasCode('not_writable')(error))
    assert.match((error as Error).message, new RegExp(join(dir, 'file')))
    return true
  })
})

test('a folder without write permission is refused', (t) => {
  const dir = tempDir(t)
  mkdirSync(join(dir, 'closed'), { mode: 0o555 })
  // Root may write anywhere, so the child becomes someone else there.
  const asNobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const child = spawnSync(process.execPath, [join(CHILDREN, 'open-once.ts'), join(dir, 'closed')], asNobody)
  if (/ERR_MODULE_NOT_FOUND|EACCES.*children|Cannot find/.test(String(child.stderr)))
    return t.skip('another user cannot read this folder')
  assert.equal(String(child.stdout).trim(), 'StoreError not_writable')
})

test('when the disk is full reads go on and writes fail as StoreError, in one process', {
  skip: process.platform !== 'linux',
}, (t) => {
  const dir = tempDir(t)
  // A limit on the size of files stands in for a full disk: writes beyond it fail the same way. In blocks of 1 KiB.
  const child = spawnSync('bash', [
    '-c',
    'ulimit -f 400; exec "$0" "$@"',
    process.execPath,
    join(CHILDREN, 'fill-disk.ts'),
    dir,
  ])
  assert.equal(child.status, 0, String(child.stderr))
  assert.deepEqual(JSON.parse(String(child.stdout)), {
    refusedWith: 'StoreError disk_full',
    readsGoOn: true,
    usageRefused: true,
    cachePutThrew: false,
    writesAgain: true,
  })
})

test('commands read and change keys beside an open store without touching the rest', async (t) => {
  const dir = tempDir(t)
  const store = await openTempStore(t, { dir })
  const beside = await openKeyStore({ config: storeConfig(dir), clock: systemClock() })
  const { record } = await beside.apiKeys.create({ label: 'from beside', tier: 'free' })
  await beside.close()
  await until(() => store.apiKeys.findById(record.id) !== undefined, 'the key')
  assert.equal(existsSync(join(dir, 'sandbox', 'cache')), true)
})

test('opening keys alone makes neither cache nor volatile environment', async (t) => {
  const dir = tempDir(t)
  const keys = await openKeyStore({ config: storeConfig(dir), clock: systemClock() })
  await keys.close()
  assert.equal(existsSync(join(dir, 'sandbox', 'cache')), false)
  assert.equal(existsSync(join(dir, 'sandbox', 'run')), false)
})

test('stats name every environment, its place and its size', async (t) => {
  const dir = tempDir(t)
  const stats = (await openTempStore(t, { dir })).stats()
  assert.deepEqual(Object.keys(stats), ['durable', 'cache', 'volatile', 'reports', 'tape'])
  for (const { path, usedBytes, mapBytes } of Object.values(stats)) {
    assert(path.startsWith(dir))
    assert(usedBytes > 0 && usedBytes < mapBytes)
  }
})
