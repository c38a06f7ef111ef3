import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '../../../src/runtime/clock.ts'
import { createAuthenticate } from '../../../src/services/account/authenticate.ts'
import { openKeyStore } from '../../../src/store/open.ts'
import { openTempStore, storeConfig, tempDir } from '../../store/temp-store.ts'
import { until } from '../../support/until.ts'

test('a key of the store is its record, anything else is no one', async (t) => {
  const { apiKeys } = await openTempStore(t)
  const { key, record } = await apiKeys.create({ label: 'a', tier: 'data' })
  const authenticate = createAuthenticate({ apiKeys, previewKey: null })
  for (let i = 0; i < 3; i++) assert.deepEqual(authenticate(key), { kind: 'key', key: record })
  for (const wrong of [
    '',
    'mg_',
    `${key}x`,
    key.slice(0, -1),
    key.toUpperCase(),
    record.digestHex,
    'x'.repeat(10_000),
  ]) {
    assert.equal(authenticate(wrong), null, wrong.slice(0, 60))
  }
})

test('the preview key is a caller without a record; unset or empty it is no one', async (t) => {
  const { apiKeys } = await openTempStore(t)
  const authenticate = createAuthenticate({ apiKeys, previewKey: 'rt_preview' })
  assert.deepEqual(authenticate('rt_preview'), { kind: 'preview', limitPer10s: null })
  assert.equal(authenticate('rt_previe'), null)
  assert.equal(createAuthenticate({ apiKeys, previewKey: null })('rt_preview'), null)
  assert.equal(createAuthenticate({ apiKeys, previewKey: '' })(''), null)
})

test('a revoked key is no one at once in this process', async (t) => {
  const { apiKeys } = await openTempStore(t)
  const { key, record } = await apiKeys.create({ label: 'a', tier: 'data' })
  const authenticate = createAuthenticate({ apiKeys, previewKey: null })
  assert.notEqual(authenticate(key), null)
  await apiKeys.update(record.id, { revokedAtMs: 1 })
  assert.equal(authenticate(key), null)
})

test('a key asked for while it is being revoked is not remembered as valid', async (t) => {
  const { apiKeys } = await openTempStore(t)
  const { key, record } = await apiKeys.create({ label: 'a', tier: 'data' })
  const authenticate = createAuthenticate({ apiKeys, previewKey: null })
  let isRevoked = false
  const revoking = apiKeys.update(record.id, { revokedAtMs: 1 }).then(() => {
    isRevoked = true
  })
  while (!isRevoked) {
    authenticate(key)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await revoking
  assert.equal(authenticate(key), null)
})

test('a change made on the store by someone else is seen here', async (t) => {
  const dir = tempDir(t)
  const { apiKeys } = await openTempStore(t, { dir })
  const { key, record } = await apiKeys.create({ label: 'a', tier: 'free' })
  const authenticate = createAuthenticate({ apiKeys, previewKey: null })
  assert.notEqual(authenticate(key), null)
  const operator = await openKeyStore({ config: storeConfig(dir), clock: systemClock() })
  t.after(() => operator.close())
  const { key: later } = await operator.apiKeys.create({ label: 'b', tier: 'data' })
  await operator.apiKeys.update(record.id, { revokedAtMs: 1 })
  await until(() => authenticate(key) === null && authenticate(later) !== null, 'the change')
})

test('a published key of the sandbox is known as long as the process lives', async (t) => {
  const { apiKeys } = await openTempStore(t)
  const authenticate = createAuthenticate({ apiKeys, previewKey: null })
  assert.equal(authenticate('mg_sandbox'), null)
  const key = apiKeys.addVolatile('mg_sandbox', { label: 'sandbox', tier: 'enterprise', limitPer10s: 1_000 })
  assert.deepEqual(authenticate('mg_sandbox'), { kind: 'key', key })
})
