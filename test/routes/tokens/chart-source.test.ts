import assert from 'node:assert/strict'
import { test } from 'node:test'
import { marketServers, tokenOf } from '../../support/market-routes.ts'
import { NO_ADDRESS, strangerAddress } from '../../support/published-tokens.ts'
import { WSOL } from '../../support/read-chain.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'

const success = successOf('GET /api/v2/tokens/{mint}/chart-source')
const MINUTE_MS = 60_000
const servers = marketServers()

async function source(mint: string, server = servers.full) {
  return success(await server.get(`/api/v2/tokens/${mint}/chart-source`))
}

test('the page and the frame of the best pool, which is the one the prices are of', async () => {
  for (const archetype of ['bluechip', 'graduated', 'fresh_launch']) {
    const { mint } = tokenOf(servers, archetype)
    const { available, provider, src, fullUrl, pairAddress } = await source(mint)
    const pair = (await servers.full.post('/api/v2/tokens/pairs-batch', { mints: [mint] })).json.pairs[mint]
    assert.deepEqual([available, provider, fullUrl, pairAddress], [true, 'dexscreener', pair.url, pair.pairAddress])
    assert(src.startsWith(`${fullUrl}?embed=1`))
  }
})

test('with a node alone it is the pool index’s page of the pool found on chain', async () => {
  const { mint, pool } = tokenOf(servers, 'graduated')
  const { provider, src, fullUrl, pairAddress } = await source(mint, servers.alone)
  const page = `https://www.geckoterminal.com/solana/pools/${pool}`
  assert.deepEqual([provider, fullUrl, pairAddress], ['geckoterminal', page, pool])
  assert.equal(src, `${page}?embed=1&info=0&swaps=0`)
})

test('a token that is only ever the quote side is found in the pool index', async () => {
  const { mint } = servers.tokens.find(({ symbol }) => symbol === 'USDC')!
  const { available, provider } = await source(mint, servers.keyless)
  assert.deepEqual([available, provider], [true, 'geckoterminal'])
})

test('SOL’s pool is one against a dollar', async () => {
  const { pairAddress } = await source(WSOL)
  const pairs = (await (
    await fetch(`${servers.sandbox.urls['dexscreener']}/token-pairs/v1/solana/${WSOL}`)
  ).json()) as {
    pairAddress: string
    quoteToken: { symbol: string }
  }[]
  assert.match(pairs.find((pair) => pair.pairAddress === pairAddress)!.quoteToken.symbol, /^USD/)
})

test('without a pool it is 200 with available: false and nothing else', async () => {
  for (const mint of [tokenOf(servers, 'no_pool').mint, strangerAddress(2), NO_ADDRESS])
    for (const server of [servers.full, servers.keyless, servers.alone])
      assert.deepEqual(await source(mint, server), { success: true, available: false })
})

test('an answer lives ten minutes', async () => {
  const path = `/api/v2/tokens/${tokenOf(servers, 'healthy').mint}/chart-source`
  const calls = async () => {
    await servers.full.flushUsage()
    return (await servers.full.get('/api/v2/stats')).json.summary.provider_calls
  }
  await servers.full.get(path)
  const before = await calls()
  servers.full.clock.push(9 * MINUTE_MS)
  await servers.full.get(path)
  assert.equal(await calls(), before)
  servers.full.clock.push(2 * MINUTE_MS)
  await servers.full.get(path)
  assert((await calls()) > before)
})

test('with nothing configured it is 503 with the names, and what is no address 400 invalid mint', async () => {
  const path = `/api/v2/tokens/${WSOL}/chart-source`
  assertFails(await servers.bare.get(path), 503, 'provider not configured: pairs or pools or rpc')
  assertFails(await servers.full.get('/api/v2/tokens/x/chart-source'), 400, 'invalid mint')
})
