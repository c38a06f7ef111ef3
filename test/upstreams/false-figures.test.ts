import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { HttpClient } from '../../src/runtime/http-client.ts'
import { toCandle, toPricePoints } from '../../src/upstreams/candle-rows.ts'
import { createCoingeckoPrice } from '../../src/upstreams/coingecko-price.ts'
import { isAsset, toAssetMetadata } from '../../src/upstreams/das-replies.ts'
import { createDexscreenerPairs } from '../../src/upstreams/dexscreener-pairs.ts'
import { createGeckoterminalPools } from '../../src/upstreams/geckoterminal-pools.ts'
import { createJupiterPrices } from '../../src/upstreams/jupiter-price.ts'
import { createJupiterTokens } from '../../src/upstreams/jupiter-tokens.ts'
import { createMobulaMarket } from '../../src/upstreams/mobula-market.ts'
import { type LocalServer, startLocalServer } from '../support/local-server.ts'
import { testClient } from '../support/test-client.ts'

/* Figures that no market can show, in every member that is a number: what is told holds none of them. */

const servers: LocalServer[] = []
after(() => Promise.all(servers.map((server) => server.close())))

async function over(body: unknown): Promise<HttpClient> {
  const server = await startLocalServer((_, response) => {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  servers.push(server)
  return testClient(server.url).client
}

const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const PAIR = {
  chainId: 'solana',
  dexId: 'raydium',
  pairAddress: '43USWRXG8xeziiENbsq5XioF2NPuhZ24PXkcjMdXpYVA',
  baseToken: { address: MINT, name: 'n', symbol: 's' },
  quoteToken: { address: 'q', name: 'n', symbol: 's' },
  priceNative: '0.5',
  priceUsd: '1.5',
  txns: { m5: { buys: 1, sells: 2 }, h1: { buys: 1, sells: 2 }, h6: { buys: 1, sells: 2 }, h24: { buys: 1, sells: 2 } },
  volume: { h24: 10, h6: 5, h1: 1, m5: 0.5 },
  priceChange: { m5: -1, h1: 2, h6: 3, h24: 4 },
  liquidity: { usd: 5, base: 1, quote: 2 },
  fdv: 7,
  marketCap: 6,
  pairCreatedAt: 1_700_000_000_000,
  boosts: { active: 3 },
}
const TOKEN = {
  id: MINT,
  decimals: 6,
  createdAt: '2024-01-01T00:00:00Z',
  circSupply: 5,
  totalSupply: 6,
  holderCount: 7,
  fdv: 8,
  mcap: 9,
  usdPrice: 1.5,
  liquidity: 10,
  stats24h: { priceChange: -3, buyVolume: 1, sellVolume: 2 },
}
const MOBULA = {
  address: MINT,
  chainId: 'solana',
  decimals: 6,
  priceUSD: 1,
  marketCapUSD: 2,
  liquidityUSD: 3,
  volume24hUSD: 4,
  holdersCount: 5,
}
const POOL = {
  id: 'solana_43USWRXG8xeziiENbsq5XioF2NPuhZ24PXkcjMdXpYVA',
  attributes: {
    address: '43USWRXG8xeziiENbsq5XioF2NPuhZ24PXkcjMdXpYVA',
    base_token_price_usd: '1.5',
    reserve_in_usd: '5',
    pool_created_at: '2024-01-01T00:00:00Z',
    price_change_percentage: { h24: '-3' },
    volume_usd: { h24: '4' },
  },
  relationships: { base_token: { data: { id: `solana_${MINT}` } }, quote_token: {}, dex: {} },
}
const ASSET = { id: MINT, token_info: { supply: 5, decimals: 6 } }

const FALSE: readonly unknown[] = [
  -6.9e-6,
  -5,
  1e300,
  1e60,
  Number.MAX_VALUE,
  '-0.0000069',
  '1e60',
  'Infinity',
  {},
  [],
  true,
]

/** Every text of the JSON in which one number (or text of one) has become another. */
function* changed(value: unknown, to: unknown, isFigure: (value: unknown) => boolean): Generator<unknown> {
  if (isFigure(value)) yield to
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value))
    for (const other of changed(part, to, isFigure))
      yield Array.isArray(value)
        ? value.map((one, at) => (String(at) === name ? other : one))
        : { ...value, [name]: other }
}
const isNumeral = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^[\d.-]+$/.test(value))

