import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openChainServer } from '../../support/chain-server.ts'
import { type ChainWorld, WORLD_POOL, WORLD_QUOTE, WORLD_WALLET } from '../../support/chain-world.ts'
import type { OpenServer } from '../../support/open-server.ts'
import { assertFails } from '../../support/reply-check.ts'

/* Each route of the chain-generic surface by its address: what it answers for Base, and that it looks for the chain
 * first. */

const WETH = '0x4200000000000000000000000000000000000006'

let world: ChainWorld
let server: OpenServer

before(async () => {
  ;({ world, server } = await openChainServer())
})
after(async () => {
  await server?.stop()
  await world?.close()
})

test('figures are the providers’, by every spelling of the chain, and agree between routes', async () => {
  const price = (await server.get('/api/v2/chain/eip155:8453/native-price')).json
  assert.deepEqual([price.symbol, price.priceUSD, price.priceChange24h, price.wrapped], ['ETH', 2_001.25, -1.5, WETH])
  const prices = (
    await server.post('/api/v2/chain/8453/tokens/prices', { addresses: [WETH.toUpperCase().replace('0X', '0x')] })
  ).json
  assert.equal(prices.prices[WETH].priceUsd, price.priceUSD)
  const token = (await server.get(`/api/v2/chain/base/tokens/${WETH}`)).json
  assert.deepEqual([token.price.priceUsd, token.metadata.decimals, token.pairs[0].chainId], [2_001.25, 18, 'base'])
  const trades = (await server.get(`/api/v2/chain/base/tokens/${WETH}/trades`)).json
  assert.deepEqual([trades.trades[0].side, trades.trades[0].amount, trades.trades[0].amountUSD], ['buy', 2, 4_002.5])
  assert.equal(trades.freshness.sourceAt, trades.trades[0].date)
  assert.equal(trades.freshness.block, 100)
  const quoteSide = (await server.get(`/api/v2/chain/base/tokens/${WORLD_QUOTE}/trades`)).json
  assert.deepEqual([quoteSide.trades[0].side, quoteSide.trades[0].amount], ['sell', 4_002.5])
  const holders = (await server.get(`/api/v2/chain/base/tokens/${WETH}/holders`)).json
  assert.deepEqual([holders.holders[0].address, holders.holders[0].pct, holders.total], [WORLD_WALLET, 25, 1_234])
  const { score, grade, honeypot, taxes } = (await server.get(`/api/v2/chain/base/tokens/${WETH}/security`)).json
  assert.deepEqual([score, grade, honeypot.verdict, honeypot.method], [90, 'safe', 'sellable', 'provider'])
  assert.deepEqual(taxes, { buyPct: 0, sellPct: 1 })
  const candles = (await server.get(`/api/v2/chain/base/pools/${WORLD_POOL}/ohlcv?period=1h&amount=2`)).json.candles
  assert.equal(candles.length, 2)
  assert(candles[0].t < candles[1].t && candles[1].h === 12)
})

test('lists of pools, DEXs and tokens are those of the index of pools', async () => {
  const { dexes } = (await server.get('/api/v2/chain/base/dexes')).json
  assert.deepEqual(dexes, [{ id: 'uniswap_v3', name: 'Uniswap V3', pools: null, volume24hUSD: null }])
  const lists = [
    (await server.get('/api/v2/chain/base/pools/trending')).json.pools,
    (await server.get('/api/v2/chain/base/pools/new')).json.pools,
    (await server.get(`/api/v2/chain/base/tokens/${WETH}/pools`)).json.pools,
    [(await server.get(`/api/v2/chain/base/pools/${WORLD_POOL}`)).json.pool],
  ]
  for (const [pool, ...others] of lists) {
    assert.deepEqual([pool.pairAddress, pool.chainId, pool.baseToken.address], [WORLD_POOL, 'base', WETH])
    assert.deepEqual(others, [])
  }
  const [trending] = (await server.get('/api/v2/chain/base/tokens/trending')).json.tokens
  assert.deepEqual([trending.mint, trending.pairAddress, trending.rank], [WETH, WORLD_POOL, 1])
  const [newest] = (await server.get('/api/v2/chain/base/tokens/new')).json.tokens
  assert.deepEqual([newest.mint, newest.pool], [WETH, WORLD_POOL])
  assert.deepEqual((await server.get('/api/v2/chain/base/tokens/new?minLiquidityUsd=9e9')).json.tokens, [])
  const [found] = (await server.get('/api/v2/chain/base/tokens/search?q=wnat')).json.results
  assert.equal(found.pair.address, WORLD_POOL)
  const named = (await server.post('/api/v2/chain/base/tokens/metadata', { addresses: [WETH] })).json.tokens
  assert.deepEqual([named[WETH].symbol, named[WETH].decimals], ['WNAT', 18])
  const { candles } = (await server.get(`/api/v2/chain/base/tokens/${WETH}/ohlcv?amount=2`)).json
  assert.deepEqual(candles, (await server.get(`/api/v2/chain/base/pools/${WORLD_POOL}/ohlcv?amount=2`)).json.candles)
  // The world's newest trade is as old as it says at each question: the time of each differs.
  const [ofPool] = (await server.get(`/api/v2/chain/base/pools/${WORLD_POOL}/trades`)).json.trades
  const [ofToken] = (await server.get(`/api/v2/chain/base/tokens/${WETH}/trades`)).json.trades
  assert.deepEqual({ ...ofPool, date: 0 }, { ...ofToken, date: 0 })
})

