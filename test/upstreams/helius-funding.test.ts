import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createHeliusFunding } from '../../src/upstreams/helius-funding.ts'
import { type LocalServer, startLocalServer } from '../support/local-server.ts'
import { testClient } from '../support/test-client.ts'

const servers: LocalServer[] = []
after(() => Promise.all(servers.map((server) => server.close())))
const WALLET = 'So11111111111111111111111111111111111111112'
const FUNDED = {
  funder: '5tzFkiKscXHK5ZXCGbXZxdw7gTjjD1mBwuoFbhUvuAi9',
  funderName: 'Binance 1',
  funderType: 'exchange',
  mint: WALLET,
  symbol: 'SOL',
  amount: 1.25,
  amountRaw: '1250000001',
  decimals: 9,
  signature: 'sig',
  timestamp: 1_790_000_000,
  date: '2026-09-21T00:00:00.000Z',
  slot: 350_000_000,
  explorerUrl: 'https://example.com',
}

async function fundingOver(text: string, status = 200, type = 'application/json') {
  const server = await startLocalServer(({ url }, response) => {
    assert.equal(new URL(url, 'http://x').pathname, `/v1/wallet/${WALLET}/funded-by`)
    response.writeHead(status, { 'content-type': type }).end(text)
  })
  servers.push(server)
  return createHeliusFunding(testClient(server.url).client).firstFunding(WALLET)
}

test('a funding is read to the lamport, whether the amount is text, a number or only SOL', async () => {
  const expected = {
    funder: FUNDED.funder,
    funderName: 'Binance 1',
    funderType: 'exchange',
    lamports: 1_250_000_001n,
    signature: 'sig',
    blockTimeSec: 1_790_000_000,
    slot: 350_000_000,
  }
  assert.deepEqual(await fundingOver(JSON.stringify(FUNDED)), { ok: true, value: expected })
  const asNumber = await fundingOver(JSON.stringify({ ...FUNDED, amountRaw: 1_250_000_001 }))
  assert.deepEqual(asNumber.ok && asNumber.value, expected)
  const big = await fundingOver(JSON.stringify(FUNDED).replace('"1250000001"', '9007199254740993'))
  assert.equal(big.ok && big.value?.lamports, 9_007_199_254_740_993n)
  const { amountRaw: _, ...rest } = FUNDED
  const fromSol = await fundingOver(JSON.stringify({ ...rest, funderName: null, slot: null }))
  assert.deepEqual(fromSol.ok && fromSol.value, { ...expected, lamports: 1_250_000_000n, funderName: null, slot: null })
})

test('404 means that there is none, a page of a proxy does not', async () => {
  assert.deepEqual(await fundingOver('{"error":"none"}', 404), { ok: true, value: null })
  const page = await fundingOver('<html>', 404, 'text/html')
  assert.equal(page.ok ? '' : page.code, 'upstream_refused')
})

test('a plan without this call, a bad answer and a missing amount are failures', async () => {
  const refused = await fundingOver('{"error":"upgrade"}', 403)
  assert.equal(refused.ok ? '' : refused.code, 'upstream_refused')
  for (const text of [
    '{}',
    '[]',
    JSON.stringify({ ...FUNDED, funder: 5 }),
    JSON.stringify({ ...FUNDED, amountRaw: '-1' }),
    JSON.stringify({ ...FUNDED, timestamp: 4_000_000_000 }),
    JSON.stringify({ ...FUNDED, timestamp: 5 }),
  ]) {
    const outcome = await fundingOver(text)
    assert.equal(outcome.ok ? '' : outcome.code, 'upstream_failed', text)
  }
  const { amountRaw: _, amount: __, ...rest } = FUNDED
  const noAmount = await fundingOver(JSON.stringify(rest))
  assert.equal(noAmount.ok ? '' : noAmount.code, 'upstream_failed')
})
