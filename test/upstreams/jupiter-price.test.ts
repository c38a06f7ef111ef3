import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { SpotPrice } from '../../src/upstreams/capabilities.ts'
import { createJupiterPrices } from '../../src/upstreams/jupiter-price.ts'
import { type LocalServer, sendJson, startLocalServer } from '../support/local-server.ts'
import { noRecordings, recorded } from '../support/recorded.ts'
import { recordedOf } from '../support/recorded-kinds.ts'
import { testClient } from '../support/test-client.ts'

const servers: LocalServer[] = []
after(() => Promise.all(servers.map((server) => server.close())))

async function pricesOver(answer: (ids: string[]) => unknown, status = 200) {
  const asked: string[][] = []
  const server = await startLocalServer(({ url }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://x')
    assert.equal(pathname, '/price/v3')
    asked.push(searchParams.get('ids')!.split(','))
    sendJson(response, answer(asked.at(-1)!), status)
  })
  servers.push(server)
  return { prices: createJupiterPrices(testClient(server.url).client), asked }
}

for (const path of recordedOf('jupiterPrices')) {
  test(`${path} comes through as it is`, { skip: noRecordings }, async () => {
    const file: Record<string, Record<string, number | null>> = recorded(path)
    const { prices } = await pricesOver(() => file)
    const found = await prices.spotPrices([...Object.keys(file), 'unknown mint'])
    assert(found.ok)
    assert.deepEqual([...found.value.keys()], Object.keys(file))
    for (const [mint, row] of Object.entries(file)) {
      const price: SpotPrice = found.value.get(mint)!
      assert.equal(price.priceUsd, row['usdPrice'])
      assert.equal(price.priceChange24hPct, row['priceChange24h'])
      assert.equal(price.decimals, row['decimals'])
      assert.equal(price.liquidityUsd, 'liquidity' in row ? row['liquidity'] : null)
    }
  })
}

test('at most 50 mints travel together, each once', async () => {
  const { prices, asked } = await pricesOver((ids) =>
    Object.fromEntries(ids.map((id) => [id, { usdPrice: 2, decimals: 6, priceChange24h: null, liquidity: 9.5 }])),
  )
  const mints = Array.from({ length: 120 }, (_, n) => `mint${n}`)
  const found = await prices.spotPrices([...mints, ...mints])
  assert.deepEqual(
    asked.map((ids) => ids.length),
    [50, 50, 20],
  )
  assert.equal(found.ok && found.value.size, 120)
  assert.deepEqual(found.ok && found.value.get('mint119'), {
    priceUsd: 2,
    priceChange24hPct: null,
    decimals: 6,
    liquidityUsd: 9.5,
  })
})

test('a mint without a sound price is absent, and so is one that was not asked for', async () => {
  const { prices } = await pricesOver(() => ({
    zero: { usdPrice: 0 },
    negative: { usdPrice: -1 },
    nothing: null,
    text: { usdPrice: '3' },
    stranger: { usdPrice: 4 },
    sound: { usdPrice: 5 },
  }))
  const found = await prices.spotPrices(['zero', 'negative', 'nothing', 'text', 'sound', 'missing'])
  assert.deepEqual(found.ok && [...found.value.keys()], ['sound'])
})

test('a mint named like an object member is no price', async () => {
  const { prices } = await pricesOver(() => ({}))
  const found = await prices.spotPrices(['constructor', '__proto__', 'toString'])
  assert.equal(found.ok && found.value.size, 0)
})

test('no mints, no request; a refused request is a failure', async () => {
  const { prices, asked } = await pricesOver(() => ({ error: 'no' }), 401)
  assert.equal((await prices.spotPrices([])).ok, true)
  assert.equal(asked.length, 0)
  const refused = await prices.spotPrices(['a'])
  assert.equal(refused.ok ? '' : refused.code, 'upstream_refused')
})
