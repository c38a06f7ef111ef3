import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { encodeDurable } from '../../../src/store/codec.ts'
import { openEnvironment } from '../../../src/store/environment.ts'
import { openBrandingRows } from '../../../src/store/tables/branding-rows.ts'
import { tempDir } from '../temp-store.ts'

const LIMITS = { maxLamports: 40, probes: 40, keptMs: 1_000, renewedMs: 100 }

function openRows(t: Parameters<typeof tempDir>[0]) {
  const env = openEnvironment({ name: 'test', path: join(tempDir(t), 'env'), mapBytes: 1024 ** 3, synced: true })
  t.after(() => env.close())
  const rows = openBrandingRows(env, LIMITS)
  return { env, rows, take: (id: number, nowMs: number) => env.write(() => rows.takeTail(id, nowMs)) }
}

test('no two keys have the same amount, however crowded it is; beyond that a key has none', async (t) => {
  const { rows, take } = openRows(t)
  const tails = []
  for (let id = 1; id <= 40; id++) tails.push((await take(id, 0))!)
  assert.equal(new Set(tails).size, 40)
  assert(tails.every((tail) => tail >= 1 && tail <= 40))
  for (const [i, tail] of tails.entries()) assert.equal(rows.keyOfTail(tail), i + 1)
  assert.equal(await take(41, 0), undefined)
  assert.equal(await take(7, 999), tails[6])
})

test('an amount that no one asked for in a long time is given to another key, and not before', async (t) => {
  const { rows, take } = openRows(t)
  for (let id = 1; id <= 40; id++) await take(id, id === 5 ? 0 : 500)
  assert.equal(await take(41, 999), undefined)
  const freed = await take(41, 1_000)
  assert.equal(rows.keyOfTail(freed!), 41)
  assert.equal(rows.freshTail(5, 1_000), undefined)
})

test('a tail is fresh until it is due to be written again', async (t) => {
  const { rows, take } = openRows(t)
  assert.equal(rows.freshTail(9, 0), undefined)
  const tail = await take(9, 0)
  assert.deepEqual([rows.freshTail(9, 99), rows.freshTail(9, 100)], [tail, undefined])
})

test('payments of an older version read as claimed by the key that asked first', async (t) => {
  const { env, rows } = openRows(t)
  const table = env.table<string>('brandingPayments.v1')
  await env.write(() => table.put('old', encodeDurable({ keyId: 3, atMs: 7 })))
  await env.write(() => rows.putPayment('new', { keyId: 4, atMs: 8, claim: 'payer' }))
  assert.deepEqual(rows.payment('old'), { keyId: 3, atMs: 7, claim: 'open' })
  assert.deepEqual(rows.payment('new'), { keyId: 4, atMs: 8, claim: 'payer' })
  assert.equal(rows.payment('none'), undefined)
})