test('unknown chains are 404 with suggestions, and addresses follow the rules of their chain', async () => {
  const unknown = await server.get('/api/v2/chain/etherum/native-price')
  assert.deepEqual([unknown.status, unknown.json.suggestions[0]], [404, 'ethereum'])
  const sol = 'So11111111111111111111111111111111111111112'
  assertFails(await server.get(`/api/v2/chain/base/tokens/${sol}`), 400, 'invalid address for base')
  const wrongCase = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'
  assertFails(await server.get(`/api/v2/chain/base/tokens/${wrongCase}`), 400, 'invalid address for base')
  assertFails(await server.get('/api/v2/chain/base/pools/nothing'), 400, 'invalid pool for base')
  assertFails(
    await server.post('/api/v2/chain/base/tokens/prices', { addresses: ['x'] }),
    400,
    'invalid address for base',
  )
  assertFails(await server.post('/api/v2/chain/base/tokens/prices', {}), 400, /^addresses\[\] required/)
  assertFails(await server.get('/api/v2/chain/base/native-price', { key: null }), 401, 'missing API key')
})

test('every route looks for the chain first: an unknown one is 404 with its suggestions', async () => {
  const replies = [
    await server.get('/api/v2/chain/etherum'),
    await server.get('/api/v2/chain/etherum/native-price'),
    await server.get('/api/v2/chain/etherum/dexes'),
    await server.get('/api/v2/chain/etherum/fees'),
    await server.get('/api/v2/chain/etherum/tokens/trending'),
    await server.get('/api/v2/chain/etherum/tokens/new'),
    await server.get('/api/v2/chain/etherum/tokens/search?q=weth'),
    await server.post('/api/v2/chain/etherum/tokens/prices', { addresses: [WETH] }),
    await server.post('/api/v2/chain/etherum/tokens/metadata', { addresses: [WETH] }),
    await server.get(`/api/v2/chain/etherum/tokens/${WETH}`),
    await server.get(`/api/v2/chain/etherum/tokens/${WETH}/pools`),
    await server.get(`/api/v2/chain/etherum/tokens/${WETH}/trades`),
    await server.get(`/api/v2/chain/etherum/tokens/${WETH}/ohlcv`),
    await server.get(`/api/v2/chain/etherum/tokens/${WETH}/holders`),
    await server.get(`/api/v2/chain/etherum/tokens/${WETH}/security`),
    await server.get(`/api/v2/chain/etherum/tokens/${WETH}/bubblemap`),
    await server.get(`/api/v2/chain/etherum/tokens/${WETH}/traders`),
    await server.get('/api/v2/chain/etherum/pools/trending'),
    await server.get('/api/v2/chain/etherum/pools/new'),
    await server.get(`/api/v2/chain/etherum/pools/${WORLD_POOL}`),
    await server.get(`/api/v2/chain/etherum/pools/${WORLD_POOL}/trades`),
    await server.get(`/api/v2/chain/etherum/pools/${WORLD_POOL}/ohlcv`),
    await server.get(`/api/v2/chain/etherum/wallets/${WORLD_WALLET}/portfolio`),
    await server.get(`/api/v2/chain/etherum/wallets/${WORLD_WALLET}/activity`),
    await server.get(`/api/v2/chain/etherum/swap/quote?inputToken=${WETH}&outputToken=${WORLD_QUOTE}&amount=1`),
    await server.post('/api/v2/chain/etherum/swap/build', { quote: {}, taker: WORLD_WALLET }),
  ]
  for (const { status, json } of replies) {
    assert.deepEqual([status, json.error], [404, 'unknown chain'])
    assert(json.suggestions.includes('ethereum'))
  }
})
