import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { tapeServers } from '../../support/tape-servers.ts'

const PATH = '/v1/system/usage'
const success = successOf(`GET ${PATH}`)
const servers = tapeServers()
const as = (key: string) => ({ key: null, headers: { Authorization: `Bearer ${key}` } })

test('a snapshot counts what was asked, and shows the tape and the upstreams', async () => {
  const { following } = servers
  for (let turn = 0; turn < 3; turn++) await following.get('/api/v2/launches/recent?limit=5')
  const usage = success(await following.get(PATH, as('rt_sandbox_trade')))
  assert.equal(usage.version, following.ctx.config.version)
  assert.equal(usage.mode, 'sandbox')
  assert.equal(usage.process.pid, process.pid)
  const answered = Object.values(usage.http.byClass as Record<string, number>).reduce((sum, value) => sum + value, 0)
  assert.equal(answered, usage.http.requests)
  assert(usage.http.requests >= 3)
  assert(usage.http.p50Ms > 0 && usage.http.p99Ms >= usage.http.p50Ms)
  const [solana] = usage.tape
  assert.equal(solana.chain, 'solana')
  const { chains } = (await following.get('/api/v2/stream/chains', { key: null })).json
  assert.equal(solana.headCursor.split('-')[0], chains[0].headCursor.split('-')[0])
  const node = usage.upstreams.find(({ provider }: { provider: string }) => provider === 'solanaRpc')
  assert(node.calls > 0 && node.p95Ms > 0 && !node.resting)
})

test('a call that the server gave up is no failure of the upstream', async () => {
  const { following } = servers
  const nodeNow = async () =>
    success(await following.get(PATH, as('rt_sandbox_trade'))).upstreams.find(
      ({ provider }: { provider: string }) => provider === 'solanaRpc',
    )
  const before = await nodeNow()
  const calls = following.ctx.metrics.counter('mintglass_upstream_calls_total', 'Provider calls by how they ended.', [
    'provider',
    'result',
  ])
  for (const result of ['cancelled', 'cancelled', 'upstream_timeout']) calls.inc({ provider: 'solanaRpc', result })
  // A snapshot is kept for some seconds.
  following.clock.push(30_000)
  const after = await nodeNow()
  assert(after.calls - before.calls >= 3)
  assert.equal(after.failed - before.failed, 1)
})

test('only a bearer key with the scope admin reads it', async () => {
  const { following } = servers
  assertFails(await following.get(PATH), 401, 'missing API key: this route takes it as Authorization: Bearer')
  assertFails(await following.get(PATH, as('rt_sandbox_trade_read_only')), 403, /scope/)
})
