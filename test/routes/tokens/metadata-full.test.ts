import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isNear, marketServers, priceOf, tokenOf } from '../../support/market-routes.ts'
import { NO_ADDRESS, strangerAddress } from '../../support/published-tokens.ts'
import { readChainMint, WSOL } from '../../support/read-chain.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'

const success = successOf('GET /api/v2/tokens/{mint}/metadata-full')
const servers = marketServers()

async function full(mint: string, server = servers.full) {
  return success(await server.get(`/api/v2/tokens/${mint}/metadata-full`))
}

test('names, figures, supply and links agree with metadata, prices and the chain', async () => {
  for (const archetype of ['bluechip', 'graduated', 'healthy']) {
    const { mint, symbol } = tokenOf(servers, archetype)
    const record = await full(mint)
    const own = (await servers.full.post('/api/v2/tokens/metadata', { mints: [mint] })).json.tokens[mint]
    const { supplyRaw, decimals } = await readChainMint(servers.sandbox.urls['rpc']!, mint)
    assert.deepEqual([record.mint, record.symbol, record.name, record.decimals], [mint, symbol, own.name, own.decimals])
    assert.equal(record.priceUSD, await priceOf(servers.full, mint))
    const { prices } = (await servers.full.post('/api/v2/tokens/prices', { mints: [mint] })).json
    assert.equal(record.marketCapUSD, prices[mint].marketCap)
    assert(isNear(record.liquidityUSD, prices[mint].liquidityUsd, 1e-3))
    assert(isNear(record.volume24hUSD, prices[mint].volume24h, 1e-2))
    assert(isNear(record.totalSupply, Number(supplyRaw) / 10 ** decimals))
    assert.match(record.logo, /^http/)
    assert.deepEqual([record.investors, record.distribution, record.otherChains, record.stale], [[], [], [], undefined])
  }
})

test('the pool index gives links and categories where there is no market-data provider', async () => {
  const { mint } = tokenOf(servers, 'graduated')
  const told = await full(mint)
  const keyless = await full(mint, servers.keyless)
  assert.deepEqual(keyless.categories, ['Pump Fun'])
  assert.equal(keyless.rank, null)
  assert.equal(keyless.socials.twitter, told.socials.twitter)
  assert.equal(keyless.description, told.description)
})

test('a node alone: what the mint and its pools say, the rest null or empty', async () => {
  const { mint, symbol } = tokenOf(servers, 'bluechip')
  const own = await full(mint, servers.alone)
  const told = await full(mint)
  assert.deepEqual(
    [own.symbol, own.name, own.decimals, own.totalSupply],
    [symbol, told.name, told.decimals, told.totalSupply],
  )
  assert(isNear(own.priceUSD, told.priceUSD))
  assert(own.volume24hUSD > 0, 'the trades of the pool itself')
  assert.deepEqual([own.rank, own.description, own.logo], [null, null, null])
  assert.deepEqual(own.socials, { twitter: null, website: null, discord: null, telegram: null })
  assert.deepEqual([own.categories, own.investors, own.distribution, own.otherChains], [[], [], [], []])
})

test('of an unknown mint everything but the mint is null or empty', async () => {
  for (const mint of [strangerAddress(5), NO_ADDRESS]) {
    const { name, symbol, priceUSD, totalSupply, mint: told } = await full(mint)
    assert.deepEqual([told, name, symbol, priceUSD, totalSupply], [mint, null, null, null, null])
  }
})

test('with nothing configured it is 503 with the names, and what is no address 400 invalid mint', async () => {
  const path = `/api/v2/tokens/${WSOL}/metadata-full`
  assertFails(await servers.bare.get(path), 503, 'provider not configured: market or pools or tokens or assets or rpc')
  assertFails(await servers.full.get('/api/v2/tokens/x/metadata-full'), 400, 'invalid mint')
})
