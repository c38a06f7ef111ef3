import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import type { MarketPair } from '../../src/upstreams/capabilities.ts'
import { createDexscreenerPairs } from '../../src/upstreams/dexscreener-pairs.ts'
import { isSolanaAddress } from '../../src/upstreams/solana-address.ts'
import { type LocalServer, sendJson, startLocalServer } from '../support/local-server.ts'
import { noRecordings, recorded } from '../support/recorded.ts'
import { recordedOf } from '../support/recorded-kinds.ts'
import { addressOf } from '../support/tape-facts.ts'
import { testClient } from '../support/test-client.ts'

// biome-ignore lint/suspicious/noExplicitAny: foreign JSON, read by hand
type Row = any

const servers: LocalServer[] = []
after(() => Promise.all(servers.map((server) => server.close())))

/** The adapter against a server that answers a path with a value. */
async function pairsOver(answer: (path: string) => unknown) {
  const server = await startLocalServer(({ url }, response) => sendJson(response, answer(url)))
  servers.push(server)
  return { pairs: createDexscreenerPairs(testClient(server.url).client), seen: server.seen }
}

const textNumber = (text: string | undefined): number | null => (text === undefined ? null : Number.parseFloat(text))

/** Field by field, what the reply says. */
function assertSays(pair: MarketPair, row: Row): void {
  assert.equal(pair.dexId, row.dexId)
  assert.equal(pair.pairAddress, row.pairAddress)
  assert.equal(pair.url, row.url)
  assert.deepEqual(pair.labels, 'labels' in row ? row.labels : [])
  for (const side of ['base', 'quote'] as const) {
    assert.equal(pair[side].address, row[`${side}Token`].address)
    assert.equal(pair[side].name, row[`${side}Token`].name)
    assert.equal(pair[side].symbol, row[`${side}Token`].symbol)
  }
  assert.equal(pair.priceUsd, textNumber(row.priceUsd))
  assert.equal(pair.priceNative, textNumber(row.priceNative))
  for (const window of ['m5', 'h1', 'h6', 'h24'] as const) {
    assert.equal(pair.priceChangePct[window], window in row.priceChange ? row.priceChange[window] : null)
    assert.equal(pair.volumeUsd[window], row.volume[window])
    assert.deepEqual({ ...pair.txns[window] }, row.txns[window])
  }
  assert.equal(pair.liquidityUsd, row.liquidity.usd)
  assert.equal(pair.liquidityBase, row.liquidity.base)
  assert.equal(pair.liquidityQuote, row.liquidity.quote)
  assert.equal(pair.marketCapUsd, row.marketCap)
  assert.equal(pair.fdvUsd, row.fdv)
  assert.equal(pair.pairCreatedAtMs, row.pairCreatedAt)
  assert.equal(pair.boostsActive, 'boosts' in row ? row.boosts.active : null)
  if (!('info' in row)) assert.equal(pair.info, null)
  else {
    assert.equal(pair.info!.imageUrl, row.info.imageUrl)
    assert.equal(pair.info!.headerUrl, row.info.header)
    assert.deepEqual(pair.info!.websites, row.info.websites)
    assert.deepEqual(pair.info!.socials, row.info.socials)
  }
}

for (const path of recordedOf('dexscreenerList')) {
  test(`${path} comes through every lookup by mint as it is`, { skip: noRecordings }, async () => {
    const rows: Row[] = recorded(path)
    const { pairs } = await pairsOver(() => rows)
    for (const row of rows) {
      const mint = row.baseToken.address
      const byMint = await pairs.pairsByMints([mint])
      const own = await pairs.pairsOfToken(mint)
      const expected = rows.filter(({ baseToken }) => baseToken.address === mint)
      const lists = [byMint.ok ? byMint.value.get(mint) : undefined, own.ok ? own.value : undefined]
      for (const list of lists) {
        assert.equal(list?.length, expected.length)
        for (const [at, pair] of list!.entries()) assertSays(pair, expected[at])
      }
    }
  })
}

