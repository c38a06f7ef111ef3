import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openServer } from '../../support/open-server.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { tapeServers } from '../../support/tape-servers.ts'
import { usedSandbox } from '../../support/used-sandbox.ts'

const success = successOf('GET /api/v2/market/lighthouse')
const servers = tapeServers()
const DAY_SEC = 86_400

test('from the tape: the sum of every trade on it in the last 24 hours, against the 24 before', async () => {
  const { following } = servers
  const { generatedAt, ...figures } = success(await following.get('/api/v2/market/lighthouse'))
  const nowSec = Math.floor(generatedAt / 1_000)
  const { tape } = following.ctx.store
  const sums = { now: { usd: 0, buys: 0, sells: 0 }, before: { usd: 0, buys: 0, sells: 0 } }
  for (const event of tape.read(0, 1_000_000)) {
    if (event.type !== 'trade' || event.blockTimeSec === null || !tape.survives(event)) continue
    const ageSec = nowSec - event.blockTimeSec
    if (ageSec > 2 * DAY_SEC) continue
    const sum = ageSec <= DAY_SEC ? sums.now : sums.before
    sum.usd += event.amountUsd ?? 0
    sum[event.side === 'buy' ? 'buys' : 'sells']++
  }
  const { now, before } = sums
  assert(now.usd > 0 && before.usd > 0)
  assert(Math.abs(figures.volumeUSD24h / now.usd - 1) < 1e-9)
  assert(Math.abs(figures.volumeUSD24hChange - (now.usd / before.usd - 1) * 100) < 1e-6)
  const { trades24h, buys24h, sells24h, feesPaidUSD24h } = figures
  assert.deepEqual([trades24h, buys24h, sells24h, feesPaidUSD24h], [now.buys + now.sells, now.buys, now.sells, 0])
})

test('from the provider where no one follows the chain, with the fees it reports', async () => {
  const reply = success(await servers.provider.get('/api/v2/market/lighthouse'))
  // biome-ignore lint/suspicious/noExplicitAny: a foreign body is walked by hand
  const raw: any = await (
    await fetch(`${servers.sandbox.urls['mobula']}/2/market/lighthouse?blockchains=solana`)
  ).json()
  const { total } = raw.data
  assert.equal(reply.trades24h, reply.buys24h + reply.sells24h)
  assert(reply.feesPaidUSD24h > 0)
  assert(Math.abs(reply.volumeUSD24h / total.volumeUSD['24h'] - 1) < 0.01)
})

test('with neither it is 503, with a tape that has read nothing yet 502, without a key 401', async () => {
  const path = '/api/v2/market/lighthouse'
  assertFails(await servers.bare.get(path), 503, 'provider not configured: lighthouse or tape')
  assertFails(await servers.waiting.get(path), 502, 'the tape does not hold the last 48 hours yet')
  assertFails(await servers.provider.get(path, { key: null }), 401, 'missing API key')
})

test('a provider that fails, in each way there is, is 502; trades of a token come from the node', async (t) => {
  const sandbox = await usedSandbox('faults')
  t.after(() => sandbox.stop())
  for (const fault of [
    { kind: 'status', status: 500 },
    { kind: 'garbage' },
    { kind: 'truncate', bytes: 20 },
    { kind: 'drop' },
  ]) {
    const server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']!, INGEST_MODE: 'off' })
    await sandbox.control('POST', '/faults', { provider: 'mobula', ...fault })
    try {
      const { status, json } = await server.get('/api/v2/market/lighthouse')
      assert.deepEqual([status, json.success], [502, false], fault.kind)
      const { mint } = servers.tokens[0]!
      assert.equal((await server.get(`/api/v2/tokens/${mint}/trades`)).status, 200, fault.kind)
    } finally {
      await sandbox.control('DELETE', '/faults')
      await server.stop()
    }
  }
})
