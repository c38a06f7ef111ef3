import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { ok } from '../../../src/contract/outcome.ts'
import type { ChainFact } from '../../../src/contract/tape-event.ts'
import type { MarketPair, Pairs } from '../../../src/upstreams/capabilities.ts'
import { LAB_NOW_MS, movedClock } from '../../support/first-party-server.ts'
import { successOf } from '../../support/reply-check.ts'
import { type ScreenerServer, startScreener } from '../../support/screener-server.ts'
import { launchOf, tradeOf } from '../../support/tape-lab.ts'

/** Pairs of a tape that the test writes, through the real socket, held against sums by hand. */

const NOW_SEC = LAB_NOW_MS / 1_000
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ'
const address = (kind: string, at: number): string =>
  `${kind}${LETTERS[at % 23]}${LETTERS[Math.floor(at / 23)]}`.padEnd(43, '1')
const mintOf = (at: number): string => address('Mint', at)
const poolOf = (at: number): string => address('Poo1', at)
const COUNT = 40

/** Pair `at`: launched `at` minutes ago, `at` + 1 trades in the last hour, of which every third is a sale. */
function eventsOf(at: number): ChainFact[] {
  const place = { mint: mintOf(at), pool: poolOf(at), dex: at % 2 === 0 ? ('pumpfun' as const) : ('pumpswap' as const) }
  const launch = launchOf({
    ...place,
    kind: at % 2 === 0 ? 'launch' : 'pool',
    blockTimeSec: NOW_SEC - at * 60 - 61,
    name: `Coin number ${at}`,
    symbol: `C${at}`,
  })
  const trades = Array.from({ length: at + 1 }, (_, trade) =>
    tradeOf({
      ...place,
      maker: address('Wa11et', trade % 5),
      side: trade % 3 === 2 ? 'sell' : 'buy',
      blockTimeSec: NOW_SEC - 60,
      priceUsd: (at % 7) + 1 + trade / 100,
      amountUsd: 10 + at,
      quoteAmountRaw: 1_000_000_000n,
      reserveRaw: 1_000_000n * BigInt(at + 1),
      quoteReserveRaw: 1_000_000_000n * BigInt(at + 1),
    }),
  )
  return [launch, ...trades]
}

function providerPair(at: number): MarketPair {
  const price = (at % 7) + 1 + at / 100
  return {
    dexId: at % 2 === 0 ? 'pumpfun' : 'pumpswap',
    pairAddress: poolOf(at),
    url: null,
    labels: ['v2'],
    base: { address: mintOf(at), name: `Coin number ${at}`, symbol: `C${at}` },
    quote: { address: 'So11111111111111111111111111111111111111112', name: 'Wrapped SOL', symbol: 'SOL' },
    priceUsd: price,
    priceNative: null,
    priceChangePct: { m5: null, h1: null, h6: null, h24: null },
    volumeUsd: { m5: null, h1: null, h6: null, h24: null },
    txns: { m5: null, h1: null, h6: null, h24: null },
    liquidityUsd: 1_000 * (at + 1),
    liquidityBase: null,
    liquidityQuote: null,
    marketCapUsd: price * 1e6,
    fdvUsd: price * 2e6,
    pairCreatedAtMs: null,
    boostsActive: at < 3 ? 10 * (at + 1) : 0,
    info: {
      imageUrl: null,
      headerUrl: null,
      websites: [],
      socials: at % 4 === 0 ? [{ type: 'twitter', url: 'https://x.test' }] : [],
    },
  }
}

const provider = {
  provider: 'test',
  pairsByMints: async (mints: readonly string[]) => {
    const found = new Map<string, readonly MarketPair[]>()
    for (let at = 0; at < COUNT; at++) if (mints.includes(mintOf(at))) found.set(mintOf(at), [providerPair(at)])
    return ok(found)
  },
  searchPairs: async () => ok([]),
} as unknown as Pairs

/** In blocks by time, as the chain has them. */
async function fill(server: ScreenerServer, count = COUNT): Promise<void> {
  const facts = Array.from({ length: count }, (_, at) => eventsOf(at)).flat()
  const bySec = Map.groupBy(facts, ({ blockTimeSec }) => blockTimeSec!)
  for (const [atSec, events] of [...bySec].sort((a, b) => a[0] - b[0])) await server.lab.block(events, atSec)
}

