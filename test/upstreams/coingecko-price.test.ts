import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createCoingeckoPrice } from '../../src/upstreams/coingecko-price.ts'
import { type LocalServer, sendJson, startLocalServer } from '../support/local-server.ts'
import { noRecordings, recorded } from '../support/recorded.ts'
import { recordedOf } from '../support/recorded-kinds.ts'
import { testClient } from '../support/test-client.ts'

const servers: LocalServer[] = []
after(() => Promise.all(servers.map((server) => server.close())))
const DAY_MS = 86_400_000

async function priceOver(body: unknown) {
  const server = await startLocalServer((_, response) => sendJson(response, body))
  servers.push(server)
  return { price: createCoingeckoPrice(testClient(server.url).client), seen: server.seen }
}

for (const path of recordedOf('coingeckoSimplePrice')) {
  test(`${path}: another token’s answer in SOL’s place is a price with its time`, { skip: noRecordings }, async () => {
    const { bitcoin } = recorded(path)
    const { price } = await priceOver({ solana: bitcoin })
    assert.deepEqual(await price.solSpot(), {
      ok: true,
      value: { priceUsd: bitcoin.usd, atMs: bitcoin.last_updated_at * 1_000, confidenceUsd: null },
    })
    const other = await (await priceOver({ bitcoin })).price.solSpot()
    assert.deepEqual(other, { ok: true, value: null }, 'no SOL in the answer')
  })
}

for (const path of recordedOf('coingeckoMarketChart')) {
  test(`${path} is a history of its own points within the range`, { skip: noRecordings }, async () => {
    const file = recorded(path)
    const times: number[] = file.prices.map(([tMs]: [number, number]) => tMs)
    const { price } = await priceOver(file)
    const found = await price.solHistory({ fromMs: times[0]!, toMs: times.at(-1)!, stepMs: 300_000 })
    assert.deepEqual(found, {
      ok: true,
      value: file.prices.map(([tMs, priceUsd]: [number, number]) => ({ tMs, priceUsd })),
    })
    const none = await price.solHistory({ fromMs: 0, toMs: times[0]! - 1, stepMs: 300_000 })
    assert.deepEqual(none, { ok: true, value: [] })
  })
}

test('a range is asked for in the days the provider offers', async () => {
  const { price, seen } = await priceOver({ prices: [] })
  for (const days of [1 / 24, 1, 7, 30, 300]) await price.solHistory({ fromMs: 0, toMs: days * DAY_MS, stepMs: 1 })
  assert.deepEqual(
    seen.map(({ url }) => new URL(url, 'http://local').searchParams.get('days')),
    ['1', '1', '7', '30', '365'],
  )
})

/** Times of a market: there was none in 1970. */
const at = (ms: number): number => 1_700_000_000_000 + ms

test('a price of 0, one without a time, and points that are none are left out', async () => {
  for (const solana of [{ usd: 0, last_updated_at: 1 }, { usd: 5 }, { usd: 5, last_updated_at: null }])
    assert.deepEqual(await (await priceOver({ solana })).price.solSpot(), { ok: true, value: null })
  const { price } = await priceOver({
    prices: [[at(3), 1], [at(1), 2], [at(2), null], [at(2), 0], 'x', [null, 1], [at(3), 4], [3, 4]],
  })
  assert.deepEqual(await price.solHistory({ fromMs: 0, toMs: at(9), stepMs: 1 }), {
    ok: true,
    value: [
      { tMs: at(1), priceUsd: 2 },
      { tMs: at(3), priceUsd: 4 },
    ],
  })
})
