import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Compile } from 'typebox/compile'
import type { ApiKeyRecord, Caller } from '../../../src/contract/api-key.ts'
import { UsageStats } from '../../../src/contract/usage.ts'
import { createUsageRecorder } from '../../../src/services/usage/record.ts'
import { getUsageStats } from '../../../src/services/usage/stats.ts'
import { movingClock, openTempStore, SILENT } from '../../store/temp-store.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const checker = Compile(UsageStats)

async function setUp(t: Parameters<typeof openTempStore>[0]) {
  const clock = movingClock()
  const store = await openTempStore(t, { clock })
  const recorder = createUsageRecorder({ store, clock, log: SILENT, flushEveryMs: HOUR_MS })
  t.after(() => recorder.close())
  const { record } = await store.apiKeys.create({ label: '', tier: 'data' })
  const stats = async (range: '24h' | '7d' | '30d' | '90d', key: ApiKeyRecord = record) => {
    const outcome = await getUsageStats({ store, clock }, { kind: 'key', key }, range)
    assert(outcome.ok)
    assert(checker.Check(outcome.value), JSON.stringify(checker.Errors(outcome.value)))
    return outcome.value
  }
  const call = (over: Partial<Parameters<typeof recorder.record>[0]> = {}) =>
    recorder.record({
      keyId: record.id,
      route: 'GET /x',
      status: 200,
      durationMs: 10,
      upstreamCalls: 1,
      upstreamCostUsd: 0.01,
      ...over,
    })
  return { clock, store, stats, call, record }
}

test('the summary, the routes and the days follow from what was recorded, written or not', async (t) => {
  const { clock, stats, call } = await setUp(t)
  call({ durationMs: 20 })
  clock.advance(DAY_MS)
  call()
  call({ status: 404, route: 'GET /y', durationMs: 3 })
  call({ status: 502, route: 'GET /x', durationMs: 7, upstreamCalls: 3 })
  call({ keyId: 99 })
  const today = clock.nowMs() - (clock.nowMs() % DAY_MS)
  assert.deepEqual(await stats('7d'), {
    range_ms: 7 * DAY_MS,
    since: today - 7 * DAY_MS,
    summary: {
      calls: 4,
      errors: 2,
      failures: 1,
      error_rate: 0.5,
      failure_rate: 0.25,
      avg_ms: 10,
      max_ms: 20,
      provider_calls: 6,
      provider_cost_usd: 0.04,
    },
    byRoute: [
      { route: 'GET /x', calls: 3, errors: 1, avg_ms: 12.333, cost_usd: 0.03 },
      { route: 'GET /y', calls: 1, errors: 1, avg_ms: 3, cost_usd: 0.01 },
    ],
    series: [
      ...[7, 6, 5, 4, 3, 2].map((days) => ({ ts: today - days * DAY_MS, calls: 0, failures: 0, cost_usd: 0 })),
      { ts: today - DAY_MS, calls: 1, failures: 0, cost_usd: 0.01 },
      { ts: today, calls: 3, failures: 1, cost_usd: 0.03 },
    ],
  })
})

test('24h counts by the hour: what is older than the hour it begins in is left out', async (t) => {
  const { clock, stats, call } = await setUp(t)
  call()
  clock.advance(HOUR_MS)
  call()
  call()
  clock.advance(DAY_MS)
  const { summary, since, series, range_ms } = await stats('24h')
  assert.equal(summary.calls, 2)
  assert.equal(range_ms, DAY_MS)
  assert.equal(since, clock.nowMs() - DAY_MS - 30 * 60_000)
  assert.deepEqual(
    series.map(({ calls }) => calls),
    [2, 0],
  )
})

test('longer ranges reach further back', async (t) => {
  const { clock, stats, call } = await setUp(t)
  for (const days of [60, 20, 3, 0]) {
    call()
    clock.advance((days === 60 ? 40 : days === 20 ? 17 : days === 3 ? 3 : 0) * DAY_MS)
  }
  const calls = async (range: '24h' | '7d' | '30d' | '90d') => (await stats(range)).summary.calls
  assert.deepEqual([await calls('24h'), await calls('7d'), await calls('30d'), await calls('90d')], [1, 2, 3, 4])
  assert.equal((await stats('90d')).series.length, 91)
})

test('the 30 routes with the most calls are listed, ties by name', async (t) => {
  const { stats, call } = await setUp(t)
  for (let i = 0; i < 40; i++) for (let n = 0; n <= i % 20; n++) call({ route: `GET /${String(i).padStart(2, '0')}` })
  const { byRoute } = await stats('24h')
  assert.equal(byRoute.length, 30)
  assert.deepEqual(
    byRoute.slice(0, 3).map(({ route, calls }) => [route, calls]),
    [
      ['GET /19', 20],
      ['GET /39', 20],
      ['GET /18', 19],
    ],
  )
})

test('a key that never called has zeros', async (t) => {
  const { stats } = await setUp(t)
  const { summary, byRoute } = await stats('30d')
  assert.deepEqual([summary.calls, summary.error_rate, summary.avg_ms, byRoute.length], [0, 0, 0, 0])
})

test('a key that lives in memory has stats too', async (t) => {
  const { stats, call, store } = await setUp(t)
  const key = store.apiKeys.addVolatile('mg_sandbox', { label: '', tier: 'data' })
  call({ keyId: key.id })
  assert.equal((await stats('24h', key)).summary.calls, 1)
})

test('a caller without a record has no context', async (t) => {
  const { store, clock } = await setUp(t)
  const strangers: Caller[] = [
    { kind: 'preview', limitPer10s: null },
    { kind: 'public' },
    { kind: 'session', keyId: 1, wallet: 'w' },
  ]
  for (const caller of strangers) {
    assert.deepEqual(await getUsageStats({ store, clock }, caller, '7d'), {
      ok: false,
      code: 'unauthorized',
      message: 'no key context',
    })
  }
})