async function withFacts(t: TestContext): Promise<ScreenerServer> {
  const server = await startScreener(t, { upstreams: { pairs: provider } })
  await fill(server)
  for (let look = 0; look < 100; look++) {
    const { json } = await server.post({ filter: { field: 'liquidityUSD', min: 0 }, limit: 1, sort: 'marketCap' })
    if (json.total === COUNT && json.missing === undefined) return server
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the facts of the provider did not come')
}

const SHAPES = [
  [/^\/pairs$/, successOf('GET /api/v2/screener/pairs')],
  [/^\/pairs\/trending$/, successOf('GET /api/v2/screener/pairs/trending')],
  [/^\/pairs\/new$/, successOf('GET /api/v2/screener/pairs/new')],
  [/^\/pairs\/gainers$/, successOf('GET /api/v2/screener/pairs/gainers')],
  [/^\/pairs\/losers$/, successOf('GET /api/v2/screener/pairs/losers')],
  [/^\/pairs\/graduating$/, successOf('GET /api/v2/screener/pairs/graduating')],
  [/^\/pairs\/sol/, successOf('GET /api/v2/screener/pairs/{chain}/{pool}')],
  [/^\/tokens\//, successOf('GET /api/v2/screener/tokens/{chain}/{address}/pairs')],
  [/^\/search$/, successOf('GET /api/v2/screener/search')],
  [/^\/facets$/, successOf('GET /api/v2/screener/facets')],
] as const

/** The answer, in the shape that its route declares. */
async function rows(server: ScreenerServer, path: string, query: Readonly<Record<string, string>> = {}) {
  const [, shape] = SHAPES.find(([pattern]) => pattern.test(path))!
  return shape(await server.get(path, query))
}

const numbersOf = (json: { rows: { base: { symbol: string } }[] }): number[] =>
  json.rows.map(({ base }) => Number(base.symbol.slice(1)))
const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at)

test('a row says what a sum by hand says of its trades', async (t) => {
  const server = await startScreener(t)
  await fill(server)
  const { rows: found, total, count, maxAgeMs, nextCursor } = await rows(server, '/pairs', { limit: '100' })
  assert.deepEqual([total, count, maxAgeMs, nextCursor], [COUNT, COUNT, 15_000, null])
  for (const row of found) {
    const at = Number(row.base.symbol.slice(1))
    const sells = Math.floor((at + 1) / 3)
    assert.deepEqual(row.txns.h1, { buys: at + 1 - sells, sells })
    assert.equal(row.volume.h24, (10 + at) * (at + 1))
    assert.deepEqual([row.volume.m5, row.pair, row.base.address], [row.volume.h24, poolOf(at), mintOf(at)])
    assert.equal(row.priceUSD, (at % 7) + 1 + at / 100)
    const first = (at % 7) + 1
    assert(Math.abs(row.priceChange.h1 - (row.priceUSD / first - 1) * 100) < 1e-9)
    assert.equal(row.makers24h, Math.min(5, at + 1))
    assert.equal(row.createdAt, (NOW_SEC - at * 60 - 61) * 1_000)
    assert.deepEqual([row.base.name, row.lastTradeAt], [`Coin number ${at}`, (NOW_SEC - 60) * 1_000])
    // A curve says virtual reserves: nothing of them is liquidity.
    if (at % 2 === 0) assert.equal(row.liquidityUSD, null)
    else assert(Math.abs(row.liquidityUSD - ((at + 1) * row.priceUSD + (at + 1) * (10 + at))) < 1e-6)
    assert.deepEqual(row.curve, at % 2 === 0 ? { platform: 'pumpfun', pct: null, graduated: false } : null)
    assert.deepEqual([row.safety, row.boosts, row.marketCap, row.holders], [null, null, null, null])
  }
  assert.deepEqual(
    found.map(({ rank }: { rank: number }) => rank),
    range(COUNT).map((at) => at + 1),
  )
  assert.deepEqual(numbersOf({ rows: found }), range(COUNT).reverse())
})

test('filters bound what they name, both ends included, and any numeric field sorts', async (t) => {
  const server = await withFacts(t)
  const only = async (query: Readonly<Record<string, string>>) =>
    numbersOf(await rows(server, '/pairs', { limit: '100', sort: 'createdAt', ...query }))
  assert.deepEqual(await only({ minTxns: '38', window: '1h' }), [37, 38, 39])
  assert.deepEqual(await only({ minTxns: '3', maxTxns: '5', order: 'asc' }), [4, 3, 2])
  assert.deepEqual(await only({ dex: 'pumpfun', maxTxns: '4' }), [0, 2])
  assert.deepEqual(await only({ platform: 'pumpfun', minLiquidityUsd: '39000' }), [38])
  assert.deepEqual(await only({ hasSocials: 'true', maxLiquidityUsd: '9000' }), [0, 4, 8])
  assert.deepEqual(await only({ onCurve: 'false', maxAgeHours: '0.1' }), [1, 3])
  assert.deepEqual(await only({ minMarketCap: '7000000', maxTxns: '14' }), [6, 13])
  assert.deepEqual(await only({ minVolume: '1911', maxVolume: '1911' }), [])
  assert.deepEqual(await only({ dex: 'nosuchdex' }), [])
  assert.deepEqual(await only({ minBoosts: '20' }), [1, 2])
  assert.deepEqual(
    numbersOf(await rows(server, '/pairs', { sort: 'liquidityUSD', order: 'asc', limit: '3' })),
    [1, 3, 5],
  )
  assert.deepEqual(numbersOf(await rows(server, '/pairs', { sort: 'ageHours', limit: '2' })), [39, 38])
  const { input, missing } = await rows(server, '/pairs', { minHolders: '5', window: '6h' })
  assert.deepEqual([input.window, input.sort, input.limit, input.chain], ['h6', 'volume', 50, ['solana']])
  assert.deepEqual(missing, ['holders is not known of 40 of 40 pairs: they fulfil no condition on it'])
})

test('what is no filter is refused by its name, and so is a value that cannot be read', async (t) => {
  const server = await startScreener(t)
  await fill(server, 2)
  for (const [query, error] of [
    ['minLiquidty=5', 'unknown query parameter minLiquidty'],
    ['minLiquidityUSD=5', 'unknown query parameter minLiquidityUSD: did you mean minLiquidityUsd?'],
    ['minVolume=lots', 'minVolume: expected a number'],
    ['verified=perhaps', 'verified: expected true or false'],
    ['sort=volumes', 'sort: unknown field volumes: did you mean volume?'],
    ['order=up', 'order: expected asc or desc'],
    ['window=2h', 'window: expected m5, h1, h6, h24, 5m, 1h, 6h, 24h'],
    ['cursor=nonsense', 'invalid cursor'],
    ['minVolume=1&minVolume=2', 'minVolume: given twice in the query'],
  ]) {
    const { status, json } = await server.send({ path: `/api/v2/screener/pairs?${query}` })
    assert.equal(status, 400, query)
    assert(json.error.startsWith(error), `${json.error}, not ${error}`)
  }
  for (const path of [
    '/pairs/trending',
    '/pairs/new',
    '/pairs/gainers',
    '/pairs/losers',
    '/pairs/graduating',
    '/search',
    '/facets',
  ])
    assert.equal((await server.get(path, { nonsense: '1', q: 'xx' })).status, 400, path)
  assert.equal((await rows(server, '/pairs', { limit: '0' })).count, 1)
  assert.equal((await rows(server, '/pairs', { limit: '1e9' })).input.limit, 100)
})

test('a tree finds what its conditions say together, and is refused where it is none', async (t) => {
  const server = await withFacts(t)
  const only = async (filter: unknown) => {
    const { status, json, text } = await server.post({ filter, sort: 'createdAt', limit: 100 })
    assert.equal(status, 200, text)
    return numbersOf(json)
  }
  assert.deepEqual(
    await only({
      and: [
        {
          or: [
            { field: 'txns.h1', max: 2 },
            { field: 'liquidityUSD', min: 39_000 },
          ],
        },
        {
          not: [
            { field: 'dex', in: ['pumpswap'] },
            { field: 'hasSocials', is: true },
          ],
        },
      ],
    }),
    [38],
  )
  assert.deepEqual(await only({ field: 'holders', known: true }), [])
  assert.equal((await only({ not: [{ field: 'holders', known: true }] })).length, COUNT)
  // Unknown is neither above nor not above.
  assert.deepEqual(await only({ not: [{ field: 'holders', min: 5 }] }), [])
  const deep = (depth: number): unknown => (depth === 0 ? { field: 'volume', min: 0 } : { and: [deep(depth - 1)] })
  assert.equal((await only(deep(4))).length, COUNT)
  for (const [filter, error] of [
    [deep(5), 'filter: at most 4 levels of and, or, not'],
    [{ or: range(41).map((min) => ({ field: 'volume', min })) }, 'filter: at most 40 conditions'],
    [{ field: 'volumes', min: 1 }, 'filter: unknown field volumes: did you mean volume?'],
    [{ and: [{ field: 'dex', min: 1 }] }, 'filter.and[0]: expected in: a list of 1 to 40 texts'],
    [{ and: [], or: [] }, 'filter: and stands alone, beside it is or'],
    [{ not: {} }, 'filter.not: expected a list of conditions'],
    [{ field: 'fdv' }, 'filter: expected min, max or both: numbers'],
    [{ field: 'fdv', min: '5' }, 'filter: expected min, max or both: numbers'],
    [{ field: 'fdv', above: 5 }, 'filter: unknown member above'],
    [{ field: 'graduated', is: 1 }, 'filter: expected is: true or false'],
    [{}, 'filter: expected and, or, not, or a field'],
  ] as const) {
    const { status, json } = await server.post({ filter })
    assert.deepEqual([status, json.error], [400, error])
  }
  assert.equal((await server.post({})).status, 400)
  assert.match((await server.post({ filter: {}, sorting: 'fdv' })).json.error, /unknown member sorting/)
  assert.equal(
    (await server.post({ filter: { field: 'fdv', min: 1 }, chain: ['nochain'] })).json.error,
    'unknown chain nochain',
  )
})

test('pages give each row once while rows move', async (t) => {
  const clock = movedClock()
  const server = await startScreener(t, { clock })
  await fill(server)
  const seen: number[] = []
  let cursor = ''
  let page = 0
  do {
    const json = await rows(server, '/pairs', { limit: '7', ...(cursor === '' ? {} : { cursor }) })
    seen.push(...numbersOf(json))
    assert.equal(json.total, COUNT)
    assert.equal(json.rows[0].rank, page * 7 + 1)
    // What came last is first now, what was first falls back.
    const trades = [tradeOf({ mint: mintOf(page), pool: poolOf(page), amountUsd: 1e6, blockTimeSec: NOW_SEC - 30 })]
    await server.lab.block(trades, NOW_SEC - 30)
    cursor = json.nextCursor ?? ''
    page++
  } while (cursor !== '')
  assert.deepEqual(
    seen.toSorted((a, b) => a - b),
    range(COUNT),
  )
  const first = await rows(server, '/pairs', { limit: '6' })
  const wrong = await server.get('/pairs', { cursor: first.nextCursor, minTxns: '1' })
  assert.deepEqual([wrong.status, wrong.json.error], [400, 'cursor: of another question'])
  // A cursor whose walk is forgotten goes on by value.
  clock.move(11 * 60_000)
  const on = await rows(server, '/pairs', { limit: '100', cursor: first.nextCursor })
  assert(on.rows.every(({ volume }: { volume: { h24: number } }) => volume.h24 <= first.rows[5].volume.h24))
  assert(on.count >= COUNT - 6)
})

test('a fork’s events are gone from every figure, and a pair of nothing else with them', async (t) => {
  const server = await startScreener(t)
  await fill(server, 3)
  const before = (await rows(server, '/pairs', { sort: 'txns' })).rows
  const slot = await server.lab.block(
    [
      tradeOf({
        mint: mintOf(1),
        pool: poolOf(1),
        priceUsd: 99,
        amountUsd: 5_000,
        maker: address('Wa11et', 9),
        blockTimeSec: NOW_SEC - 20,
      }),
      launchOf({ mint: mintOf(7), pool: poolOf(7), kind: 'pool', blockTimeSec: NOW_SEC - 20, symbol: 'C7' }),
    ],
    NOW_SEC - 20,
  )
  const between = await rows(server, '/pairs', { sort: 'txns', limit: '10' })
  assert.equal(between.total, 4)
  assert.equal(between.rows.find(({ pair }: { pair: string }) => pair === poolOf(1)).priceUSD, 99)
  await server.lab.retract(slot)
  const after = await rows(server, '/pairs', { sort: 'txns', limit: '11' })
  assert.deepEqual(after.rows, before)
  assert.equal((await server.get(`/pairs/solana/${poolOf(7)}`)).status, 404)
})

test('windows move with the time, and a price that nothing changed does not', async (t) => {
  const clock = movedClock()
  const server = await startScreener(t, { clock })
  await fill(server, 6)
  const [first] = (await rows(server, '/pairs')).rows
  assert.deepEqual([first.volume.m5, first.txns.m5.buys], [15 * 6, 4])
  clock.move(5 * 60_000)
  await server.lab.block([], NOW_SEC + 290)
  const later = (await rows(server, '/pairs', { limit: '20' })).rows
  for (const row of later) {
    assert.deepEqual([row.volume.m5, row.txns.m5, row.priceChange.m5], [0, { buys: 0, sells: 0 }, 0])
    assert(row.volume.h1 > 0)
  }
  clock.move(25 * 3_600_000)
  await server.lab.block([], NOW_SEC + 25 * 3_600 + 290)
  for (const row of (await rows(server, '/pairs', { limit: '21' })).rows)
    assert.deepEqual([row.volume.h24, row.makers24h, row.priceChange.h24], [0, 0, 0])
})

test('a restart gives the index that there was', async (t) => {
  const clock = movedClock()
  const server = await startScreener(t, { clock })
  await fill(server)
  const ask = async (from: ScreenerServer) => (await rows(from, '/pairs', { limit: '100', sort: 'createdAt' })).rows
  await ask(server)
  // Events and a fork after the index began, and time that passed.
  const slot = await server.lab.block(
    [tradeOf({ mint: mintOf(3), pool: poolOf(3), blockTimeSec: NOW_SEC - 10 })],
    NOW_SEC - 10,
  )
  await server.lab.block(
    [tradeOf({ mint: mintOf(4), pool: poolOf(4), priceUsd: 4.5, blockTimeSec: NOW_SEC - 5 })],
    NOW_SEC - 5,
  )
  await server.lab.retract(slot + 1)
  clock.move(20 * 60_000)
  await server.lab.block([], NOW_SEC + 20 * 60)
  const before = await ask(server)
  await server.server.close(0)
  await server.lab.close()
  const again = await startScreener(t, { clock, dir: server.lab.dir })
  assert.deepEqual(await ask(again), before)
})

test('facts of another token of the same pair are not those of the row', async (t) => {
  const other = 'So11111111111111111111111111111111111111112'
  const turned = {
    ...providerPair(0),
    base: { address: other, name: 'Wrapped SOL', symbol: 'SOL' },
    quote: { address: mintOf(0), name: 'Coin number 0', symbol: 'C0' },
  }
  const pairs = { ...provider, pairsByMints: async () => ok(new Map([[mintOf(1), [turned, providerPair(1)]]])) }
  const server = await startScreener(t, { upstreams: { pairs: pairs as unknown as Pairs } })
  await fill(server, 2)
  for (let look = 0; look < 100; look++) {
    const { rows: found } = await rows(server, '/pairs', { sort: 'marketCap', order: 'asc' })
    if (found.every(({ marketCap }: { marketCap: number | null }) => marketCap === null)) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      continue
    }
    const { base, marketCap, boosts } = found.find(({ pair }: { pair: string }) => pair === poolOf(0))
    assert.deepEqual([base.symbol, base.name, marketCap, boosts], ['C0', 'Coin number 0', null, null])
    return
  }
  assert.fail('the facts of the provider did not come')
})

