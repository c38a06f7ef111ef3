import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { chainOfKey } from '../../src/chain/catalog/chains.ts'
import { providerChain } from '../../src/services/chain-tiers/provider-chain.ts'
import { createDexscreenerChains } from '../../src/upstreams/dexscreener-chains.ts'
import { type LocalServer, sendJson, startLocalServer } from '../support/local-server.ts'
import { noRecordings, recorded } from '../support/recorded.ts'
import { testClient } from '../support/test-client.ts'

const servers: LocalServer[] = []
after(() => Promise.all(servers.map((server) => server.close())))

async function over(answer: unknown) {
  const server = await startLocalServer((_, response) => sendJson(response, answer))
  servers.push(server)
  return { pairs: createDexscreenerChains(testClient(server.url).client), seen: server.seen }
}
const ETHEREUM = providerChain(chainOfKey('ethereum')!, 'dexscreener')!
const WBTC = '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599'
const POOL = '0x99ac8ca7087fa4a2a1fb6357269965a2014abc35'

test('a recorded pair of Ethereum comes through as it is, its addresses in lower case', {
  skip: noRecordings,
}, async () => {
  // biome-ignore lint/suspicious/noExplicitAny: foreign JSON, read by hand
  const said = recorded('dexscreener/latest_dex_pairs_2026-10-08.json') as any
  const { pairs, seen } = await over(said)
  const found = await pairs.pairByAddress(ETHEREUM, POOL)
  assert(found.ok && found.value !== null)
  assert.equal(seen[0]!.url, `/latest/dex/pairs/ethereum/${POOL}`)
  const { base, quote, priceUsd, volumeUsd, txns, liquidityUsd, pairCreatedAtMs } = found.value
  const row = said.pair
  assert.deepEqual([base.address, base.symbol, quote.symbol], [WBTC, 'WBTC', 'USDC'])
  assert.equal(quote.address, row.quoteToken.address.toLowerCase())
  assert.deepEqual([priceUsd, volumeUsd.h24, liquidityUsd], [Number(row.priceUsd), row.volume.h24, row.liquidity.usd])
  assert.deepEqual([{ ...txns.h24 }, pairCreatedAtMs], [row.txns.h24, row.pairCreatedAt])
})

const ROW = {
  chainId: 'ethereum',
  dexId: 'uniswap',
  pairAddress: POOL,
  baseToken: { address: WBTC, name: 'Wrapped BTC', symbol: 'WBTC' },
  quoteToken: { address: '0x1', name: 'x', symbol: 'x' },
}

test('rows of other chains and rows whose pool or base is no address are left out; such a quote is unknown', async () => {
  const { pairs } = await over([
    ROW,
    { ...ROW, chainId: 'base' },
    { ...ROW, pairAddress: 'nothing' },
    { ...ROW, baseToken: { ...ROW.baseToken, address: 'So11111111111111111111111111111111111111112' } },
    { ...ROW, txns: { m5: { buys: -1 } } },
  ])
  const found = await pairs.pairsWithToken(ETHEREUM, WBTC)
  assert(found.ok)
  assert.deepEqual(
    found.value.map(({ pairAddress, quote }) => [pairAddress, quote.address]),
    [[POOL, '']],
  )
})

test('pools that do not hold the token are left out, and an answer of those alone is a failure', async () => {
  const other = { ...ROW, baseToken: { ...ROW.baseToken, address: POOL } }
  const found = await (await over([other, ROW])).pairs.pairsWithToken(ETHEREUM, WBTC)
  assert(found.ok && found.value.length === 1 && found.value[0]!.base.address === WBTC)
  const asQuote = { ...other, quoteToken: { address: WBTC, symbol: 'WBTC' } }
  const paid = await (await over([asQuote])).pairs.pairsWithToken(ETHEREUM, WBTC)
  assert(paid.ok && paid.value.length === 1)
  for (const lie of [other, { ...ROW, chainId: 'base' }]) {
    const { pairs } = await over([lie])
    for (const answer of [await pairs.pairsWithToken(ETHEREUM, WBTC), await pairs.pairsByTokens(ETHEREUM, [WBTC])])
      assert(!answer.ok && answer.code === 'upstream_failed')
  }
})

test('a token that a provider writes without leading zeros is the one that was asked for', async () => {
  const sui = providerChain(chainOfKey('sui')!, 'dexscreener')!
  const address = '0x06864A::cetus::CETUS'
  const asked = sui.readAddress(address)!
  assert.equal(asked, '0x06864a::cetus::CETUS')
  const row = { ...ROW, chainId: 'sui', pairAddress: '0xb0', baseToken: { address: '0x6864a::cetus::CETUS' } }
  const { pairs } = await over([row])
  const found = await pairs.pairsWithToken(sui, asked)
  assert(found.ok)
  assert.deepEqual(
    found.value.map(({ base }) => base.address),
    [asked],
  )
})

test('several tokens are one call, a search is filtered by the chain, and another shape is a failure', async () => {
  const { pairs, seen } = await over([ROW])
  const found = await pairs.pairsByTokens(ETHEREUM, [WBTC, POOL])
  assert(found.ok && found.value.length === 1)
  assert.equal(seen[0]!.url, `/tokens/v1/ethereum/${WBTC},${POOL}`)
  const search = await over({ pairs: [ROW, { ...ROW, chainId: 'bsc' }] })
  const hits = await search.pairs.searchPairs(ETHEREUM, 'wbtc')
  assert(hits.ok && hits.value.length === 1)
  const wrong = await (await over([{ nothing: 1 }])).pairs.pairsWithToken(ETHEREUM, WBTC)
  assert(!wrong.ok && wrong.code === 'upstream_failed')
})
