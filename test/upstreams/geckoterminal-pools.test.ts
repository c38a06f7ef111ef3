import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createGeckoterminalPools } from '../../src/upstreams/geckoterminal-pools.ts'
import type { CandleQuery } from '../../src/upstreams/market-capabilities.ts'
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

async function indexOver(answer: (url: URL) => unknown, basePath?: string) {
  const server = await startLocalServer(({ url }, response) => {
    const body = answer(new URL(url, 'http://local'))
    sendJson(response, body ?? { errors: [{ status: '404', title: 'Not Found' }] }, body === undefined ? 404 : 200)
  })
  servers.push(server)
  return { index: createGeckoterminalPools(testClient(server.url).client, basePath), seen: server.seen }
}

const ALL: CandleQuery = { step: '15m', fromMs: null, toMs: null, limit: 1_000 }
const listOf = (rows: unknown[]) => ({ data: { attributes: { ohlcv_list: rows } } })

for (const path of [...recordedOf('geckoterminalCandles'), ...recordedOf('coingeckoCandles')]) {
  test(`${path}: candles come oldest first, in milliseconds, with their figures as they are`, {
    skip: noRecordings,
  }, async () => {
    const file = recorded(path)
    const rows: Row[] = file.data.attributes.ohlcv_list
    const { index } = await indexOver(() => file)
    const found = await index.poolCandles('pool', ALL, null)
    assert(found.ok)
    assert.equal(found.value.stepMs, 900_000)
    assert.equal(found.value.candles.length, rows.length)
    for (const [at, candle] of found.value.candles.entries()) {
      const [t, open, high, low, close, volumeUsd] = rows[rows.length - 1 - at]
      // The provider opens a candle at the close before it, which may lie outside its own high and low.
      const [top, bottom] = [Math.max(open, high, close), Math.min(open, low, close)]
      assert.deepEqual(candle, { tMs: t * 1_000, open, high: top, low: bottom, close, volumeUsd })
    }
  })
}

for (const path of [...recordedOf('geckoterminalPools'), ...recordedOf('coingeckoPools')]) {
  test(`${path}: pools of a token as they are, the text NaN and missing figures as null`, {
    skip: noRecordings,
  }, async () => {
    const rows = (recorded(path).data as Row[]).map(onSolana)
    const { index } = await indexOver(() => ({ data: rows }))
    for (const side of ['base_token', 'quote_token']) {
      const mint = addressIn(rows[0].relationships[side].data.id)
      const found = await index.poolsOfToken(mint)
      assert(found.ok)
      assert.equal(found.value.length, rows.length)
      for (const [at, pool] of found.value.entries()) {
        const { attributes, relationships } = rows[at]
        assert.equal(pool.address, attributes.address)
        assert.equal(pool.baseMint, addressIn(relationships.base_token.data.id))
        assert.equal(pool.quoteMint, addressIn(relationships.quote_token.data.id))
        assert.equal(pool.dexId, relationships.dex.data.id)
        // One recorded pool has a reserve of -97 dollars, which is none.
        const reserve = numberOf(attributes.reserve_in_usd)
        assert.equal(pool.liquidityUsd, reserve !== null && reserve < 0 ? null : reserve)
        assert.equal(pool.volume24hUsd, numberOf(attributes.volume_usd.h24))
        const own = mint === pool.quoteMint ? attributes.quote_token_price_usd : attributes.base_token_price_usd
        assert.equal(pool.priceUsd, numberOf(attributes.token_price_usd ?? own))
        assert.equal(pool.createdAtMs, attributes.pool_created_at && Date.parse(attributes.pool_created_at))
      }
    }
  })
}

for (const path of recordedOf('coingeckoTokenInfo')) {
  test(`${path} is a profile with links made of its handles`, { skip: noRecordings }, async () => {
    const file = recorded(path)
    const { attributes } = file.data
    const found = await (await indexOver(() => file)).index.tokenProfile(attributes.address)
    assert(found.ok && found.value !== null)
    const { mint, name, symbol, decimals, description, imageUrl, categories } = found.value
    assert.deepEqual(
      [mint, name, symbol, decimals, description, imageUrl, categories],
      [
        attributes.address,
        attributes.name,
        attributes.symbol,
        attributes.decimals,
        attributes.description,
        attributes.image_url,
        attributes.categories,
      ],
    )
    const { twitterUrl, telegramUrl, websiteUrl, discordUrl } = found.value
    assert.deepEqual(
      [twitterUrl, telegramUrl, websiteUrl, discordUrl],
      [
        `https://x.com/${attributes.twitter_handle}`,
        `https://t.me/${attributes.telegram_handle}`,
        attributes.websites[0],
        attributes.discord_url,
      ],
    )
    const other = await (await indexOver(() => file)).index.tokenProfile('another')
    assert.equal(other.ok ? '' : other.code, 'upstream_failed', 'the page of another token is no answer')
  })
}