test('trending is by boosts, then volume; new pairs by age', async (t) => {
  const server = await withFacts(t)
  const trending = await rows(server, '/pairs/trending', { limit: '5' })
  assert.deepEqual(numbersOf(trending), [2, 1, 0, 39, 38])
  assert.deepEqual(
    trending.rows.map(({ rankChange1h }: { rankChange1h: number | null }) => rankChange1h),
    [null, null, null, null, null],
  )
  assert.deepEqual(numbersOf(await rows(server, '/pairs/new', { maxAgeMins: '4' })), [0, 1, 2])
  assert.deepEqual(numbersOf(await rows(server, '/pairs/new', { maxAgeMins: '6', dex: 'pumpswap' })), [1, 3])
  assert.equal((await rows(server, '/pairs/new')).total, COUNT)
})

test('trending says who climbed since an hour ago', async (t) => {
  const clock = movedClock()
  const server = await startScreener(t, { clock })
  await fill(server, 4)
  await rows(server, '/pairs/trending')
  clock.move(61 * 60_000)
  const now = NOW_SEC + 61 * 60
  await server.lab.block(
    [tradeOf({ mint: mintOf(0), pool: poolOf(0), amountUsd: 1e6, blockTimeSec: now - 5 })],
    now - 5,
  )
  const { rows: found } = await rows(server, '/pairs/trending', { limit: '10' })
  assert.deepEqual(numbersOf({ rows: found }), [0, 3, 2, 1])
  assert.deepEqual(
    found.map(({ rankChange1h }: { rankChange1h: number }) => rankChange1h),
    [3, -1, -1, -1],
  )
})

