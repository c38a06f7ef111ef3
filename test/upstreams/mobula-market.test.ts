import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { CandleQuery } from '../../src/upstreams/market-capabilities.ts'
import { createMobulaMarket } from '../../src/upstreams/mobula-market.ts'
import { type LocalServer, sendJson, startLocalServer } from '../support/local-server.ts'
import { noRecordings, recorded } from '../support/recorded.ts'
import { recordedOf } from '../support/recorded-kinds.ts'
import { testClient } from '../support/test-client.ts'

const MINT = 'So11111111111111111111111111111111111111112'
const HOUR_MS = 3_600_000
const ALL: CandleQuery = { step: '1h', fromMs: null, toMs: null, limit: 100 }
const servers: LocalServer[] = []
after(() => Promise.all(servers.map((server) => server.close())))

async function marketOver(answer: (url: URL) => unknown) {
  const server = await startLocalServer(({ url }, response) => {
    const body = answer(new URL(url, 'http://local'))
    sendJson(response, body ?? { message: 'not found' }, body === undefined ? 404 : 200)
  })
  servers.push(server)
  return { market: createMobulaMarket(testClient(server.url).client), seen: server.seen }
}
const askedOf = (seen: readonly { url: string }[]) => seen.map(({ url }) => new URL(url, 'http://local'))

for (const path of recordedOf('mobulaExtremes')) {
  test(`${path}: extremes with their times`, { skip: noRecordings }, async () => {
    const { data } = recorded(path)
    const { market, seen } = await marketOver(() => ({ data }))
    assert.deepEqual(await market.priceExtremes(data.address), {
      ok: true,
      value: {
        priceUsd: data.priceUSD,
        athUsd: data.athUSD,
        athMs: Date.parse(data.athDate),
        atlUsd: data.atlUSD,
        atlMs: Date.parse(data.atlDate),
      },
    })
    assert.equal(seen[0]!.url, `/2/token/ath?address=${data.address}&blockchain=solana`)
  })
}

test('extremes that are missing or 0 are null, a token no one knows is null', async () => {
  const { market } = await marketOver(() => ({ data: { address: MINT, athUSD: 0, priceUSD: 3 } }))
  assert.deepEqual(await market.priceExtremes(MINT), {
    ok: true,
    value: { priceUsd: 3, athUsd: null, athMs: null, atlUsd: null, atlMs: null },
  })
  assert.deepEqual(await (await marketOver(() => undefined)).market.priceExtremes(MINT), { ok: true, value: null })
  const failed = await (await marketOver(() => ({ data: 'x' }))).market.priceExtremes(MINT)
  assert.equal(failed.ok ? '' : failed.code, 'upstream_failed')
})

const BASE_MS = 1_699_999_200_000

test('candles of a size the provider may not know are asked for finer, and say so', async () => {
  const { market, seen } = await marketOver(() => ({ data: [{ t: BASE_MS, o: 1, h: 3, l: 1, c: 2, v: 5 }] }))
  for (const [step, stepMs] of [
    ['1m', 60_000],
    ['15m', 300_000],
    ['4h', HOUR_MS],
    ['12h', HOUR_MS],
    ['1d', 24 * HOUR_MS],
  ] as const) {
    const found = await market.tokenCandles(MINT, { ...ALL, step })
    assert.deepEqual(found, {
      ok: true,
      value: { stepMs, candles: [{ tMs: BASE_MS, open: 1, high: 3, low: 1, close: 2, volumeUsd: 5 }] },
    })
  }
  assert.deepEqual(
    askedOf(seen).map(({ searchParams: s }) => [s.get('period'), s.get('amount')]),
    [
      ['1m', '100'],
      ['5m', '302'],
      ['1h', '403'],
      ['1h', '1211'],
      ['1d', '100'],
    ],
  )
})

test('more than two thousand candles take a second call backwards, and no third', async () => {
  const lastMs = BASE_MS
  const { market, seen } = await marketOver(({ searchParams }) => {
    const toMs = Number(searchParams.get('to') ?? lastMs)
    const newest = Math.floor(toMs / HOUR_MS)
    const count = Number(searchParams.get('amount'))
    return {
      data: Array.from({ length: count }, (_, at) => ({ t: (newest - at) * HOUR_MS, o: 1, h: 1, l: 1, c: 1, v: 0 })),
    }
  })
  const found = await market.poolCandles('pool', { ...ALL, step: '12h', limit: 1_000 })
  assert(found.ok)
  assert.equal(found.value.candles.length, 4_000)
  assert.deepEqual([found.value.candles[0]!.tMs, found.value.candles.at(-1)!.tMs], [lastMs - 3_999 * HOUR_MS, lastMs])
  assert.deepEqual(
    askedOf(seen).map(({ pathname, searchParams: s }) => [pathname, s.get('amount'), s.get('to')]),
    [
      ['/2/market/ohlcv-history', '2000', null],
      ['/2/market/ohlcv-history', '2000', String(lastMs - 1_999 * HOUR_MS - 1)],
    ],
  )
})