for (const path of recordedOf('dexscreenerWrapped')) {
  test(`${path} comes through the search with its Solana pairs as they are`, { skip: noRecordings }, async () => {
    const file: { pairs: Row[] } = recorded(path)
    const found = await (await pairsOver(() => file)).pairs.searchPairs('x')
    const expected = file.pairs.filter(({ chainId }) => chainId === 'solana')
    assert(found.ok)
    assert.deepEqual(
      found.value.map(({ pairAddress }) => pairAddress),
      expected.map(({ pairAddress }) => pairAddress),
    )
    for (const [at, pair] of found.value.entries()) assertSays(pair, expected[at])
  })

  test(`${path}: pairs of other chains have the same shape`, { skip: noRecordings }, async () => {
    const rows = (recorded(path) as { pairs: Row[] }).pairs.map((row) => ({
      ...row,
      chainId: 'solana',
      pairAddress: POOL,
      baseToken: { ...row.baseToken, address: solanaAddress(row.baseToken.address) },
      quoteToken: { ...row.quoteToken, address: solanaAddress(row.quoteToken.address) },
    }))
    const found = await (await pairsOver(() => ({ pairs: rows }))).pairs.searchPairs('x')
    assert(found.ok)
    assert.equal(found.value.length, rows.length)
    for (const [at, pair] of found.value.entries()) assertSays(pair, rows[at])
  })
}

for (const path of recordedOf('dexscreenerFeed')) {
  test(`${path} comes through a feed with its Solana entries as they are`, { skip: noRecordings }, async () => {
    const rows: Row[] = recorded(path)
    const feed = await (await pairsOver(() => rows)).pairs.latestProfiles()
    assert(feed.ok)
    const expected = rows.filter(({ chainId }) => chainId === 'solana')
    assert.equal(feed.value.length, expected.length)
    for (const [at, entry] of feed.value.entries()) {
      const row = expected[at]
      assert.equal(entry.mint, row.tokenAddress)
      assert.equal(entry.iconUrl, row.icon)
      assert.equal(entry.headerUrl, row.header)
      assert.equal(entry.description, row.description)
      const links: Row[] = row.links
      assert.deepEqual(
        entry.websites,
        links.filter((link) => 'label' in link && !('type' in link)),
      )
      assert.deepEqual(
        entry.socials,
        links.filter((link) => 'type' in link),
      )
      assert.equal(entry.boostsTotal, null)
    }
  })
}

/** An address of another chain as one of Solana. */
function solanaAddress(address: string): string {
  return isSolanaAddress(address) ? address : addressOf(address)
}

const BASE = 'Base111111111111111111111111111111111111111'
const POOL = '43USWRXG8xeziiENbsq5XioF2NPuhZ24PXkcjMdXpYVA'
const bare = (mint: string, pairAddress = POOL) => ({
  chainId: 'solana',
  dexId: 'pumpfun',
  pairAddress,
  baseToken: { address: mint, name: 'N ', symbol: 'S' },
})

test('boost feeds carry their totals, and links only lead to the web', async () => {
  const file = JSON.parse(
    readFileSync(new URL('../fixtures/dexscreener/token-boosts-top.json', import.meta.url), 'utf8'),
  )
  const { pairs, seen } = await pairsOver(() => file)
  for (const feed of [await pairs.topBoosts(), await pairs.latestBoosts()]) {
    assert(feed.ok)
    assert.deepEqual(feed.value, [
      {
        mint: 'Boosted1111111111111111111111111111111111111',
        iconUrl: 'https://images.example/boosted.png',
        headerUrl: null,
        description: null,
        websites: [],
        socials: [],
        boostsTotal: 500,
      },
      {
        mint: 'Bare1111111111111111111111111111111111111111',
        iconUrl: null,
        headerUrl: null,
        description: 'only what is required',
        websites: [
          { label: 'Docs', url: 'https://docs.example' },
          { label: 'Website', url: 'https://bare.example' },
        ],
        socials: [{ type: 'telegram', url: 'https://t.me/bare' }],
        boostsTotal: 30,
      },
    ])
  }
  assert.deepEqual(
    seen.map(({ url }) => url),
    ['/token-boosts/top/v1', '/token-boosts/latest/v1'],
  )
})

test('a feed of one object, as the reference documents it, is a list of one', async () => {
  const { pairs } = await pairsOver(() => ({ chainId: 'solana', tokenAddress: BASE }))
  const feed = await pairs.latestProfiles()
  assert.deepEqual(feed.ok && feed.value.map(({ mint }) => mint), [BASE])
})