test('gainers and losers keep out thin pairs', async (t) => {
  const server = await withFacts(t)
  const fallen = tradeOf({ mint: mintOf(30), pool: poolOf(30), priceUsd: 0.5, amountUsd: 5, blockTimeSec: NOW_SEC - 2 })
  await server.lab.block([fallen], NOW_SEC - 2)
  const change = ({ priceChange }: { priceChange: { h24: number } }): number => priceChange.h24
  const any = { minLiquidityUsd: '0', minTxns: '0', limit: '100' }
  const gainers = (await rows(server, '/pairs/gainers', any)).rows
  // Pair 0 has one trade: its price stands still.
  assert.equal(gainers.length, COUNT - 2)
  assert.deepEqual(
    gainers.map(change),
    gainers.map(change).toSorted((a: number, b: number) => b - a),
  )
  assert(gainers.every((row: never) => change(row) > 0))
  assert.deepEqual(numbersOf(await rows(server, '/pairs/losers', any)), [30])
  const deep = (await rows(server, '/pairs/gainers', { minTxns: '30' })).rows
  for (const row of deep) assert(row.liquidityUSD >= 10_000 && row.txns.h24.buys + row.txns.h24.sells >= 30)
  assert.deepEqual(numbersOf({ rows: deep }).toSorted(), [32, 34, 36, 38])
  assert.equal((await rows(server, '/pairs/gainers')).total, 0)
})

