import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { STORAGE } from '../../src/config/storage.ts'
import { type Environment, openEnvironment } from '../../src/store/environment.ts'
import { createExpiringTable, type ExpiringTable } from '../../src/store/expiring-table.ts'
import { StoreError } from '../../src/store/store-error.ts'
import { until } from '../support/until.ts'
import { movingClock, SILENT, tempDir } from './temp-store.ts'

function openTable(t: Parameters<typeof tempDir>[0], wrap: (env: Environment) => Environment = (env) => env) {
  const env = openEnvironment({ name: 'cache', path: join(tempDir(t), 'cache'), mapBytes: 1024 ** 3, synced: false })
  t.after(() => env.close())
  const clock = movingClock()
  return { clock, env, table: createExpiringTable(wrap(env), 'rows.v1', clock, SILENT) }
}

const payload = (text: string) => Buffer.from(text)
const readText = (table: ExpiringTable, key: string) => table.get(key)?.toString()

test('a payload is a view of its own length, not of the whole shared buffer', async (t) => {
  const { table } = openTable(t)
  table.put('k', 1, payload('abc'))
  await table.idle()
  assert.equal(table.get('k')?.byteLength, 3)
})

test('rows past their time are swept, the others stay, however many there are', async (t) => {
  const { table, clock, env } = openTable(t)
  const nowMs = clock.nowMs()
  const rows = 2 * STORAGE.cacheSweepRows + 50
  for (let i = 0; i < rows; i++) {
    table.put(`k${i}`, i % 2 === 0 ? nowMs + 1_000 : nowMs + 3_600_000, payload(`${i}`))
    if (i % 100 === 0) await table.idle()
  }
  await table.idle()
  clock.advance(1_001)
  for (let round = 0; round < 200; round++) {
    table.sweep()
    await table.idle()
    env.refresh()
  }
  for (let i = 0; i < rows; i++) assert.equal(readText(table, `k${i}`), i % 2 === 0 ? undefined : `${i}`, `k${i}`)
})

test('nothing is swept before its time', async (t) => {
  const { table, clock } = openTable(t)
  table.put('k', clock.nowMs() + 1_000, payload('x'))
  await table.idle()
  clock.advance(1_000)
  table.sweep()
  await table.idle()
  assert.equal(readText(table, 'k'), 'x')
})

test('writes beyond what may wait are dropped and not queued', async (t) => {
  const { table } = openTable(t)
  const tried = STORAGE.cacheWritesInFlight + 100
  for (let i = 0; i < tried; i++) table.put(`k${i}`, 1, payload('x'))
  await table.idle()
  let kept = 0
  for (let i = 0; i < tried; i++) if (table.get(`k${i}`) !== undefined) kept++
  assert.equal(kept, STORAGE.cacheWritesInFlight)
})

test('a disk that refuses costs the row and nothing else', async (t) => {
  const refuse = () => Promise.reject(new StoreError('disk_full', '/x', 'full'))
  const { table } = openTable(t, (env) => ({ ...env, put: refuse }))
  table.put('k', 1, payload('x'))
  await table.idle()
  assert.equal(table.get('k'), undefined)
})

test('a cleared table is empty', async (t) => {
  const { table } = openTable(t)
  table.put('k', 1, payload('x'))
  await table.idle()
  await table.clear()
  assert.equal(table.get('k'), undefined)
})

test('a table sees what it wrote at once, and what another wrote when its snapshot has ended', async (t) => {
  const { table, env, clock } = openTable(t)
  const other = createExpiringTable(env, 'rows.v1', clock, SILENT)
  table.put('own', 1, payload('1'))
  assert.equal(readText(table, 'own'), undefined)
  await table.idle()
  assert.equal(readText(table, 'own'), '1')
  other.put('foreign', 1, payload('2'))
  await other.idle()
  await until(() => readText(table, 'foreign') !== undefined, 'the snapshot ends')
  assert.equal(readText(table, 'foreign'), '2')
})

test('what comes after the end finds nothing, keeps nothing and does not touch a closed environment', async (t) => {
  const { table, clock, env } = openTable(t)
  table.put('k', clock.nowMs() + 1, payload('abc'))
  await table.end()
  assert.equal(table.get('k'), undefined)
  await env.close()
  assert.equal(table.get('k'), undefined)
  table.put('l', clock.nowMs() + 1, payload('abc'))
  table.sweep()
  await table.idle()
})
