import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type OpenServer, openServer } from '../support/open-server.ts'
import { NO_ADDRESS, type PublishedToken, publishedTokens } from '../support/published-tokens.ts'
import { assertFails, successOf } from '../support/reply-check.ts'
import { sharedSandbox } from '../support/shared-sandbox.ts'
import type { StartedSandbox } from '../support/start-sandbox.ts'

/** How long answers are kept (spec 4.1 and 8), known from the time at which they say they were made, and what every route
 *  of a mint refuses. */

let sandbox: StartedSandbox
let server: OpenServer
let bare: OpenServer
let coin: PublishedToken

before(async () => {
  sandbox = await sharedSandbox()
  coin = (await publishedTokens(sandbox)).find(({ archetype }) => archetype === 'fresh_launch')!
  server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
  bare = await openServer({ MINTGLASS_MODE: 'live' })
})
after(async () => {
  await Promise.all([server?.stop(), bare?.stop()])
  await sandbox?.stop()
})

const OF_A_MINT = [
  'ath',
  'deepscan',
  'bubblemap',
  'safety',
  'metadata-full',
  'dev-history',
  'snipers',
  'chart',
  'ohlcv',
  'chart-source',
] as const
const pathOf = (name: string, mint = coin.mint) => `/api/v2/tokens/${mint}/${name}`

/** What an answer rests on was read up to so long before it, on a busy machine. */
const GATHERING_MS = 30_000

/** Kept for a little less than `ttlMs`, made again after it. */
async function assertLives(name: string, ttlMs: number): Promise<void> {
  const success = successOf(`GET ${pathOf(name, '{mint}')}`)
  const madeAt = async (): Promise<number> => success(await server.get(pathOf(name))).generatedAt
  const first = await madeAt()
  server.clock.push(ttlMs - GATHERING_MS)
  assert.equal(await madeAt(), first)
  server.clock.push(GATHERING_MS + 1_000)
  assert((await madeAt()) > first)
}

test('a deep scan lives 120 s', () => assertLives('deepscan', 120_000))

test('a bubble map lives 120 s', () => assertLives('bubblemap', 120_000))

test('a developer’s history lives 120 s', () => assertLives('dev-history', 120_000))

test('a sniper cohort lives 120 s', () => assertLives('snipers', 120_000))

test('a chip lives 60 s, and one of a scan goes with the scan', async () => {
  const success = successOf('GET /api/v2/tokens/{mint}/safety')
  const chip = async () => success(await server.get(pathOf('safety')))
  const scan = successOf('GET /api/v2/tokens/{mint}/deepscan')
  server.clock.push(200_000)
  const { generatedAt } = scan(await server.get(pathOf('deepscan')))
  assert.deepEqual([(await chip()).status, (await chip()).scannedAt], ['complete', generatedAt])
  // The scan is over at 120 s; the chip that was made of it at once is, too.
  server.clock.push(125_000)
  const later = await chip()
  assert.deepEqual([later.status, later.source], ['partial', 'intel'])
  server.clock.push(50_000)
  assert.equal((await chip()).scannedAt, later.scannedAt)
  server.clock.push(11_000)
  assert((await chip()).scannedAt > later.scannedAt)
})

test('a path’s mint is trimmed on every route of one', async () => {
  for (const name of OF_A_MINT) {
    const { status, json } = await server.get(pathOf(name, `%20${coin.mint}%20`))
    assert.equal(status, 200, name)
    if ('mint' in json) assert.equal(json.mint, coin.mint, name)
  }
})

test('an invalid mint is 400 on every route of one, before anything else is asked', async () => {
  for (const name of OF_A_MINT)
    for (const mint of ['short', '0'.repeat(40), `${coin.mint}${coin.mint}`])
      for (const one of [server, bare]) assertFails(await one.get(pathOf(name, mint)), 400, 'invalid mint')
})

test('every route of a mint wants a key', async () => {
  for (const name of OF_A_MINT) assertFails(await server.get(pathOf(name), { key: null }), 401, 'missing API key')
  for (const path of [
    `/api/v2/tokens/safety?mints=${coin.mint}`,
    '/api/v2/tokens/screener?input=so',
    '/api/v2/market/sol-price/history',
    `/api/v2/market/pool-ohlcv?pool=${coin.pool}`,
  ])
    assertFails(await server.get(path, { key: null }), 401, 'missing API key')
})

test('engines without a node are 503 with its name; the chip and the chart are not', async () => {
  for (const name of ['deepscan', 'bubblemap', 'dev-history', 'snipers'])
    assertFails(await bare.get(pathOf(name)), 503, 'provider not configured: rpc')
  const chip = successOf('GET /api/v2/tokens/{mint}/safety')(await bare.get(pathOf('safety')))
  assert.deepEqual([chip.status, chip.score], ['pending', null])
  const { results } = successOf('GET /api/v2/tokens/safety')(
    await bare.get(`/api/v2/tokens/safety?mints=${coin.mint},${NO_ADDRESS}`),
  )
  assert.deepEqual(
    Object.values(results).map((one) => (one as { status: string }).status),
    ['pending', 'pending'],
  )
})