test('search: exact addresses first, then symbols, beginnings and parts', async (t) => {
  const server = await startScreener(t)
  await fill(server)
  const find = async (q: string) => await rows(server, '/search', { q })
  assert.deepEqual(numbersOf(await find(poolOf(5))), [5])
  assert.deepEqual(numbersOf(await find(mintOf(6))), [6])
  const c3 = await find('c3')
  assert.deepEqual(numbersOf(c3), [3, 39, 38, 37, 36, 35, 34, 33, 32, 31, 30])
  const all = await find('number')
  assert.deepEqual([all.count, all.total], [20, COUNT])
  assert.deepEqual(
    numbersOf(all),
    range(20).map((at) => COUNT - 1 - at),
  )
  assert.equal((await find('x')).count, 0)
  assert.deepEqual(
    [(await server.get('/search')).status, (await server.get('/search')).json.error],
    [400, 'q required'],
  )
})

test('one pair with its liquidity over time, and the pairs of a token', async (t) => {
  const server = await withFacts(t)
  const { pair, history, source, missing } = await rows(server, `/pairs/solana/${poolOf(5)}`)
  assert.deepEqual([pair.pair, source, pair.safety, pair.rank], [poolOf(5), 'tape', null, null])
  assert.equal(history.liquidity.length, 1)
  assert(Math.abs(history.liquidity[0].usd - (6 * 6.05 + 6 * 15)) < 1e-6)
  assert.deepEqual([history.holders, missing], [[], ['history.holders: this server keeps no history of holder counts']])
  const other = tradeOf({ mint: mintOf(5), pool: poolOf(60), amountUsd: 1e6, blockTimeSec: NOW_SEC - 1 })
  await server.lab.block([other], NOW_SEC - 1)
  const token = await rows(server, `/tokens/sol/${mintOf(5)}/pairs`)
  assert.deepEqual(
    token.rows.map((row: { pair: string }) => row.pair),
    [poolOf(60), poolOf(5)],
  )
  assert.equal((await rows(server, `/tokens/solana/${mintOf(5)}/pairs`, { limit: '1' })).count, 1)
  assert.equal((await rows(server, `/tokens/solana/${mintOf(200)}/pairs`)).count, 0)
  assert.deepEqual(
    [(await server.get('/pairs/solana/xyz')).status, (await server.get('/pairs/solana/xyz')).json.error],
    [400, 'invalid address'],
  )
  assert.equal((await server.get(`/pairs/nochain/${poolOf(1)}`)).status, 404)
  assert.equal((await server.get(`/pairs/solana/${poolOf(61)}`)).json.error, 'no such pair')
})

