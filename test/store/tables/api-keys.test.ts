import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { digestKey } from '../../../src/runtime/digest-key.ts'
import { openTempStore, tempDir } from '../temp-store.ts'

test('a created key is found by its digest and is stored nowhere itself', async (t) => {
  const dir = tempDir(t)
  const store = await openTempStore(t, { dir })
  const { key, record } = await store.apiKeys.create({ label: 'mine', tier: 'data' })
  assert.match(key, /^mg_[A-Za-z0-9_-]{43}$/)
  assert.deepEqual(store.apiKeys.findByDigest(digestKey(key)), record)
  assert.deepEqual(store.apiKeys.findById(record.id), record)
  assert.equal(record.keyPrefix, key.slice(0, 7))
  await store.close()
  const file = readFileSync(join(dir, 'sandbox', 'durable', 'data.mdb'))
  assert(file.includes(record.digestHex), 'the digest is in the file')
  assert.equal(file.includes(key.slice(3)), false, 'the key is not')
})

test('the prefix names the plan and the scopes default to it', async (t) => {
  const { apiKeys } = await openTempStore(t)
  const { key, record } = await apiKeys.create({ label: '', tier: 'scale' })
  assert.match(key, /^rt_/)
  assert.deepEqual(record.scopes, ['read'])
})

test('ids are random and never those of a lost row; keys are listed in the order they were made', async (t) => {
  const dir = tempDir(t)
  const first = await openTempStore(t, { dir })
  const made = await Promise.all(Array.from({ length: 20 }, () => first.apiKeys.create({ label: '', tier: 'free' })))
  const ids = made.map(({ record }) => record.id)
  assert.equal(new Set(ids).size, 20)
  assert(ids.every((id) => Number.isSafeInteger(id) && id >= 2 ** 32))
  assert(Math.max(...ids) - Math.min(...ids) > 2 ** 40, 'nobody counts')
  assert.notDeepEqual(ids, ids.toSorted())
  await first.close()
  const second = await openTempStore(t, { dir })
  const { id } = (await second.apiKeys.create({ label: '', tier: 'free' })).record
  assert.deepEqual(
    second.apiKeys.list().map((record) => record.id),
    [...ids, id],
  )
})

test('a change is kept, moves the version and leaves the rest alone', async (t) => {
  const dir = tempDir(t)
  const store = await openTempStore(t, { dir })
  const { key, record } = await store.apiKeys.create({
    label: 'a',
    tier: 'data',
    allowedDomains: ['a.com'],
    limitPer10s: 5,
  })
  const before = store.apiKeys.version()
  const changed = await store.apiKeys.update(record.id, { tier: 'scale', limitPer10s: null })
  assert.deepEqual(changed, { ...record, tier: 'scale', limitPer10s: null })
  assert.notEqual(store.apiKeys.version(), before)
  await store.close()
  const reopened = await openTempStore(t, { dir })
  assert.deepEqual(reopened.apiKeys.findByDigest(digestKey(key)), changed)
})

test('there is nothing to change about a key that does not exist', async (t) => {
  const { apiKeys } = await openTempStore(t)
  assert.equal(await apiKeys.update(7, { label: 'x' }), undefined)
  assert.equal(apiKeys.findById(7), undefined)
  assert.equal(apiKeys.findByDigest(digestKey('unknown')), undefined)
})

test('keys in memory have negative ids, are found, can be changed, and are never written', async (t) => {
  const dir = tempDir(t)
  const store = await openTempStore(t, { dir })
  const before = store.apiKeys.version()
  const one = store.apiKeys.addVolatile('mg_published_one', { label: 'one', tier: 'free' })
  const two = store.apiKeys.addVolatile('mg_published_two', { label: 'two', tier: 'scale', scopes: ['read', 'trade'] })
  assert.deepEqual([one.id, two.id], [-1, -2])
  assert.notEqual(store.apiKeys.version(), before)
  assert.deepEqual(store.apiKeys.findByDigest(digestKey('mg_published_two')), two)
  assert.equal((await store.apiKeys.update(-1, { revokedAtMs: 5 }))?.revokedAtMs, 5)
  assert.equal(store.apiKeys.findById(-1)?.revokedAtMs, 5)
  assert.equal(store.apiKeys.addVolatile('mg_published_one', { label: 'again', tier: 'free' }).id, -1)
  const { id: stored } = (await store.apiKeys.create({ label: '', tier: 'free' })).record
  await store.close()
  const reopened = await openTempStore(t, { dir })
  assert.deepEqual(
    reopened.apiKeys.list().map(({ id }) => id),
    [stored],
  )
})
