import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type LocalServer, sendJson, startLocalServer } from '../../support/local-server.ts'
import { isNear, marketServers, priceOf, tokenOf } from '../../support/market-routes.ts'
import { openServer } from '../../support/open-server.ts'
import { NO_ADDRESS, strangerAddress } from '../../support/published-tokens.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'

type Row = { readonly t: number; o: number; h: number; l: number; c: number; v: number }

const PATH = '/api/v2/market/pool-ohlcv'
const success = successOf(`GET ${PATH}`)
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const servers = marketServers()
const locals: LocalServer[] = []
after(() => Promise.all(locals.map((server) => server.close())))

async function candles(query: string, server = servers.full) {
  return success(await server.get(`${PATH}?${query}`))
}

test('each period on its grid, weeks from Monday; the last close is the price', async () => {
  const { mint, pool } = tokenOf(servers, 'bluechip')
  for (const [period, stepMs, atLeast] of [
    ['1m', MINUTE_MS, 200],
    ['5m', 5 * MINUTE_MS, 200],
    ['1h', HOUR_MS, 200],
    ['1d', DAY_MS, 30],
    ['1w', 7 * DAY_MS, 4],
  ] as const) {
    for (const server of [servers.full, servers.keyless]) {
      const reply = await candles(`pool=${pool}&period=${period}`, server)
      const rows: Row[] = reply.candles
      assert.deepEqual([reply.pool, reply.period, reply.count, reply.stale], [pool, period, rows.length, undefined])
      assert(rows.length >= atLeast, `${period}: ${rows.length}`)
      for (const [at, { t, o, h, l, c, v }] of rows.entries()) {
        const origin = period === '1w' ? 4 * DAY_MS : 0
        assert.equal((t - origin) % stepMs, 0)
        assert(l <= Math.min(o, c) && h >= Math.max(o, c) && v >= 0)
        if (at > 0) assert(t > rows[at - 1]!.t)
      }
      assert(isNear(rows.at(-1)!.c, await priceOf(server, mint)))
    }
  }
  const [week] = (await candles(`pool=${pool}&period=1w&amount=1`)).candles
  assert.equal(new Date(week.t).getUTCDay(), 1)
})

test('a week is its days', async () => {
  const { pool } = tokenOf(servers, 'bluechip')
  const weeks: Row[] = (await candles(`pool=${pool}&period=1w`)).candles
  const days: Row[] = (await candles(`pool=${pool}&period=1d`)).candles
  const week = weeks.at(-2)!
  const own = days.filter(({ t }) => t >= week.t && t < week.t + 7 * DAY_MS)
  assert.equal(own.length, 7)
  assert.deepEqual(
    [week.o, week.c, week.h, week.l],
    [own[0]!.o, own[6]!.c, Math.max(...own.map(({ h }) => h)), Math.min(...own.map(({ l }) => l))],
  )
  assert(
    isNear(
      week.v,
      own.reduce((sum, { v }) => sum + v, 0),
      1e-9,
    ),
  )
})

test('pool is required: absent or no address is 400', async () => {
  for (const query of ['', '?pool=', '?pool=x', '?period=1h'])
    assertFails(await servers.full.get(`${PATH}${query}`), 400, 'pool required')
})

test('period falls back to 1h', async () => {
  const { pool } = tokenOf(servers, 'bluechip')
  for (const query of ['', '&period=', '&period=1M', '&period=15m', '&period=x'])
    assert.equal((await candles(`pool=${pool}${query}`)).period, '1h', query)
})

test('amount is 200 by default and clamped to 1 and 2000', async () => {
  const { pool } = tokenOf(servers, 'bluechip')
  for (const [query, count] of [
    ['', 200],
    ['&amount=x', 200],
    ['&amount=0', 1],
    ['&amount=-1', 1],
    ['&amount=7', 7],
    ['&amount=2000', 2_000],
    ['&amount=9999', 2_000],
  ] as const)
    for (const server of [servers.full, servers.keyless])
      assert.equal((await candles(`pool=${pool}&period=1m${query}`, server)).count, count, query)
})