test('facets: percentiles are values that occur, counts by DEX', async (t) => {
  const server = await startScreener(t)
  await fill(server)
  const { fields, dexes, platforms, flags, total } = await rows(server, '/facets')
  const txns = fields.find(({ field }: { field: string }) => field === 'txns.h24')
  assert.deepEqual(txns, { field: 'txns.h24', known: 40, min: 1, p5: 2, p25: 10, p50: 20, p75: 30, p95: 38, max: 40 })
  const holders = fields.find(({ field }: { field: string }) => field === 'holders')
  assert.deepEqual([holders.known, holders.min, holders.p50], [0, null, null])
  assert.deepEqual(dexes, [
    { value: 'pumpfun', pairs: 20 },
    { value: 'pumpswap', pairs: 20 },
  ])
  assert.deepEqual([platforms, total], [[{ value: 'pumpfun', pairs: 20 }], COUNT])
  assert.deepEqual(
    flags.find(({ field }: { field: string }) => field === 'onCurve'),
    { field: 'onCurve', known: 40, isTrue: 20 },
  )
})

test('scores that the server gave are columns, also of pairs that come later', async (t) => {
  const server = await startScreener(t)
  await fill(server, 4)
  await rows(server, '/pairs')
  const score = { kind: 'deepscan', grade: 'safe', rules: [], holders: null, atMs: LAB_NOW_MS } as const
  const { scores } = server.lab.store
  await scores.append({ ...score, mint: mintOf(1), score: 90 })
  await scores.append({ ...score, mint: mintOf(2), score: 30, grade: 'danger' })
  await scores.append({ ...score, kind: 'intel', mint: mintOf(2), score: 70, holders: 12 })
  await scores.append({ ...score, mint: mintOf(30), score: 85 })
  await server.lab.block([tradeOf({ mint: mintOf(30), pool: poolOf(30), blockTimeSec: NOW_SEC - 5 })], NOW_SEC - 5)
  const safe = await rows(server, '/pairs', { minSafetyScore: '80', sort: 'safetyScore' })
  assert.deepEqual(
    safe.rows.map((row: { pair: string; safety: unknown }) => [row.pair, row.safety]),
    [
      [poolOf(1), { score: 90, grade: 'safe' }],
      [poolOf(30), { score: 85, grade: 'safe' }],
    ],
  )
  const [held] = (await rows(server, '/pairs', { minHolders: '1' })).rows
  assert.deepEqual([held.pair, held.holders, held.safety], [poolOf(2), 12, { score: 30, grade: 'danger' }])
})