test('more than a thousand candles take a second call that ends where the first began', async () => {
  const now = 1_700_000_100
  const rows = Array.from({ length: 1_500 }, (_, at) => [now - at * 60, 1, 2, 0.5, 1.5, at])
  const { index, seen } = await indexOver(({ searchParams }) => {
    const before = Number(searchParams.get('before_timestamp') ?? now + 1)
    const own = rows.filter(([t]) => t! < before)
    return listOf(own.slice(0, Number(searchParams.get('limit'))))
  })
  const found = await index.poolCandles('pool', { ...ALL, step: '1m', limit: 1_200, toMs: now * 1_000 }, 'mint')
  assert(found.ok)
  assert.deepEqual(
    found.value.candles.map(({ tMs }) => tMs / 1_000),
    rows
      .slice(0, 1_200)
      .map(([t]) => t)
      .reverse(),
  )
  const asked = seen.map(({ url }) => new URL(url, 'http://local'))
  assert.deepEqual(
    asked.map(({ pathname, searchParams: s }) => [
      pathname,
      s.get('aggregate'),
      s.get('limit'),
      s.get('before_timestamp'),
      s.get('token'),
      s.get('currency'),
    ]),
    [
      ['/networks/solana/pools/pool/ohlcv/minute', '1', '1000', String(now + 1), 'mint', 'usd'],
      ['/networks/solana/pools/pool/ohlcv/minute', '1', '200', String(now - 999 * 60), 'mint', 'usd'],
    ],
  )
})

test('each step has the timeframe and the aggregate of the provider', async () => {
  const { index, seen } = await indexOver(() => listOf([]))
  for (const step of ['1m', '5m', '15m', '1h', '4h', '12h', '1d'] as const)
    await index.poolCandles('p', { ...ALL, step }, null)
  assert.deepEqual(
    seen.map(({ url }) => /ohlcv\/(\w+)\?aggregate=(\d+)/.exec(url)!.slice(1).join(' ')),
    ['minute 1', 'minute 5', 'minute 15', 'hour 1', 'hour 4', 'hour 12', 'day 1'],
  )
})

const BASE_SEC = 1_700_000_000

test('candles outside the range, without a price or twice the same are left out; a repeated page ends it', async () => {
  const rows = [
    [BASE_SEC + 900, 1, 1, 1, 1, 1],
    [BASE_SEC + 900, 2, 2, 2, 2, 2],
    [BASE_SEC + 600, 0, 1, 1, 1, 1],
    [BASE_SEC + 300, 1, 1, 1, null, 1],
    [BASE_SEC, 3, 3, 3, 3, -1],
    [0, 3, 3, 3, 3, 1],
    [BASE_SEC + 1, 3, 1.8e19, 3, 3, 1],
  ]
  const { index, seen } = await indexOver(() => listOf(rows))
  const found = await index.poolCandles('p', { ...ALL, limit: 7 }, null)
  assert.deepEqual(found.ok && found.value.candles, [
    { tMs: BASE_SEC * 1_000, open: 3, high: 3, low: 3, close: 3, volumeUsd: null },
    { tMs: (BASE_SEC + 900) * 1_000, open: 2, high: 2, low: 2, close: 2, volumeUsd: 2 },
  ])
  const late = await index.poolCandles(
    'p',
    { ...ALL, fromMs: BASE_SEC * 1_000 + 1_000, toMs: (BASE_SEC + 900) * 1_000 },
    null,
  )
  assert.deepEqual(late.ok && late.value.candles.map(({ tMs }) => tMs), [(BASE_SEC + 900) * 1_000])
  assert.equal(seen.length, 2)
  const full = Array.from({ length: 1_000 }, (_, at) => [BASE_SEC - at, 1, 1, 1, 1, 1])
  const stuck = await indexOver(() => listOf(full))
  await stuck.index.poolCandles('p', { ...ALL, limit: 2_000 }, null)
  assert.equal(stuck.seen.length, 2, 'the second page went no further back')
})

test('a pool or token the provider does not know is empty, a changed shape is a failure', async () => {
  const { index } = await indexOver(() => undefined)
  assert.deepEqual(await index.poolsOfToken('x'), { ok: true, value: [] })
  assert.deepEqual(await index.tokenProfile('x'), { ok: true, value: null })
  const none = await index.poolCandles('x', ALL, null)
  assert.deepEqual(none.ok && none.value.candles, [])
  const odd = (await indexOver(() => listOf([{ t: 1 }]))).index
  assert.equal(codeOf(await odd.poolCandles('x', ALL, null)), 'upstream_failed')
  const text = (await indexOver(() => ({ data: 'x' }))).index
  assert.equal(codeOf(await text.poolsOfToken('x')), 'upstream_failed')
})

test('CoinGecko has the same index below /onchain', async () => {
  const { index, seen } = await indexOver(() => ({ data: [] }), '/onchain')
  await index.poolsOfToken('mint')
  assert.equal(seen[0]!.url, '/onchain/networks/solana/tokens/mint/pools')
})

const addressIn = (id: string) => id.slice(id.indexOf('_') + 1)
/** Rows of other chains have the same shape: theirs get addresses of Solana. */
function onSolana({ attributes, relationships, ...row }: Row): Row {
  const idOf = ({ data }: Row): Row => ({ data: { ...data, id: `solana_${solanaAddress(addressIn(data.id))}` } })
  const { base_token, quote_token } = relationships
  return {
    ...row,
    attributes: { ...attributes, address: solanaAddress(attributes.address) },
    relationships: { ...relationships, base_token: idOf(base_token), quote_token: idOf(quote_token) },
  }
}
const solanaAddress = (address: string) => (isSolanaAddress(address) ? address : addressOf(address))
const numberOf = (text: string | null | undefined) => (text == null || text === 'NaN' ? null : Number(text))
const codeOf = (outcome: { ok: boolean; code?: string }) => (outcome.ok ? 'ok' : outcome.code)
