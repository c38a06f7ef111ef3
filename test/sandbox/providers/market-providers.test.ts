import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCoingecko } from '../../../sandbox/providers/coingecko.ts'
import { createDexscreener } from '../../../sandbox/providers/dexscreener.ts'
import { createGeckoterminal } from '../../../sandbox/providers/geckoterminal.ts'
import { createHolderCounts } from '../../../sandbox/providers/holder-counts.ts'
import { createMobula } from '../../../sandbox/providers/mobula.ts'
import { candlesOfPath, pathOfPool, pathOfToken } from '../../../sandbox/providers/price-path.ts'
import type { Provider } from '../../../sandbox/providers/provider-reply.ts'
import { createPyth } from '../../../sandbox/providers/pyth.ts'
import { performAction } from '../../../sandbox/world/perform.ts'
import { USDC_MINT, WSOL_MINT } from '../../../src/contract/mints.ts'
import { sharedTestWorld } from '../../support/build-test-world.ts'

// biome-ignore lint/suspicious/noExplicitAny: emulated replies are walked by hand
type Body = any

const { chain, world } = sharedTestWorld()
const { market, faces } = world
const imageUrl = (mint: string): string => `http://127.0.0.1/assets/${mint}.svg`
const sources = { market, faces, imageUrl }
const geckoterminal = createGeckoterminal(sources)
const coingecko = createCoingecko(sources)
const pyth = createPyth({ market })
const mobula = createMobula({ ...sources, chain, holders: createHolderCounts(chain) })
const dexscreener = createDexscreener(sources)

function ask(provider: Provider, path: string, query = '', status = 200): Body {
  const reply = provider.handle({ path, query: new URLSearchParams(query) })
  assert.equal(reply.status, status, `${path}?${query}`)
  return reply.body
}
const mintOf = (archetype: string) => world.plan.tokens.find((token) => token.archetype === archetype)!.mint
const poolOf = (mint: string) => market.mainPool(mint)!
const isClose = (a: number, b: number, share = 1e-6) => Math.abs(a / b - 1) <= share
const candlesOf = (pool: string, frame: string, query = ''): number[][] =>
  ask(geckoterminal, `/networks/solana/pools/${pool}/ohlcv/${frame}`, query).data.attributes.ohlcv_list

test('the open candle of every provider ends at the price of the pair', () => {
  for (const archetype of ['bluechip', 'healthy', 'graduated', 'fresh_launch']) {
    const mint = mintOf(archetype)
    const { address } = poolOf(mint)
    const price = market.priceUsd(mint)!
    for (const frame of ['hour', 'day']) assert(isClose(candlesOf(address, frame)[0]![4]!, price), archetype)
    for (const [path, id] of [
      ['/2/token/ohlcv-history', mint],
      ['/2/market/ohlcv-history', address],
    ])
      assert(isClose(ask(mobula, path!, `address=${id}&period=1h`).data.at(-1).c, price))
    const pair = ask(dexscreener, `/token-pairs/v1/solana/${mint}`).find((row: Body) => row.pairAddress === address)
    assert(isClose(Number(pair.priceUsd), price, 1e-4))
  }
})

test('candles come newest first on their grid, at most a thousand, and go back thirty days', () => {
  const { address } = poolOf(mintOf('bluechip'))
  for (const [frame, aggregate, stepSec] of [
    ['minute', 1, 60],
    ['minute', 15, 900],
    ['hour', 4, 14_400],
    ['day', 1, 86_400],
  ] as const) {
    const rows = candlesOf(address, frame, `aggregate=${aggregate}&limit=200`)
    for (const [at, [t, o, h, l, c, v]] of rows.entries()) {
      assert.equal(t! % stepSec, 0)
      assert(l! <= Math.min(o!, c!) && h! >= Math.max(o!, c!) && v! >= 0)
      if (at > 0) assert(t! < rows[at - 1]![0]!)
    }
    assert(rows.length === 200 || rows.length >= 30)
  }
  const [newest] = candlesOf(address, 'hour', 'limit=1')
  const older = candlesOf(address, 'hour', `limit=5&before_timestamp=${newest![0]}`)
  assert.equal(older[0]![0], newest![0]! - 3_600)
  for (const query of ['limit=0', 'limit=1001', 'aggregate=7', 'token=nobody', 'before_timestamp=x'])
    ask(geckoterminal, `/networks/solana/pools/${address}/ohlcv/hour`, query, 400)
})