test('a graduation marks the pairs of its token, and is counted for an hour', async (t) => {
  const clock = movedClock()
  const server = await startScreener(t, { clock })
  await fill(server, 4)
  const moved = launchOf({
    mint: mintOf(2),
    pool: poolOf(50),
    kind: 'graduation',
    dex: 'pumpswap',
    blockTimeSec: NOW_SEC - 9,
    name: null,
    symbol: null,
  })
  await server.lab.block([moved], NOW_SEC - 9)
  const { rows: found } = await rows(server, `/tokens/solana/${mintOf(2)}/pairs`)
  for (const row of found) assert.deepEqual(row.curve, { platform: 'pumpfun', pct: null, graduated: true })
  assert.equal(found.length, 2)
  assert.equal(found[1].base.symbol, 'C2')
  const graduating = await rows(server, '/pairs/graduating', { minPct: '0' })
  assert.deepEqual([graduating.rows, graduating.graduatedLastHour], [[], 1])
  clock.move(3_600_000)
  assert.equal((await rows(server, '/pairs/graduating', { minPct: '1' })).graduatedLastHour, 0)
})

test('the pool of a graduation is a pair of the DEX that trades it, not of the launchpad', async (t) => {
  const server = await startScreener(t)
  await fill(server, 4)
  // As decoders read it: the launchpad's own event names the pool, and nothing says whose it is.
  const moved = launchOf({
    mint: mintOf(2),
    pool: poolOf(50),
    kind: 'graduation',
    dex: 'pumpfun',
    blockTimeSec: NOW_SEC - 9,
    name: null,
    symbol: null,
  })
  const movedSlot = await server.lab.block([moved], NOW_SEC - 9)
  const { rows: untraded } = await rows(server, `/tokens/solana/${mintOf(2)}/pairs`)
  assert.deepEqual([untraded.length, untraded[0].pair, untraded[0].curve.graduated], [1, poolOf(2), true])
  const tradeSlot = await server.lab.block(
    [tradeOf({ mint: mintOf(2), pool: poolOf(50), dex: 'pumpswap', priceUsd: 9, blockTimeSec: NOW_SEC - 8 })],
    NOW_SEC - 8,
  )
  const { rows: found } = await rows(server, '/pairs', { dex: 'pumpswap', onCurve: 'false', platform: 'pumpfun' })
  assert.equal(found.length, 1)
  const { pair, dex, curve, createdAt, base } = found[0]
  assert.deepEqual([pair, dex, createdAt, base.symbol], [poolOf(50), 'pumpswap', (NOW_SEC - 9) * 1_000, 'C2'])
  assert.deepEqual(curve, { platform: 'pumpfun', pct: null, graduated: true })
  await server.lab.retract(tradeSlot)
  await server.lab.retract(movedSlot)
  const { rows: back } = await rows(server, `/tokens/solana/${mintOf(2)}/pairs`, { limit: '9' })
  assert.deepEqual([back.length, back[0].pair, back[0].curve.graduated], [1, poolOf(2), false])
  assert.equal((await rows(server, '/pairs/graduating', { minPct: '0' })).graduatedLastHour, 0)
})

