import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { SANDBOX_PREVIEW_KEY } from '../../../src/config/sandbox-keys.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'

const PATH = '/api/v2/stats'
const DAY_MS = 86_400_000
const success = successOf(`GET ${PATH}`)
let sandbox: StartedSandbox
let server: OpenServer

before(async () => {
  sandbox = await sharedSandbox()
  server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

test('what a key did: calls, errors of 400 and above, upstream calls; nothing of other keys', async () => {
  const { key } = await server.ctx.store.apiKeys.create({ label: 'counted', tier: 'data' })
  const { key: other } = await server.ctx.store.apiKeys.create({ label: 'other', tier: 'data' })
  await server.get('/api/v2/tokens/search?q=meridian', { key })
  await server.get('/api/v2/tokens/search?q=meridian', { key })
  await server.get('/api/v2/tokens/nothing/intel', { key })
  await server.post('/api/v2/tokens/prices', {}, { key: other })
  await server.flushUsage()
  const { summary, byRoute, series } = success(await server.get(PATH, { key }))
  assert.deepEqual([summary.calls, summary.errors, summary.failures], [3, 1, 0])
  assert.deepEqual([summary.error_rate, summary.failure_rate, summary.provider_cost_usd], [0.333333, 0, 0])
  assert(summary.provider_calls >= 1 && summary.provider_calls <= 3, 'the second search was answered from memory')
  assert(summary.max_ms >= summary.avg_ms)
  assert.deepEqual(
    byRoute.map(({ route, calls, errors }: Record<string, unknown>) => [route, calls, errors]),
    [
      ['GET /api/v2/tokens/search', 2, 0],
      ['GET /api/v2/tokens/{mint}/intel', 1, 1],
    ],
  )
  assert.equal(series.at(-1).calls, 3)
  assert.equal(success(await server.get(PATH, { key: other })).summary.errors, 1)
})

test('a range of days has a row for each UTC day; unknown ranges count as seven days', async () => {
  for (const [range, days] of [
    ['24h', 1],
    ['7d', 7],
    ['30d', 30],
    ['90d', 90],
  ] as const) {
    const { range_ms, since, series } = success(await server.get(`${PATH}?range=${range}`))
    assert.equal(range_ms, days * DAY_MS)
    assert(since <= server.clock.nowMs() - range_ms)
    assert.equal(series[0].ts % DAY_MS, 0)
    assert.equal(series.length, days + 1)
    for (const [i, row] of series.entries()) assert.equal(row.ts, series[0].ts + i * DAY_MS)
  }
  for (const query of ['', '?range=', '?range=1y', '?range=24H'])
    assert.equal(success(await server.get(`${PATH}${query}`)).range_ms, 7 * DAY_MS, query)
})

test('the preview key has no record, and a caller without a key none either', async () => {
  assertFails(await server.get(PATH, { key: SANDBOX_PREVIEW_KEY }), 401, 'no key context')
  assertFails(await server.get(PATH, { key: null }), 401, 'missing API key')
  assert.equal((await server.get('/api/v2/market/sol-price', { key: SANDBOX_PREVIEW_KEY })).status, 200)
})