test('the day’s candles add up to the volume of the pair', () => {
  const pool = poolOf(mintOf('bluechip'))
  const path = pathOfPool(market, pool, market.nowSec() - 86_400)
  const sum = candlesOfPath(path, 3_600).reduce((total, { volumeUsd }) => total + volumeUsd, 0)
  assert(isClose(sum, market.window(pool, 'h24').volumeUsd, 0.02))
})

test('candles of five minutes fold from those of a minute, hours from them, prices and volumes alike', () => {
  const { address } = poolOf(mintOf('healthy'))
  const oldestFirst = (frame: string, query: string) => candlesOf(address, frame, `${query}&limit=1000`).reverse()
  const minutes = oldestFirst('minute', 'aggregate=1')
  const fives = oldestFirst('minute', 'aggregate=5')
  const hours = oldestFirst('hour', 'aggregate=1')
  for (const [fine, coarse, stepSec] of [
    [minutes, fives, 300],
    [fives, hours, 3_600],
  ] as const) {
    const whole = coarse.filter(([t]) => t! > fine[0]![0]!)
    assert(whole.length > 50)
    for (const [t, o, h, l, c, v] of whole) {
      const parts = fine.filter(([at]) => at! >= t! && at! < t! + stepSec)
      assert.deepEqual([o, c], [parts[0]![1], parts.at(-1)![4]])
      assert.equal(h, Math.max(...parts.map(([, , high]) => high!)))
      assert.equal(l, Math.min(...parts.map(([, , , low]) => low!)))
      const sum = parts.reduce((total, part) => total + part[5]!, 0)
      assert(Math.abs(v! - sum) <= 1e-9 * sum, `${stepSec} at ${t}`)
    }
  }
})

test('a trade is in every provider’s newest candle at once', () => {
  const mint = mintOf('healthy')
  const { address } = poolOf(mint)
  const before = candlesOf(address, 'day')[0]!
  const done = performAction(world, { do: 'buy', mint, wallet: world.plan.cast.whale[1]!, quoteRaw: 30_000_000_000n })
  assert(done?.ok && done.transaction.err === null)
  const after = candlesOf(address, 'day')[0]!
  assert(after[5]! > before[5]! && after[4]! > before[4]!)
  const { athUSD, priceUSD } = ask(mobula, '/2/token/ath', `address=${mint}`).data
  assert(athUSD >= priceUSD && isClose(priceUSD, after[4]!))
})

test('the quote side of a pool has its own prices', () => {
  const [pool] = market.poolsOf(WSOL_MINT)
  const dollars = candlesOf(pool!.address, 'hour', `token=${USDC_MINT}`)
  assert(dollars.length > 20 && dollars.every(([, o, h, l, c]) => o === 1 && h === 1 && l === 1 && c === 1))
  const coin = poolOf(mintOf('bluechip'))
  const sol = candlesOf(coin.address, 'hour', 'token=quote')
  assert(isClose(sol[0]![4]!, market.priceUsd(WSOL_MINT)!))
  const pools = ask(geckoterminal, `/networks/solana/tokens/${USDC_MINT}/pools`).data
  assert(pools.length > 0 && pools.every((row: Body) => row.attributes.token_price_usd === '1'))
})

test('SOL costs the same at CoinGecko, Pyth and Mobula, now and in their histories', () => {
  const sol = market.priceUsd(WSOL_MINT)!
  const { usd, last_updated_at } = ask(coingecko, '/simple/price', 'ids=solana&include_last_updated_at=true').solana
  assert.deepEqual([usd, last_updated_at], [sol, market.nowSec()])
  const feed = ask(pyth, '/v2/updates/price/latest', `ids[]=${SOL_FEED}`).parsed[0].price
  assert(isClose(Number(feed.price) * 10 ** feed.expo, sol))
  for (const days of [1, 7, 30]) {
    const { prices } = ask(coingecko, '/coins/solana/market_chart', `days=${days}`)
    assert(isClose(prices.at(-1)[1], sol))
    assert(prices.length > 100 && prices[0][0] >= (market.nowSec() - days * 86_400 - 3_600) * 1_000)
  }
  const bars = ask(
    pyth,
    '/v1/shims/tradingview/history',
    `symbol=Crypto.SOL/USD&resolution=60&from=${market.nowSec() - 86_400}&to=${market.nowSec()}`,
  )
  assert.equal(bars.s, 'ok')
  assert(isClose(bars.c.at(-1), sol))
  const history = ask(mobula, '/1/market/history', `asset=${WSOL_MINT}&period=1h`).data.price_history
  assert(isClose(history.at(-1)[1], sol))
  assert.equal(ask(coingecko, `/onchain/networks/solana/tokens/${WSOL_MINT}/pools`).data.length > 0, true)
})