test('a chain that is not followed is 501 with what is missing; one among others is named', async (t) => {
  const server = await startScreener(t)
  await fill(server, 2)
  const { status, json } = await server.get('/pairs', { chain: 'base' })
  assert.equal(status, 501)
  assert.match(json.error, /^base is not followed: .*, and no provider of its pairs is configured$/)
  const both = await rows(server, '/pairs', { chain: 'base,solana' })
  assert.equal(both.count, 2)
  assert.match(both.missing[0], /^base is not followed/)
  for (const path of [
    '/pairs/trending',
    '/pairs/new',
    '/pairs/gainers',
    '/pairs/losers',
    '/pairs/graduating',
    '/facets',
  ])
    assert.equal((await server.get(path, { chain: 'ethereum' })).status, 501, path)
  assert.equal((await server.get('/search', { chain: 'ethereum', q: 'coin' })).status, 501)
  assert.equal((await server.get(`/pairs/base/0x${'1'.repeat(40)}`)).status, 501)
  assert.equal((await server.get(`/tokens/base/0x${'1'.repeat(40)}/pairs`)).status, 501)
  assert.equal((await server.post({ filter: { field: 'fdv', min: 1 }, chain: ['base'] })).status, 501)
  assert.deepEqual([(await server.get('/pairs', { chain: 'nochain' })).status], [400])
})
