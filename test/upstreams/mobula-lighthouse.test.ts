import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createMobulaLighthouse } from '../../src/upstreams/mobula-lighthouse.ts'
import { sendJson, startLocalServer } from '../support/local-server.ts'
import { testClient } from '../support/test-client.ts'

/** Bodies after the provider's published schema: no recording of this route is public. */

const windows = (day: number | null) => ({ '15min': 1, '1h': 2, '6h': 3, '24h': day })
const TOTAL = {
  volumeUSD: windows(4_000_000),
  volumeUSDChange: windows(-12.5),
  trades: windows(30),
  tradesChange: windows(1),
  buys: windows(20),
  sells: windows(10),
  feesPaidUSD: windows(99),
}

async function askOver(t: TestContext, body: unknown, status = 200) {
  const server = await startLocalServer((_request, response) => sendJson(response, body, status))
  t.after(() => server.close())
  return { answer: await createMobulaLighthouse(testClient(server.url).client).marketTotals(), seen: server.seen }
}

test('the last day of the whole of Solana', async (t) => {
  const { answer, seen } = await askOver(t, { data: { total: TOTAL, byChain: [], byDex: [{ name: 'x' }] } })
  assert.deepEqual(answer, {
    ok: true,
    value: { volumeUsd: 4_000_000, volumeChangePct: -12.5, trades: 30, buys: 20, sells: 10, feesPaidUsd: 99 },
  })
  assert.equal(seen[0]!.url, '/2/market/lighthouse?blockchains=solana')
})

test('what is missing or null is null', async (t) => {
  const { answer } = await askOver(t, {
    data: { total: { volumeUSD: windows(1), volumeUSDChange: windows(null), trades: null, buys: {} } },
  })
  assert.deepEqual(answer, {
    ok: true,
    value: { volumeUsd: 1, volumeChangePct: null, trades: null, buys: null, sells: null, feesPaidUsd: null },
  })
})

test('another shape and a refusal are failures', async (t) => {
  for (const [body, status] of [
    [{ data: {} }, 200],
    [{ data: { total: [] } }, 200],
    [{ data: { total: { volumeUSD: 5 } } }, 200],
    [{ message: 'x' }, 404],
    [{ message: 'x' }, 401],
  ] as const)
    assert.equal((await askOver(t, body, status)).answer.ok, false, JSON.stringify(body))
})
