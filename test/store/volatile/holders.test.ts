import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { openEnvironment } from '../../../src/store/environment.ts'
import { holdVolatile } from '../../../src/store/volatile/holders.ts'
import { until } from '../../support/until.ts'
import { startSibling } from '../children/sibling.ts'
import { openTempStore, tempDir } from '../temp-store.ts'

const NOW_MS = 6_000
const usage = {
  keyId: -1,
  route: 'r',
  bucketMs: 0,
  calls: 1,
  errors: 0,
  failures: 0,
  totalMs: 1,
  maxMs: 1,
  providerCalls: 0,
  providerCostUsd: 0,
}

test('a server that starts beside another one does not empty what that one holds', async (t) => {
  const dir = tempDir(t)
  const sibling = await startSibling(t, 'share-counts.ts', [dir])
  sibling.send('publish a=3')
  const first = await openTempStore(t, { dir })
  await until(() => first.rateCounts.readOthers(NOW_MS).size === 1, "the sibling's counts")
  await first.usage.add([usage])
  await first.close()
  const second = await openTempStore(t, { dir })
  assert.equal(second.rateCounts.readOthers(NOW_MS).size, 1)
  assert.equal(second.usage.read(-1, 'day', 0, 0).length, 1)
})

test('a server that starts after all others were killed begins empty', async (t) => {
  const dir = tempDir(t)
  const sibling = await startSibling(t, 'share-counts.ts', [dir])
  sibling.send('publish a=3')
  const store = await openTempStore(t, { dir })
  await until(() => store.rateCounts.readOthers(NOW_MS).size === 1, "the sibling's counts")
  await store.usage.add([usage])
  await store.close()
  await sibling.kill()
  const next = await openTempStore(t, { dir })
  assert.equal(next.rateCounts.readOthers(NOW_MS).size, 0)
  assert.equal(next.usage.read(-1, 'day', 0, 0).length, 0)
})

test('of many that start at once exactly one finds itself first', async (t) => {
  const path = join(tempDir(t), 'volatile')
  const env = openEnvironment({ name: 'volatile', path, mapBytes: 1024 ** 3, synced: false })
  t.after(() => env.close())
  const holders = await Promise.all(Array.from({ length: 8 }, () => holdVolatile(env, [])))
  assert.equal(holders.filter(({ isFirst }) => isFirst).length, 1)
  await Promise.all(holders.map((holder) => holder.release()))
  assert.equal((await holdVolatile(env, [])).isFirst, true)
})
