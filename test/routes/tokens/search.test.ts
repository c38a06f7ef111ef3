import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { type PublishedToken, publishedTokens } from '../../support/published-tokens.ts'
import { successOf } from '../../support/reply-check.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'

const PATH = '/api/v2/tokens/search'
const success = successOf(`GET ${PATH}`)
let sandbox: StartedSandbox
let server: OpenServer
let tokens: readonly PublishedToken[]

before(async () => {
  sandbox = await sharedSandbox()
  tokens = await publishedTokens(sandbox)
  server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

async function search(text: string) {
  return success(await server.get(`${PATH}?q=${encodeURIComponent(text)}`)).results
}

test('a token is found by symbol in any case, by name and by mint, with the fields of its pool', async () => {
  const token = tokens.find(({ archetype }) => archetype === 'bluechip')!
  const [row] = await search(token.symbol)
  assert.deepEqual(
    [row.mint, row.symbol, row.pairAddress, row.dexId],
    [token.mint, token.symbol, token.pool, token.dex],
  )
  assert.deepEqual(row.pair, { chain: 'solana', dex: token.dex, address: token.pool, quote: 'SOL' })
  const pair = (await server.post('/api/v2/tokens/pairs-batch', { mints: [token.mint] })).json.pairs[token.mint]
  assert.deepEqual(
    [row.priceUsd, row.volume, row.txns, row.liquidityUsd, row.marketCap, row.pairCreatedAt, row.baseToken],
    [pair.priceUsd, pair.volume, pair.txns, pair.liquidity.usd, pair.marketCap, pair.pairCreatedAt, pair.baseToken],
  )
  assert.deepEqual([row.buys24h, row.sells24h], [pair.txns.h24.buys, pair.txns.h24.sells])
  assert.equal(
    row.decimals,
    (await server.post('/api/v2/tokens/metadata', { mints: [token.mint] })).json.tokens[token.mint].decimals,
  )
  assert(row.ageHours > 24)
  for (const text of [token.symbol.toLowerCase(), row.name, ` ${token.mint} `])
    assert.equal((await search(text))[0].mint, token.mint, text)
})

test('one pool per token, highest volume first, at most twenty', async () => {
  const rows = await search('pump')
  const all = [...rows, ...(await search('so'))]
  assert(all.length > 0)
  for (const list of [rows, await search('so')]) {
    assert(list.length <= 20)
    assert.equal(new Set(list.map(({ mint }: { mint: string }) => mint)).size, list.length)
    for (const [i, row] of list.entries()) if (i > 0) assert(list[i - 1].volume24h >= row.volume24h)
  }
})

test('under two characters nothing is found, and no one is asked', async () => {
  for (const path of [PATH, `${PATH}?q=`, `${PATH}?q=a`, `${PATH}?q=%20b%20`, `${PATH}?q=%F0%9F%98%80`])
    assert.deepEqual(success(await server.get(path)), { success: true, results: [] })
})

test('what no one is called finds nothing', async () => {
  assert.deepEqual(await search('nobody is called like this'), [])
  assert.deepEqual(await search('x'.repeat(1_000)), [])
})

test('answers live a minute, whatever the case of the text', async () => {
  const calls = async () => {
    await server.flushUsage()
    return (await server.get('/api/v2/stats')).json.summary.provider_calls
  }
  await search('meridian')
  const before = await calls()
  server.clock.push(40_000)
  await search('MERIDIAN')
  assert.equal(await calls(), before)
  server.clock.push(30_000)
  await search('Meridian')
  assert((await calls()) > before)
})
