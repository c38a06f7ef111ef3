import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type LocalServer, sendJson, startLocalServer } from '../support/local-server.ts'
import { type OpenServer, openServer } from '../support/open-server.ts'
import { noRecordings, recorded } from '../support/recorded.ts'
import { recordedOf } from '../support/recorded-kinds.ts'
import { successOf } from '../support/reply-check.ts'

/** Live mode on real input: a pool index that answers what was recorded, and no one else. */

// biome-ignore lint/suspicious/noExplicitAny: foreign JSON, read by hand
type Row = any

const POOL = 'HwXZkhyeGPaLurvrkM29rFrVYomih5M6kfJZtw5PGTBg'
let candles: Row = null
let profile: Row = null
let index: LocalServer
let server: OpenServer

before(async () => {
  if (noRecordings) return
  index = await startLocalServer(({ url }, response) => {
    const { pathname } = new URL(url, 'http://index')
    const answer = pathname.includes('/ohlcv/') ? candles : pathname.endsWith('/info') ? profile : null
    sendJson(response, answer ?? { errors: [{ status: '404', title: 'Not Found' }] }, answer === null ? 404 : 200)
  })
  server = await openServer({ MINTGLASS_MODE: 'live', GECKOTERMINAL_URL: index.url })
})
after(async () => {
  await server?.stop()
  await index?.close()
})

for (const file of [...recordedOf('geckoterminalCandles'), ...recordedOf('coingeckoCandles')]) {
  test(`the candles of a pool are those of ${file}, oldest first`, { skip: noRecordings }, async () => {
    candles = recorded(file)
    server.clock.push(31_000)
    const reply = successOf('GET /api/v2/market/pool-ohlcv')(
      await server.get(`/api/v2/market/pool-ohlcv?pool=${POOL}&amount=1000`),
    )
    const rows: Row[] = candles.data.attributes.ohlcv_list
    assert.deepEqual(
      reply.candles.map(({ t, o, c, v }: Row) => [t / 1_000, o, c, v]),
      rows.map(([t, o, , , c, v]) => [t, o, c, v]).reverse(),
    )
  })
}

for (const file of recordedOf('coingeckoTokenInfo')) {
  test(`full metadata of a token that no one else knows is what ${file} says`, { skip: noRecordings }, async () => {
    profile = recorded(file)
    const { address, name, symbol, decimals, categories, description, image_url } = profile.data.attributes
    const record = successOf('GET /api/v2/tokens/{mint}/metadata-full')(
      await server.get(`/api/v2/tokens/${address}/metadata-full`),
    )
    assert.deepEqual(
      [record.name, record.symbol, record.decimals, record.categories, record.description, record.logo],
      [name, symbol, decimals, categories, description, image_url],
    )
    assert.equal(record.priceUSD, null, 'the page names no price')
  })
}