test('a pool whose address is none of Solana is left out', async () => {
  const rows = [bare(BASE, 'z'.repeat(44)), bare(BASE), bare(BASE, '0x0000000000000000000000000000000000000000')]
  const { pairs } = await pairsOver(() => rows)
  const found = await pairs.pairsOfToken(BASE)
  assert.deepEqual(found.ok && found.value.map(({ pairAddress }) => pairAddress), [POOL])
})

test('what a pair leaves out is unknown, except counts and volumes, which are 0', async () => {
  const { pairs } = await pairsOver(() => [bare(BASE)])
  const found = await pairs.pairsOfToken(BASE)
  const zero = { buys: 0, sells: 0 }
  assert.deepEqual(found.ok && found.value, [
    {
      dexId: 'pumpfun',
      pairAddress: POOL,
      url: null,
      labels: [],
      base: { address: BASE, name: 'N ', symbol: 'S' },
      quote: { address: '', name: '', symbol: '' },
      priceUsd: null,
      priceNative: null,
      priceChangePct: { m5: null, h1: null, h6: null, h24: null },
      volumeUsd: { m5: 0, h1: 0, h6: 0, h24: 0 },
      txns: { m5: zero, h1: zero, h6: zero, h24: zero },
      liquidityUsd: null,
      liquidityBase: null,
      liquidityQuote: null,
      marketCapUsd: null,
      fdvUsd: null,
      pairCreatedAtMs: null,
      boostsActive: null,
      info: null,
    },
  ])
})

test('null members read like absent ones, and both spellings of social links are understood', async () => {
  const row = {
    ...bare(BASE),
    url: null,
    labels: null,
    quoteToken: { address: null, name: null, symbol: null },
    priceUsd: null,
    priceChange: null,
    liquidity: { usd: null },
    fdv: null,
    marketCap: null,
    pairCreatedAt: null,
    boosts: { active: 12 },
    info: {
      websites: [{ url: 'https://site.example' }, { label: 'Bad', url: 'data:text/html,x' }],
      socials: [
        { platform: 'twitter', handle: '@me' },
        { platform: 'unheardof', handle: 'me' },
        { type: 'discord', url: 'https://discord.gg/x' },
      ],
    },
  }
  const found = await (await pairsOver(() => [row])).pairs.pairsOfToken(BASE)
  assert(found.ok)
  const [pair] = found.value
  assert.equal(pair!.priceUsd, null)
  assert.equal(pair!.liquidityUsd, null)
  assert.equal(pair!.boostsActive, 12)
  assert.deepEqual(pair!.info, {
    imageUrl: null,
    headerUrl: null,
    websites: [{ label: 'Website', url: 'https://site.example' }],
    socials: [
      { type: 'twitter', url: 'https://x.com/me' },
      { type: 'discord', url: 'https://discord.gg/x' },
    ],
  })
})

test('a price that is no number is unknown, and 0 stays 0', async () => {
  const prices = ['', 'n/a', '1e999', '0', '0.0000000001']
  const { pairs } = await pairsOver(() =>
    prices.map((priceUsd, at) => ({ ...bare(BASE, addressOf(`p${at}`)), priceUsd })),
  )
  const found = await pairs.pairsOfToken(BASE)
  assert.deepEqual(found.ok && found.value.map(({ priceUsd }) => priceUsd), [null, null, null, 0, 1e-10])
})

test('a row of another shape is left out; when no row is readable the provider has changed', async () => {
  const some = await (await pairsOver(() => [{ chainId: 'solana' }, bare(BASE)])).pairs.pairsOfToken(BASE)
  assert.equal(some.ok && some.value.length, 1)
  const none = await (await pairsOver(() => [{ chainId: 'solana' }, 5])).pairs.pairsOfToken(BASE)
  assert.equal(none.ok ? '' : none.code, 'upstream_failed')
})

test('an empty search is empty, whether the list is empty, null or left out', async () => {
  for (const reply of [{ pairs: [] }, { pairs: null }, { schemaVersion: '1.0.0' }]) {
    const found = await (await pairsOver(() => reply)).pairs.searchPairs('x')
    assert.deepEqual(found.ok && found.value, [])
  }
})