test('a price history leaves out nulls and what lies outside the range', async () => {
  const { market, seen } = await marketOver(() => ({
    data: {
      price_history: [
        [BASE_MS + 3_000, 3],
        [BASE_MS + 1_000, 1],
        [BASE_MS + 2_000, null],
        [null, 5],
        [BASE_MS + 9_000, 9],
      ],
    },
  }))
  assert.deepEqual(await market.priceHistory(MINT, { step: '4h', fromMs: BASE_MS + 1_000, toMs: BASE_MS + 5_000 }), {
    ok: true,
    value: [
      { tMs: BASE_MS + 1_000, priceUsd: 1 },
      { tMs: BASE_MS + 3_000, priceUsd: 3 },
    ],
  })
  const { pathname, searchParams: s } = askedOf(seen)[0]!
  assert.deepEqual(
    [pathname, s.get('asset'), s.get('blockchain'), s.get('period'), s.get('from'), s.get('to')],
    ['/1/market/history', MINT, 'solana', '1h', String(BASE_MS + 1_000), String(BASE_MS + 5_000)],
  )
})

test('a profile takes decimals from the place of its own contract and names the other chains', async () => {
  const data = {
    name: 'Coin',
    symbol: 'CN',
    rank: 12,
    contracts: ['0xabc', MINT],
    blockchains: ['Ethereum', 'Solana'],
    decimals: [18, 9],
    price: 2,
    market_cap: 0,
    liquidity: 0,
    volume: 0,
    total_supply: '100.5',
    circulating_supply: 90,
    max_supply: null,
    description: '',
    logo: 'ipfs://x/y',
    twitter: 'https://x.com/coin',
    website: 'javascript:alert(1)',
    chat: 'https://t.me/coin',
    tags: ['meme', 5],
    investors: [{ lead: true, name: 'Fund', type: 'VC', image: 'ftp://x', country_name: 'CH' }, { lead: true }],
    distribution: [{ name: 'team', percentage: 20 }, { name: 'x' }],
  }
  const profile = await (await marketOver(() => ({ data }))).market.tokenProfile(MINT)
  assert.deepEqual(profile, {
    ok: true,
    value: {
      mint: MINT,
      name: 'Coin',
      symbol: 'CN',
      rank: 12,
      decimals: 9,
      description: null,
      imageUrl: 'ipfs://x/y',
      priceUsd: 2,
      marketCapUsd: null,
      liquidityUsd: null,
      volume24hUsd: 0,
      totalSupply: 100.5,
      circulatingSupply: 90,
      maxSupply: null,
      categories: ['meme'],
      investors: [{ name: 'Fund', type: 'VC', lead: true, imageUrl: null, country: 'CH', description: null }],
      distribution: [{ name: 'team', percentage: 20 }],
      twitterUrl: 'https://x.com/coin',
      websiteUrl: null,
      discordUrl: null,
      telegramUrl: 'https://t.me/coin',
      otherChains: ['Ethereum'],
    },
  })
})

test('the screener asks for tokens on Solana and drops others; zeros that mean unknown are null', async () => {
  const row = { address: MINT, chainId: 'solana:solana', symbol: 'S', name: '', decimals: 9, priceUSD: 0 }
  const { market, seen } = await marketOver(() => ({
    data: [{ ...row, volume24hUSD: 0, holdersCount: 0 }, { ...row, chainId: 'evm:1' }, { ...row, address: '0x1' }, 7],
  }))
  assert.deepEqual(await market.screenTokens({ text: 'a b', sortBy: 'liquidity', limit: 3 }), {
    ok: true,
    value: [
      {
        mint: MINT,
        symbol: 'S',
        name: null,
        decimals: 9,
        priceUsd: null,
        marketCapUsd: null,
        liquidityUsd: null,
        volume24hUsd: 0,
        holders: null,
        imageUrl: null,
      },
    ],
  })
  const { searchParams: s } = askedOf(seen)[0]!
  assert.deepEqual(
    [s.get('input'), s.get('sortBy'), s.get('limit'), s.get('type'), s.get('filters')],
    ['a b', 'liquidity', '3', 'tokens', '{"blockchains":"solana"}'],
  )
})

test('the spot price carries the change of a day', async () => {
  const { market } = await marketOver(() => ({ data: { price: 3, price_change_24h: -1.5 } }))
  assert.deepEqual(await market.marketSpot(MINT), { ok: true, value: { priceUsd: 3, priceChange24hPct: -1.5 } })
})
