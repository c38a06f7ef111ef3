import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createPythHistory, createPythPrice } from '../../src/upstreams/pyth-price.ts'
import { type LocalServer, sendJson, startLocalServer } from '../support/local-server.ts'
import { noRecordings, recorded } from '../support/recorded.ts'
import { recordedOf } from '../support/recorded-kinds.ts'
import { testClient } from '../support/test-client.ts'

const SOL_FEED = 'ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d'
const servers: LocalServer[] = []
after(() => Promise.all(servers.map((server) => server.close())))

async function over(body: unknown, status = 200) {
  const server = await startLocalServer((_, response) => sendJson(response, body, status))
  servers.push(server)
  const { client } = testClient(server.url)
  return { price: createPythPrice(client), history: createPythHistory(client), seen: server.seen }
}

for (const path of recordedOf('pythLatest')) {
  test(`${path}: another feed’s answer under SOL’s id is a price with its confidence`, {
    skip: noRecordings,
  }, async () => {
    const file = recorded(path)
    const [feed] = file.parsed
    const { price, conf, expo, publish_time } = feed.price
    const found = await (
      await over({ ...file, parsed: [{ ...feed, id: `0x${SOL_FEED.toUpperCase()}` }] })
    ).price.solSpot()
    assert.deepEqual(found, {
      ok: true,
      value: {
        priceUsd: Number(price) * 10 ** expo,
        atMs: publish_time * 1_000,
        confidenceUsd: Number(conf) * 10 ** expo,
      },
    })
    assert.deepEqual(await (await over(file)).price.solSpot(), { ok: true, value: null }, 'the feed of another asset')
  })
}

test('the feed is asked for by its id; none, a null list and a 404 are no price', async () => {
  const { price, seen } = await over({ parsed: null })
  assert.deepEqual(await price.solSpot(), { ok: true, value: null })
  const { pathname, searchParams } = new URL(seen[0]!.url, 'http://local')
  assert.deepEqual([pathname, searchParams.getAll('ids[]')], ['/v2/updates/price/latest', [SOL_FEED]])
  assert.deepEqual(await (await over({ parsed: [] })).price.solSpot(), { ok: true, value: null })
  assert.deepEqual(await (await over({}, 404)).price.solSpot(), { ok: true, value: null })
  const odd = { id: SOL_FEED, price: { price: 'x', conf: '1', expo: -8, publish_time: 1 } }
  const failed = await (await over({ parsed: [odd] })).price.solSpot()
  assert.equal(failed.ok ? '' : failed.code, 'upstream_failed')
})

const BASE_SEC = 1_700_000_040
const baseMs = BASE_SEC * 1_000

test('a history is the closes of the bars within the range, asked for in the size that fits', async () => {
  const bars = {
    s: 'ok',
    t: [60, 120, 180, 240].map((sec) => BASE_SEC + sec),
    o: [],
    h: [],
    l: [],
    c: [1, null, 3, 4],
    v: [],
  }
  const { history, seen } = await over(bars)
  assert.deepEqual(await history.solHistory({ fromMs: baseMs + 60_000, toMs: baseMs + 200_000, stepMs: 300_000 }), {
    ok: true,
    value: [
      { tMs: baseMs + 60_000, priceUsd: 1 },
      { tMs: baseMs + 180_000, priceUsd: 3 },
    ],
  })
  for (const stepMs of [1, 3_600_000, 86_400_000]) await history.solHistory({ fromMs: 0, toMs: 1, stepMs })
  assert.deepEqual(
    seen.map(({ url }) => new URL(url, 'http://local').searchParams.get('resolution')),
    ['5', '1', '60', '1D'],
  )
})

test('no data is an empty history, any other word or uneven columns a failure', async () => {
  const ask = async (body: unknown) => (await over(body)).history.solHistory({ fromMs: 0, toMs: 9e9, stepMs: 300_000 })
  assert.deepEqual(await ask({ s: 'no_data' }), { ok: true, value: [] })
  for (const body of [
    { s: 'error', errmsg: 'x' },
    { s: 'ok', t: [1, 2], c: [1] },
  ]) {
    const failed = await ask(body)
    assert.equal(failed.ok ? '' : failed.code, 'upstream_failed')
  }
})
