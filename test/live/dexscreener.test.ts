import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { LocalServer } from '../support/local-server.ts'
import { type OpenServer, openServer } from '../support/open-server.ts'
import { noRecordings, recorded } from '../support/recorded.ts'
import { recordedOf } from '../support/recorded-kinds.ts'
import { startReplayServer } from '../support/replay-server.ts'
import { successOf } from '../support/reply-check.ts'

/** Live mode on real input: what a market-data provider really said is what the routes say, field by field. What is
 *  expected is read here from the recorded JSON itself. */

// biome-ignore lint/suspicious/noExplicitAny: foreign JSON is walked by hand
type Row = any
const WINDOWS = ['m5', 'h1', 'h6', 'h24'] as const
const pairsOf = successOf('POST /api/v2/tokens/pairs-batch')
const pricesOf = successOf('POST /api/v2/tokens/prices')
const searchOf = successOf('GET /api/v2/tokens/search')
let replay: LocalServer
let server: OpenServer
/** The rows of the file whose turn it is. */
let turn: readonly Row[] = []

before(async () => {
  if (noRecordings) return
  const listed = (query: URLSearchParams) =>
    turn.filter(({ baseToken }) => query.get('*')!.split(',').includes(baseToken.address))
  replay = await startReplayServer({
    paths: {
      '/tokens/v1/solana/*': listed,
      '/token-pairs/v1/solana/*': listed,
      '/latest/dex/search': () => ({ schemaVersion: '1.0.0', pairs: turn.length === 0 ? null : turn }),
    },
  })
  const { url } = replay
  const addresses = { SOLANA_RPC_URL: url, DAS_URL: url, DEXSCREENER_URL: url, JUPITER_URL: url }
  server = await openServer({ MINTGLASS_MODE: 'live', ...addresses })
})
after(async () => {
  await server?.stop()
  await replay?.close()
})

function rowsOf(file: string): Row[] {
  const json = recorded(file)
  return Array.isArray(json) ? json : (json.pairs ?? [])
}

/** Only Solana, each token by its pool with the highest volume of a day. */
function bestByMint(rows: readonly Row[]): ReadonlyMap<string, Row> {
  const best = new Map<string, Row>()
  for (const row of rows) {
    if (row.chainId !== 'solana') continue
    const known = best.get(row.baseToken.address)
    if (known === undefined || row.volume.h24 > known.volume.h24) best.set(row.baseToken.address, row)
  }
  return best
}

const each = (read: (window: (typeof WINDOWS)[number]) => unknown) =>
  Object.fromEntries(WINDOWS.map((window) => [window, read(window)]))

function expectedPair(row: Row) {
  return {
    chainId: 'solana',
    dexId: row.dexId,
    pairAddress: row.pairAddress,
    url: row.url,
    baseToken: row.baseToken,
    quoteToken: row.quoteToken,
    priceUsd: Number(row.priceUsd),
    priceNative: Number(row.priceNative),
    priceChange: each((window) => row.priceChange[window] ?? null),
    volume: each((window) => row.volume[window] ?? 0),
    txns: each((window) => row.txns[window] ?? { buys: 0, sells: 0 }),
    liquidity: row.liquidity,
    marketCap: row.marketCap,
    fdv: row.fdv,
    pairCreatedAt: row.pairCreatedAt,
    labels: row.labels ?? [],
    boosts: { active: row.boosts?.active ?? 0 },
    info: {
      imageUrl: row.info?.imageUrl ?? null,
      header: row.info?.header ?? null,
      description: null,
      socials: row.info?.socials ?? [],
      websites: row.info?.websites ?? [],
    },
  }
}

function expectedSearchRow(row: Row, nowMs: number) {
  const socials: { type: string; url: string }[] = row.info?.socials ?? []
  const websites: { url: string }[] = row.info?.websites ?? []
  const pair = expectedPair(row)
  return {
    mint: row.baseToken.address,
    symbol: row.baseToken.symbol,
    name: row.baseToken.name,
    image: pair.info.imageUrl,
    url: row.url,
    priceUsd: pair.priceUsd,
    priceChange: row.priceChange.h24 ?? null,
    volume24h: row.volume.h24,
    liquidityUsd: row.liquidity.usd,
    marketCap: row.marketCap,
    fdv: row.fdv,
    pair: { chain: 'solana', dex: row.dexId, address: row.pairAddress, quote: row.quoteToken.symbol },
    socials: Object.fromEntries(socials.map(({ type, url }) => [type, url])),
    websites: websites.map(({ url }) => url),
    header: pair.info.header,
    description: null,
    decimals: null,
    socials_list: socials,
    websites_list: websites,
    volume: pair.volume,
    txns: pair.txns,
    buys24h: row.txns.h24.buys,
    sells24h: row.txns.h24.sells,
    pairCreatedAt: row.pairCreatedAt,
    ageHours: (nowMs - row.pairCreatedAt) / 3_600_000,
    boosts: row.boosts?.active ?? 0,
    dexId: row.dexId,
    pairAddress: row.pairAddress,
    baseToken: row.baseToken,
    quoteToken: row.quoteToken,
    labels: row.labels ?? [],
  }
}

test('the recordings are there', { skip: noRecordings }, () => {
  assert(recordedOf('dexscreenerList').length + recordedOf('dexscreenerWrapped').length >= 3)
})

for (const file of [...recordedOf('dexscreenerList'), ...recordedOf('dexscreenerWrapped')]) {
  test(`pairs-batch, prices and search say what ${file} says`, async () => {
    server.clock.push(10 * 60_000)
    turn = rowsOf(file)
    const best = bestByMint(turn)
    const mints = turn.map(({ baseToken }) => baseToken.address)
    if (best.size > 0) {
      const { count, pairs } = pairsOf(await server.post('/api/v2/tokens/pairs-batch', { mints }))
      assert.equal(count, best.size)
      const { prices } = pricesOf(await server.post('/api/v2/tokens/prices', { mints }))
      assert.deepEqual(Object.keys(prices).sort(), [...best.keys()].sort())
      for (const [mint, row] of best) {
        assert.deepEqual(pairs[mint], expectedPair(row))
        assert.deepEqual(prices[mint], {
          mint,
          priceUsd: Number(row.priceUsd),
          marketCap: row.marketCap,
          fdv: row.fdv,
          liquidityUsd: row.liquidity.usd,
          volume24h: row.volume.h24,
          priceChange24h: row.priceChange.h24 ?? null,
        })
      }
    }
    const { results } = searchOf(await server.get(`/api/v2/tokens/search?q=${encodeURIComponent(file)}`))
    const nowMs = server.clock.nowMs()
    const ranked = [...best.values()].sort((a, b) => b.volume.h24 - a.volume.h24)
    assert.equal(results.length, ranked.length)
    for (const [i, row] of ranked.entries()) {
      const { ageHours, ...expected } = expectedSearchRow(row, nowMs)
      const { ageHours: given, ...rest } = results[i]
      assert.deepEqual(rest, expected)
      assert(Math.abs(given - ageHours) < 0.1)
    }
  })
}
