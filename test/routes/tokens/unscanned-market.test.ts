import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { type PublishedToken, publishedTokens } from '../../support/published-tokens.ts'
import { successOf } from '../../support/reply-check.ts'
import { type StartedSandbox, startSandbox } from '../../support/start-sandbox.ts'

/* A node that refuses program scans: pools are named by the newest transactions of the mint. */

let sandbox: StartedSandbox
let server: OpenServer
let tokens: readonly PublishedToken[]
before(async () => {
  sandbox = await startSandbox()
  tokens = await publishedTokens(sandbox)
  await sandbox.control('POST', '/faults/public-node')
  server = await openServer({ MINTGLASS_MODE: 'live', SOLANA_RPC_URL: sandbox.urls['rpc']! })
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

const prices = successOf('POST /api/v2/tokens/prices')

test('SOL has a price, and so have tokens on every DEX whose pools cannot be derived', async () => {
  const solPrice = await server.get('/api/v2/market/sol-price')
  assert.notEqual(solPrice.json.source, 'fallback')
  const others = tokens.filter(({ archetype, pool }) => archetype === 'other_dex' && pool !== null)
  assert(others.length >= 6)
  for (const { mint, dex } of others) {
    const reply = prices(await server.post('/api/v2/tokens/prices', { mints: [mint] }))
    assert(reply.prices[mint]?.priceUsd > 0, `${dex}`)
  }
})
