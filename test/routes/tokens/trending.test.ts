import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { refreshTrending } from '../../../src/jobs/refresh-trending.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { successOf } from '../../support/reply-check.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'

const PATH = '/api/v2/tokens/trending'
const success = successOf(`GET ${PATH}`)
type Row = {
  mint: string
  rank: number
  boosts: number
  dex: string
  liquidityUsd: number | null
  volume: { h24: number }
}
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

async function list(query = ''): Promise<Row[]> {
  return success(await server.get(`${PATH}${query}`)).tokens
}

test('the whole snapshot: most boosted first, 24 h volume as the tiebreak, ranks without gaps', async () => {
  const body = success(await server.get(PATH))
  assert.deepEqual([body.maxAgeMs, body.source, body.count], [60_000, 'aggregate', body.tokens.length])
  assert(body.tokens.length >= 10 && body.tokens.length <= 60)
  const rows: Row[] = body.tokens
  assert.deepEqual(
    rows.map(({ rank }) => rank),
    rows.map((_, i) => i + 1),
  )
  for (const [i, row] of rows.slice(1).entries()) {
    const above = rows[i]!
    assert(above.boosts > row.boosts || (above.boosts === row.boosts && above.volume.h24 >= row.volume.h24))
  }
  assert.equal(new Set(rows.map(({ mint }) => mint)).size, rows.length)
  assert(rows.some(({ boosts }) => boosts > 0))
})

test('filters never renumber ranks', async () => {
  const all = await list()
  const dexes = [...new Set(all.map(({ dex }) => dex))]
  assert.deepEqual(dexes.sort(), ['pumpfun', 'pumpswap'])
  assert.deepEqual(
    await list('?dex=pumpfun'),
    all.filter(({ dex }) => dex === 'pumpfun'),
  )
  assert.deepEqual(await list('?dex=%20PumpFun,,pumpswap,nowhere'), all)
  assert.deepEqual(await list('?dex=nowhere'), [])
  const middle = all.map(({ liquidityUsd }) => liquidityUsd ?? 0).sort((a, b) => a - b)[Math.floor(all.length / 2)]!
  assert.deepEqual(
    await list(`?minLiquidityUsd=${middle}`),
    all.filter(({ liquidityUsd }) => (liquidityUsd ?? 0) >= middle),
  )
  assert.deepEqual(await list('?dex=pumpswap&limit=2'), all.filter(({ dex }) => dex === 'pumpswap').slice(0, 2))
})

test('limits are clamped and unreadable filters count as none', async () => {
  const all = await list()
  for (const limit of ['0', '-3', '1', '1.9']) assert.deepEqual(await list(`?limit=${limit}`), all.slice(0, 1), limit)
  for (const limit of ['100', '1e9', 'Infinity', '', 'all']) assert.deepEqual(await list(`?limit=${limit}`), all, limit)
  for (const least of ['-5', 'much', '', 'NaN']) assert.deepEqual(await list(`?minLiquidityUsd=${least}`), all, least)
})

test('one snapshot for everyone for a minute', async () => {
  server.clock.push(2 * 60_000)
  const { generatedAt } = success(await server.get(PATH))
  server.clock.push(30_000)
  assert.equal(success(await server.get(`${PATH}?limit=3`)).generatedAt, generatedAt)
  server.clock.push(31_000)
  const later = success(await server.get(`${PATH}?limit=3`)).generatedAt
  assert(later >= generatedAt + 60_000, 'a new one after the minute')
})

test('rankChange1h is null until an hour of history exists, then places climbed', async () => {
  const first = success(await server.get(PATH)).tokens
  assert(first.every((row: { rankChange1h: unknown }) => row.rankChange1h === null))
  const { ctx } = server
  // An hour ago the order was the other way round, and one token was not ranked at all.
  const then = new Map<string, number>(
    first.slice(1).map((row: Row) => [row.mint, first.length - row.rank + 1] as const),
  )
  await ctx.store.trendingRanks.put(ctx.clock.nowMs(), then)
  server.clock.push(3_600_000)
  const later = success(await server.get(PATH)).tokens
  for (const { mint, rank, rankChange1h } of later)
    assert.equal(rankChange1h, then.has(mint) ? then.get(mint)! - rank : null, mint)
})

test('the job that keeps the snapshot warm remembers its ranks', async () => {
  server.clock.push(2 * 3_600_000)
  assert((await refreshTrending(server.ctx)).ok)
  const { tokens, generatedAt } = success(await server.get(PATH))
  const remembered = server.ctx.store.trendingRanks.at(generatedAt)?.ranks
  assert.deepEqual(
    [...remembered!],
    tokens.map(({ mint, rank }: Row) => [mint, rank]),
  )
})