test('more than a thousand candles of the pool index are two calls that join without a seam', async () => {
  const nowSec = Math.floor(Date.parse('2026-01-01') / 1_000)
  const local = await startLocalServer(({ url }, response) => {
    const { searchParams: s } = new URL(url, 'http://local')
    const before = Math.min(Number(s.get('before_timestamp')), nowSec)
    const rows = Array.from({ length: Number(s.get('limit')) }, (_, at) => {
      const t = before - (before % 60) - (before % 60 === 0 ? 60 : 0) - at * 60
      return [t, 1, 1, 1, 1, 1]
    })
    sendJson(response, { data: { attributes: { ohlcv_list: rows } } })
  })
  locals.push(local)
  const server = await openServer({ MINTGLASS_MODE: 'live', GECKOTERMINAL_URL: local.url })
  try {
    const { candles: rows } = await candles(`pool=${strangerAddress(1)}&period=1m&amount=1500`, server)
    assert.equal(rows.length, 1_500)
    for (const [at, { t }] of rows.entries()) if (at > 0) assert.equal(t, rows[at - 1].t + MINUTE_MS)
    assert.equal(local.seen.length, 2)
    await candles(`pool=${strangerAddress(1)}&period=1m&amount=1000`, server)
    assert.equal(local.seen.length, 3, 'up to a thousand is one call')
  } finally {
    await server.stop()
  }
})

test('from and to bound the candles; a from that is not before to and times that are no numbers are ignored', async () => {
  const { pool } = tokenOf(servers, 'bluechip')
  const to = servers.full.clock.nowMs() - DAY_MS
  const from = to - 5 * HOUR_MS
  for (const server of [servers.full, servers.keyless]) {
    const reply = await candles(`pool=${pool}&from=${from}&to=${to}`, server)
    assert.deepEqual([reply.from, reply.to], [from - (from % HOUR_MS), to])
    assert.equal(reply.count, 6)
    assert(reply.candles[0].t <= from && reply.candles.at(-1).t <= to)
    const open = await candles(`pool=${pool}&amount=3&from=${to + 1}&to=${to}`, server)
    assert.deepEqual([open.from, open.count], [to - 3 * HOUR_MS, 3])
    const now = await candles(`pool=${pool}&amount=3&to=x&from=-1`, server)
    assert(now.to > to && now.count === 3)
    const future = await candles(`pool=${pool}&amount=3&to=${to + 9 * DAY_MS}`, server)
    assert(future.to <= server.clock.nowMs())
  }
})

test('candles from before a pause in trading lie within the range that the answer names', async () => {
  const nowMs = servers.full.clock.nowMs()
  const rows = [400, 300, 2].map((hoursAgo) => ({
    t: nowMs - (nowMs % HOUR_MS) - hoursAgo * HOUR_MS,
    o: 1,
    h: 1,
    l: 1,
    c: 1,
    v: 1,
  }))
  const local = await startLocalServer((_, response) => sendJson(response, { data: rows }))
  locals.push(local)
  const server = await openServer({ MINTGLASS_MODE: 'live', MOBULA_URL: local.url })
  try {
    const reply = await candles(`pool=${strangerAddress(2)}&amount=200`, server)
    assert.deepEqual([reply.count, reply.from], [3, rows[0]!.t])
    const few = await candles(`pool=${strangerAddress(2)}&amount=1`, server)
    assert.deepEqual([few.count, few.from], [1, rows[2]!.t])
  } finally {
    await server.stop()
  }
})

test('a pool no one knows has no candles', async () => {
  for (const pool of [strangerAddress(6), NO_ADDRESS]) {
    for (const server of [servers.full, servers.keyless, servers.alone]) {
      const { candles: rows, count } = await candles(`pool=${pool}`, server)
      assert.deepEqual([rows, count], [[], 0])
    }
  }
})

test('a node alone folds the newest trades of the pool, with their volume', async () => {
  const { mint, pool } = tokenOf(servers, 'fresh_launch')
  const own = await candles(`pool=${pool}&period=1m`, servers.alone)
  const told = await candles(`pool=${pool}&period=1d`)
  assert(own.count >= 1)
  assert(isNear(own.candles.at(-1).c, await priceOf(servers.alone, mint)))
  const sum = own.candles.reduce((total: number, { v }: Row) => total + v, 0)
  assert(
    isNear(
      sum,
      told.candles.reduce((total: number, { v }: Row) => total + v, 0),
      0.02,
    ),
  )
})

test('with nothing configured it is 503 with the names', async () => {
  const { pool } = tokenOf(servers, 'bluechip')
  assertFails(await servers.bare.get(`${PATH}?pool=${pool}`), 503, 'provider not configured: market or pools or rpc')
})