test('a past that is asked for in parts has the bars of one that is asked for whole, and no part goes on to now', () => {
  const endSec = market.nowSec()
  const barsOf = (fromSec: number, toSec: number): number[][] => {
    const query = `symbol=Crypto.SOL/USD&resolution=5&from=${fromSec}&to=${toSec}`
    const { t, o, h, l, c } = ask(pyth, '/v1/shims/tradingview/history', query)
    return t.map((timeSec: number, at: number) => [timeSec, o[at], h[at], l[at], c[at]])
  }
  const firstSec = endSec - (endSec % 300) - 4_500 * 300
  const whole = barsOf(firstSec, endSec)
  const parts: number[][] = []
  for (let fromSec = firstSec; fromSec <= endSec; fromSec += 500 * 300)
    parts.push(...barsOf(fromSec, Math.min(endSec, fromSec + 499 * 300)))
  assert(whole.length > 1_000)
  assert.deepEqual(parts, whole)
  for (const mint of [WSOL_MINT, USDC_MINT]) {
    const { timesSec } = pathOfToken(market, mint, firstSec, firstSec + 86_400)
    assert(timesSec.length > 0 && timesSec.every((timeSec) => timeSec >= firstSec && timeSec < firstSec + 86_400))
  }
})
const SOL_FEED = 'ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d'

test('Mobula’s search sorts as asked, and its unknown period is an hour', () => {
  for (const [sortBy, member] of [
    ['volume24h', 'volume24hUSD'],
    ['liquidity', 'liquidityUSD'],
    ['holdersCount', 'holdersCount'],
    ['trendingScore24h', 'trendingScore24h'],
    ['organicVolume1h', 'organicVolume1hUSD'],
  ] as const) {
    const { data } = ask(mobula, '/2/fast-search', `input=o&sortBy=${sortBy}&limit=20`)
    assert(data.length > 5)
    for (const [at, row] of data.entries()) if (at > 0) assert(data[at - 1][member] >= row[member], sortBy)
  }
  ask(mobula, '/2/fast-search', 'input=o&limit=21', 400)
  const { data } = ask(mobula, '/2/token/ohlcv-history', `address=${mintOf('bluechip')}&period=7x&amount=3`)
  assert.equal(data[1].t - data[0].t, 3_600_000)
})

test('extremes of a token younger than an hour are not computed yet', () => {
  const young = ask(mobula, '/2/token/ath', `address=${mintOf('fresh_launch')}`).data
  assert(young.priceUSD > 0 && !('athUSD' in young))
})

test('what no one knows is 404, and other chains are', () => {
  ask(geckoterminal, '/networks/eth/pools/x', '', 404)
  ask(geckoterminal, '/networks/solana/pools/x', '', 404)
  ask(geckoterminal, '/networks/solana/tokens/x/info', '', 404)
  ask(mobula, '/2/token/ath', 'address=x', 404)
  ask(mobula, '/2/token/ath', `address=${WSOL_MINT}&blockchain=ethereum`, 404)
  ask(coingecko, '/coins/bitcoin/market_chart', 'days=1', 404)
  ask(pyth, '/v2/updates/price/latest', 'ids[]=00', 404)
})

test('intervals without a trade do not count: as many candles as asked for, from further back', () => {
  const { address } = poolOf(mintOf('bluechip'))
  const { address: young } = poolOf(mintOf('fresh_launch'))
  const minutes = (pool: string, query: string): Body[] =>
    ask(mobula, '/2/market/ohlcv-history', `address=${pool}&period=1m&${query}`).data
  const before = minutes(young, 'amount=2000').length
  assert(before > 1)
  chain.advanceSlot(10 * 60_000)
  assert.equal(candlesOf(address, 'minute', 'limit=200').length, 200)
  assert.equal(minutes(address, 'amount=200').length, 200)
  const fromMs = (market.nowSec() - 30 * 60) * 1_000
  const since = minutes(address, `amount=200&from=${fromMs}`)
  assert(since.length <= 22 && since[0].t >= fromMs, `${since.length}`)
  // The few trades of a young pool lie days back soon, and are told all the same.
  chain.advanceSlot(3 * 86_400_000)
  assert.equal(minutes(young, 'amount=2000').length, before)
  assert.equal(candlesOf(young, 'minute', 'limit=1000').length, before)
})