test('search text is encoded', async () => {
  const { pairs, seen } = await pairsOver(() => ({ pairs: [] }))
  await pairs.searchPairs('a&b=c d/#?é')
  assert.equal(new URL(seen[0]!.url, 'http://x').searchParams.get('q'), 'a&b=c d/#?é')
})

test('pools in which the mint is the quote side are not its own', async () => {
  const quoteSide = { ...bare(addressOf('other')), quoteToken: { address: BASE, name: 'N', symbol: 'S' } }
  const { pairs } = await pairsOver(() => [quoteSide])
  const byMint = await pairs.pairsByMints([BASE])
  const own = await pairs.pairsOfToken(BASE)
  assert.deepEqual([byMint.ok && byMint.value.size, own.ok && own.value.length], [0, 0])
})

const listedIn = (url: string): string[] => decodeURIComponent(url.split('/').at(-1)!).split(',')

test('lookups of neighbouring callers share requests of at most 30 mints', async () => {
  const { pairs, seen } = await pairsOver((url) => listedIn(url).map((mint) => bare(mint)))
  const mints = Array.from({ length: 45 }, (_, n) => addressOf(`mint${n}`))
  const answers = await Promise.all([
    pairs.pairsByMints(mints.slice(0, 20)),
    pairs.pairsByMints(mints.slice(10, 30)),
    pairs.pairsByMints(mints.slice(25)),
  ])
  assert.deepEqual(
    seen.map(({ url }) => listedIn(url).length),
    [30, 15],
  )
  assert.deepEqual(
    answers.map((answer) => answer.ok && answer.value.size),
    [20, 20, 20],
  )
})

test('mints crowded out of a full answer are asked for again, at last one by one', async () => {
  const [big1, big2, shy, none] = ['big1', 'big2', 'shy', 'none'].map(addressOf) as [string, string, string, string]
  const crowd = (mint: string) => Array.from({ length: 30 }, (_, n) => bare(mint, addressOf(`${mint} ${n}`)))
  const { pairs, seen } = await pairsOver((url) => {
    const mints = listedIn(url)
    if (url.startsWith('/token-pairs/')) return mints[0] === none ? [] : [bare(mints[0]!)]
    // The first mint fills the answer; "shy" ones are never in a shared answer.
    return mints.includes(big1) ? crowd(big1) : mints.includes(big2) ? crowd(big2) : crowd(addressOf('stranger'))
  })
  const found = await pairs.pairsByMints([big1, big2, shy, none])
  assert(found.ok)
  assert.deepEqual(
    [...found.value].map(([mint, list]) => [mint, list.length]),
    [
      [big1, 30],
      [big2, 30],
      [shy, 1],
    ],
  )
  assert.deepEqual(
    seen.map(({ url }) => url),
    [
      `/tokens/v1/solana/${big1},${big2},${shy},${none}`,
      `/tokens/v1/solana/${big2},${shy},${none}`,
      `/tokens/v1/solana/${shy},${none}`,
      `/token-pairs/v1/solana/${shy}`,
      `/token-pairs/v1/solana/${none}`,
    ],
  )
})

test('an answer with room left is complete: mints missing from it have no pools', async () => {
  const { pairs, seen } = await pairsOver(() => [bare(BASE)])
  const found = await pairs.pairsByMints([BASE, addressOf('b')])
  assert.deepEqual(found.ok && [...found.value.keys()], [BASE])
  assert.equal(seen.length, 1)
})

const GOOD = addressOf('good')

test('a failed request fails the lookup: a gap would read as "no pools"', async () => {
  const server = await startLocalServer(({ url }, response) =>
    url.includes('bad') ? sendJson(response, {}, 403) : sendJson(response, [bare(GOOD)]),
  )
  servers.push(server)
  const pairs = createDexscreenerPairs(testClient(server.url).client)
  const mints = [...Array.from({ length: 30 }, (_, n) => `m${n}`), 'bad']
  const outcome = await pairs.pairsByMints(mints)
  assert.equal(outcome.ok ? '' : outcome.code, 'upstream_refused')
  assert.equal((await pairs.pairsByMints([GOOD])).ok, true)
})