/** The figures that a told value holds, by name. */
function figuresOf(value: unknown, name = ''): [string, number][] {
  if (typeof value === 'number') return [[name, value]]
  if (typeof value !== 'object' || value === null) return []
  const parts = value instanceof Map ? [...value] : Object.entries(value)
  return parts.flatMap(([own, part]) => figuresOf(part, `${name}.${own}`))
}

const TELLERS: readonly [string, unknown, (row: unknown) => Promise<unknown>][] = [
  ['dexscreener', PAIR, async (row) => createDexscreenerPairs(await over([row, PAIR])).pairsOfToken(MINT)],
  ['jupiter tokens', TOKEN, async (row) => createJupiterTokens(await over([row])).searchTokens('x')],
  [
    'jupiter prices',
    { usdPrice: 1.5, decimals: 6, priceChange24h: -3, liquidity: 5 },
    async (row) => createJupiterPrices(await over({ [MINT]: row })).spotPrices([MINT]),
  ],
  [
    'mobula',
    MOBULA,
    async (row) =>
      createMobulaMarket(await over({ data: [row] })).screenTokens({ text: 'x', sortBy: null, limit: 5 } as never),
  ],
  ['geckoterminal', POOL, async (row) => createGeckoterminalPools(await over({ data: [row] })).poolsOfToken(MINT)],
  [
    'coingecko',
    { usd: 5, last_updated_at: 1_700_000_000 },
    async (row) => createCoingeckoPrice(await over({ solana: row })).solSpot(),
  ],
  ['das', ASSET, async (row) => (isAsset(row) ? toAssetMetadata(row) : null)],
]

for (const [name, row, tell] of TELLERS)
  test(`${name}: no impossible figure is returned`, async () => {
    const truth = figuresOf(await tell(structuredClone(row)))
    assert.ok(truth.length > 0, 'the row itself is told')
    for (const to of FALSE) {
      // Changes in percent may be below 0, and are told as they come up to a billion.
      for (const odd of changed(row, to, isNumeral)) {
        for (const [where, figure] of figuresOf(await tell(structuredClone(odd)))) {
          const isKnown = truth.some(
            ([own, value]) => own.replace(/\d+/g, '') === where.replace(/\d+/g, '') && value === figure,
          )
          const isChange = /change|pct/i.test(where) && Math.abs(figure) < 1e9
          assert.ok(isKnown || isChange || figure === 0, `${where} is ${figure} of ${JSON.stringify(odd)}`)
        }
      }
    }
  })

test('a candle that cannot be is none, nor is a point', () => {
  const candle = { tMs: 1_700_000_000_000, open: 2, high: 3, low: 1, close: 2, volumeUsd: 5 }
  assert.deepEqual(toCandle(candle), candle)
  for (const odd of [-1, 0, 1.8e19, Number.NaN, 1e300, '2', null])
    for (const part of ['open', 'high', 'low', 'close'])
      assert.equal(toCandle({ ...candle, [part]: odd }), null, `${part} ${odd}`)
  for (const tMs of [0, -5, 3e38, 1_700_000_000, 0.5]) assert.equal(toCandle({ ...candle, tMs }), null, String(tMs))
  for (const volumeUsd of [-1, 1e60, '5']) assert.equal(toCandle({ ...candle, volumeUsd })?.volumeUsd, null)
  assert.deepEqual(
    toPricePoints([
      [3e38, 1],
      [5, 1],
      [1_700_000_000_000, -1],
      [1_700_000_000_000, 1e300],
    ]),
    [],
  )
})
