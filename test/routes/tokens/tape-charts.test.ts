// second run: waits for a follower of the sandbox to reach the head

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isNear, priceOf } from '../../support/market-routes.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { type PublishedToken, publishedTokens } from '../../support/published-tokens.ts'
import { successOf } from '../../support/reply-check.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'
import { untilServing } from '../../support/until-serving.ts'

/** A server with a node and the past prices of SOL that follows the chain: what other servers ask providers for comes
 *  from its own tape. */

const ohlcvOf = successOf('GET /api/v2/tokens/{mint}/ohlcv')
const chartOf = successOf('GET /api/v2/tokens/{mint}/chart')
const poolOf = successOf('GET /api/v2/market/pool-ohlcv')
const pairsOf = successOf('POST /api/v2/tokens/pairs-batch')
const metadataOf = successOf('POST /api/v2/tokens/metadata')

let sandbox: StartedSandbox
let server: OpenServer
let token: PublishedToken

before(async () => {
  sandbox = await sharedSandbox()
  token = (await publishedTokens(sandbox)).find(({ archetype }) => archetype === 'bundled')!
  server = await openServer(
    {
      MINTGLASS_MODE: 'live',
      SOLANA_RPC_URL: sandbox.urls['rpc']!,
      SOLANA_WS_URL: sandbox.urls['ws']!,
      PYTH_BENCHMARKS_URL: sandbox.urls['pythBenchmarks']!,
      INGEST_BACKFILL_SLOTS: '1000000',
      INGEST_MAX_GAP_SLOTS: '10000000',
    },
    { follows: true },
  )
  await untilServing(server)
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

test('candles of a token are those of its deepest pool, which is named, and end with its price', async () => {
  const { mint } = token
  const price = await priceOf(server, mint)
  const reply = ohlcvOf(await server.get(`/api/v2/tokens/${mint}/ohlcv?period=7d`))
  assert.equal(reply.resolution, 'candles')
  const [pair] = Object.values(pairsOf(await server.post('/api/v2/tokens/pairs-batch', { mints: [mint] })).pairs) as {
    pairAddress: string
  }[]
  assert.equal(reply.pool, pair!.pairAddress)
  assert(isNear(reply.candles.at(-1).c, price))
  for (const [at, { t, o, h, l, c, v }] of reply.candles.entries()) {
    assert(h >= Math.max(o, c) && l <= Math.min(o, c) && v >= 0)
    if (at > 0) assert(t > reply.candles[at - 1].t && t % 3_600_000 === 0)
  }
  const chart = chartOf(await server.get(`/api/v2/tokens/${mint}/chart?period=7d`))
  assert.deepEqual(
    [chart.pool, chart.points],
    [reply.pool, reply.candles.map(({ t, c }: { t: number; c: number }) => ({ t, v: c }))],
  )
})

test('candles of a pool hold every trade of it in their volumes', async () => {
  const { mint } = token
  const { pool } = ohlcvOf(await server.get(`/api/v2/tokens/${mint}/ohlcv?period=7d`))
  const { tape } = server.ctx.store
  const { trades } = tape.trades({ by: 'pool', address: pool }, { limit: 10_000 })
  const volumeUsd = trades.reduce((sum, { amountUsd }) => sum + amountUsd!, 0)
  for (const [period, amount] of [
    ['1m', 2_000],
    ['1h', 320],
    ['1d', 14],
    ['1w', 2],
  ] as const) {
    const { candles, count } = poolOf(
      await server.get(`/api/v2/market/pool-ohlcv?pool=${pool}&period=${period}&amount=${amount}`),
    )
    assert(count > 0, period)
    const sum = candles.reduce((total: number, { v }: { v: number }) => total + v, 0)
    const fromMs = candles[0].t
    const inRange = trades
      .filter(({ blockTimeSec }) => blockTimeSec! * 1_000 >= fromMs)
      .reduce((total, { amountUsd }) => total + amountUsd!, 0)
    assert(isNear(sum, inRange, 1e-9), `${period}: ${sum} ${inRange} of ${volumeUsd}`)
  }
})

test('volumes and trades of a token that no provider knows, and its names', async () => {
  const { mint } = token
  const { pairs } = pairsOf(await server.post('/api/v2/tokens/pairs-batch', { mints: [mint] }))
  const { volume, txns, pairAddress } = pairs[mint]
  const { trades } = server.ctx.store.tape.trades({ by: 'pool', address: pairAddress }, { limit: 10_000 })
  const since = Math.floor((server.clock.nowMs() - 86_400_000) / 60_000) * 60
  const today = trades.filter(({ blockTimeSec }) => blockTimeSec! >= since)
  assert(Math.abs(txns.h24.buys + txns.h24.sells - today.length) <= 1)
  assert(volume.h24 >= volume.h6 && volume.h6 >= volume.h1 && volume.h1 >= volume.m5)
  const { tokens } = metadataOf(await server.post('/api/v2/tokens/metadata', { mints: [mint] }))
  const launch = server.ctx.store.tape.launchOf(mint)!
  const { name, symbol, uri, source, image, decimals } = tokens[mint]
  assert.deepEqual(
    [name, symbol, uri, source, image, decimals],
    [launch.name, launch.symbol, launch.uri, `indexer:${launch.dex}`, null, 6],
  )
})
