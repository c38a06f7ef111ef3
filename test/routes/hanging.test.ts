import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type OpenServer, openServer } from '../support/open-server.ts'
import { publishedTokens } from '../support/published-tokens.ts'
import { assertFails, successOf } from '../support/reply-check.ts'
import { usedSandbox } from '../support/used-sandbox.ts'

/** Providers that take a request and never answer: each call ends at its own deadline, and what others know is told.
 *  The tests wait for real deadlines, side by side, each in a world of its own. */

async function withHanging(
  providers: readonly string[],
  use: (server: OpenServer, mints: readonly string[]) => Promise<void>,
): Promise<void> {
  const sandbox = await usedSandbox('faults')
  const server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
  try {
    const coins = (await publishedTokens(sandbox)).filter(({ archetype }) => archetype === 'bundled')
    for (const provider of providers)
      await sandbox.control('POST', '/faults', { provider, kind: 'delay', delayMs: 600_000 })
    await use(
      server,
      coins.map(({ mint }) => mint),
    )
  } finally {
    await server.stop()
    await sandbox.stop()
  }
}

describe('a provider that hangs', { concurrency: true }, () => {
  test('all market and asset providers hang: the chain answers what it knows', () =>
    withHanging(['dexscreener', 'jupiter', 'das'], async (server, [one, two, three, four]) => {
      const [metadata, prices, pairs, intel, search, trending, raw, sol] = await Promise.all([
        server.post('/api/v2/tokens/metadata', { mints: [one] }),
        server.post('/api/v2/tokens/prices', { mints: [two] }),
        server.post('/api/v2/tokens/pairs-batch', { mints: [three] }),
        server.get(`/api/v2/tokens/${four}/intel`),
        server.get('/api/v2/tokens/search?q=meridian'),
        server.get('/api/v2/tokens/trending'),
        server.get('/api/v2/tokens/trending/raw'),
        server.get('/api/v2/market/sol-price'),
      ])
      assert.match(successOf('POST /api/v2/tokens/metadata')(metadata).tokens[one!].source, /^indexer:/)
      assert(successOf('POST /api/v2/tokens/prices')(prices).prices[two!].priceUsd > 0)
      assert.equal(successOf('POST /api/v2/tokens/pairs-batch')(pairs).count, 1)
      const record = successOf('GET /api/v2/tokens/{mint}/intel')(intel)
      assert.deepEqual([record.market.source, record.holders_meta.exact], ['chain', true])
      assertFails(search, 502, 'search unavailable')
      assert.equal(successOf('GET /api/v2/tokens/trending')(trending).tokens[0].rank, 1)
      assertFails(raw, 502, 'trending unavailable')
      assert.equal(successOf('GET /api/v2/market/sol-price')(sol).source, 'jupiter')
    }))

  test('the node hangs: what providers know is returned, the relay is 502, nothing waits without end', () =>
    withHanging(['rpc'], async (server, [one, two]) => {
      const [prices, relayed, intel] = await Promise.all([
        server.post('/api/v2/tokens/prices', { mints: [one] }),
        server.post('/api/v2/rpc', { jsonrpc: '2.0', id: 1, method: 'getHealth' }),
        server.get(`/api/v2/tokens/${two}/intel`),
      ])
      assert(successOf('POST /api/v2/tokens/prices')(prices).prices[one!].priceUsd > 0)
      assertFails(relayed, 502, /./)
      const record = successOf('GET /api/v2/tokens/{mint}/intel')(intel)
      assert.deepEqual([record.supply, record.market.source], [null, 'dexscreener'])
    }))
})
