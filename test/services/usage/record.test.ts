import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createUsageRecorder } from '../../../src/services/usage/record.ts'
import type { Store } from '../../../src/store/store.ts'
import { movingClock, openTempStore, SILENT } from '../../store/temp-store.ts'

const event = { keyId: 1, route: 'GET /x', status: 200, durationMs: 4, upstreamCalls: 2, upstreamCostUsd: 0.25 }

async function setUp(t: Parameters<typeof openTempStore>[0]) {
  const clock = movingClock()
  const store = await openTempStore(t, { clock })
  const recorder = createUsageRecorder({ store, clock, log: SILENT, flushEveryMs: 3_600_000 })
  t.after(() => recorder.close())
  return { clock, store, recorder, read: () => store.usage.read(1, 'day', clock.nowMs(), clock.nowMs()) }
}

test('events add up: errors from 400 on, failures from 500 on', async (t) => {
  const { recorder, read } = await setUp(t)
  for (const status of [200, 304, 399, 400, 404, 499, 500, 503])
    recorder.record({ ...event, status, durationMs: status })
  await recorder.flush()
  const [row] = read()
  assert.deepEqual(
    [row?.calls, row?.errors, row?.failures, row?.maxMs, row?.providerCalls, row?.providerCostUsd],
    [8, 5, 2, 503, 16, 2],
  )
})

test('what came after an answer adds its upstream calls and no call of its own', async (t) => {
  const { recorder, read } = await setUp(t)
  recorder.record({ ...event, upstreamCalls: 0, upstreamCostUsd: 0 })
  recorder.record({ ...event, status: 0, durationMs: 0, isLate: true })
  await recorder.flush()
  const [row] = read()
  assert.deepEqual(
    [row?.calls, row?.errors, row?.totalMs, row?.providerCalls, row?.providerCostUsd],
    [1, 0, 4, 2, 0.25],
  )
})

test('flushing again counts nothing twice', async (t) => {
  const { recorder, read } = await setUp(t)
  recorder.record(event)
  await Promise.all([recorder.flush(), recorder.flush(), recorder.flush()])
  await recorder.flush()
  assert.equal(read()[0]?.calls, 1)
})

test('what was recorded before a flush is stored when it resolves, also while another one runs', async (t) => {
  const { recorder, read } = await setUp(t)
  recorder.record(event)
  const earlier = recorder.flush()
  recorder.record(event)
  await recorder.flush()
  assert.equal(read()[0]?.calls, 2)
  await earlier
})

test('an hour that ends between two flushes keeps its own row', async (t) => {
  const { recorder, store, clock } = await setUp(t)
  const firstMs = clock.nowMs()
  recorder.record(event)
  clock.advance(3_600_000)
  recorder.record(event)
  recorder.record(event)
  await recorder.flush()
  assert.deepEqual(
    store.usage.read(1, 'hour', firstMs, clock.nowMs()).map(({ calls }) => calls),
    [1, 2],
  )
})

test('while the disk refuses, counts wait in memory and go in once it takes them', async (t) => {
  const clock = movingClock()
  const store = await openTempStore(t, { clock })
  let refuses = true
  const usage: Store['usage'] = {
    ...store.usage,
    add: (deltas) => (refuses ? Promise.reject(new Error('disk full')) : store.usage.add(deltas)),
  }
  const recorder = createUsageRecorder({ store: { usage }, clock, log: SILENT, flushEveryMs: 3_600_000 })
  t.after(() => recorder.close())
  recorder.record(event)
  await recorder.flush()
  recorder.record(event)
  await recorder.flush()
  refuses = false
  await recorder.flush()
  assert.equal(store.usage.read(1, 'day', clock.nowMs(), clock.nowMs())[0]?.calls, 2)
})

test('a refusal in the middle of many rows neither loses nor doubles any', async (t) => {
  const clock = movingClock()
  const store = await openTempStore(t, { clock })
  let adds = 0
  const usage: Store['usage'] = {
    ...store.usage,
    add: (deltas) => (++adds === 2 ? Promise.reject(new Error('disk full')) : store.usage.add(deltas)),
  }
  const recorder = createUsageRecorder({ store: { usage }, clock, log: SILENT, flushEveryMs: 3_600_000 })
  t.after(() => recorder.close())
  for (let i = 0; i < 1_000; i++) recorder.record({ ...event, route: `GET /${i}` })
  await recorder.flush()
  for (let i = 0; i < 1_000; i++) recorder.record({ ...event, route: `GET /${i}` })
  await recorder.flush()
  const rows = store.usage.read(1, 'day', clock.nowMs(), clock.nowMs())
  assert.equal(rows.length, 1_000)
  assert(rows.every(({ calls }) => calls === 2))
})

test('the timer writes without being asked', async (t) => {
  const clock = movingClock()
  const store = await openTempStore(t, { clock })
  const recorder = createUsageRecorder({ store, clock, log: SILENT, flushEveryMs: 5 })
  t.after(() => recorder.close())
  recorder.record(event)
  while (store.usage.read(1, 'day', clock.nowMs(), clock.nowMs()).length === 0) {
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
})

test('closing writes the rest and counts nothing more', async (t) => {
  const { recorder, read } = await setUp(t)
  recorder.record(event)
  await recorder.close()
  recorder.record(event)
  await recorder.flush()
  assert.equal(read()[0]?.calls, 1)
})

test('hourly rows older than two days and daily rows older than the longest range are removed', async (t) => {
  const { recorder, store, clock } = await setUp(t)
  const longAgoMs = clock.nowMs()
  recorder.record(event)
  await recorder.flush()
  clock.advance(92 * 86_400_000)
  recorder.record(event)
  await recorder.flush()
  assert.equal(store.usage.read(1, 'hour', longAgoMs, longAgoMs).length, 0)
  assert.equal(store.usage.read(1, 'day', longAgoMs, clock.nowMs()).length, 1)
})
