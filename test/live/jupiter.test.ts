import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { LocalServer } from '../support/local-server.ts'
import { type OpenServer, openServer } from '../support/open-server.ts'
import { noRecordings, recorded } from '../support/recorded.ts'
import { recordedOf } from '../support/recorded-kinds.ts'
import { startReplayServer } from '../support/replay-server.ts'
import { successOf } from '../support/reply-check.ts'

/** Live mode on real input: prices and token facts of the price provider, for mints that no one else knows. */

let replay: LocalServer
let server: OpenServer

before(async () => {
  if (noRecordings) return
  replay = await startReplayServer()
  const { url } = replay
  const addresses = { SOLANA_RPC_URL: url, DAS_URL: url, DEXSCREENER_URL: url, JUPITER_URL: url }
  server = await openServer({ MINTGLASS_MODE: 'live', ...addresses })
})
after(async () => {
  await server?.stop()
  await replay?.close()
})

test('the recordings are there', { skip: noRecordings }, () => {
  assert(recordedOf('jupiterPrices').length >= 1 && recordedOf('jupiterTokens').length >= 2)
})

for (const file of recordedOf('jupiterPrices')) {
  test(`prices and the SOL price say what ${file} says`, async () => {
    const rows = recorded(file) as Record<string, { usdPrice: number; priceChange24h?: number }>
    const { prices, count } = successOf('POST /api/v2/tokens/prices')(
      await server.post('/api/v2/tokens/prices', { mints: Object.keys(rows) }),
    )
    assert.equal(count, Object.keys(rows).length)
    for (const [mint, { usdPrice, priceChange24h = null }] of Object.entries(rows)) {
      const figures = { marketCap: null, fdv: null, liquidityUsd: null, volume24h: null }
      assert.deepEqual(prices[mint], { mint, priceUsd: usdPrice, ...figures, priceChange24h })
    }
    const sol = rows['So11111111111111111111111111111111111111112']
    const { price, source } = successOf('GET /api/v2/market/sol-price')(await server.get('/api/v2/market/sol-price'))
    assert.deepEqual([price, source], [sol?.usdPrice, 'jupiter'])
  })
}

for (const file of recordedOf('jupiterTokens')) {
  test(`metadata of a mint that no one else knows, and its intel, say what ${file} says`, async () => {
    const rows = recorded(file) as { id: string; symbol: string; holderCount?: number }[]
    const recordedElsewhere = new Set(
      recordedOf('dasAssets').flatMap((other) => JSON.stringify(recorded(other)).match(/[1-9A-HJ-NP-Za-km-z]{32,44}/g)),
    )
    for (const { id, symbol, holderCount } of rows) {
      const { tokens } = successOf('POST /api/v2/tokens/metadata')(
        await server.post('/api/v2/tokens/metadata', { mints: [id] }),
      )
      if (!recordedElsewhere.has(id))
        assert.deepEqual([tokens[id].symbol, tokens[id].source], [symbol, 'indexer:jupiter'])
      const record = successOf('GET /api/v2/tokens/{mint}/intel')(await server.get(`/api/v2/tokens/${id}/intel`))
      assert.deepEqual(
        [record.holders, record.holders_meta.source, record.holders_meta.exact],
        holderCount === undefined ? [null, 'enumeration', false] : [holderCount, 'provider', false],
      )
    }
  })
}
