import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { askInParts } from '../support/ask-in-parts.ts'
import { type OpenServer, openServer } from '../support/open-server.ts'
import { publishedTokens, strangerAddress } from '../support/published-tokens.ts'
import { isPoolReadable, readChainPool, readChainSolPriceUsd } from '../support/read-chain.ts'
import { type StartedSandbox, startSandbox } from '../support/start-sandbox.ts'

/** Agents trade: figures move, and what is told still is what the chain says. */

let sandbox: StartedSandbox
let server: OpenServer

before(async () => {
  sandbox = await startSandbox()
  server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

test('after the agents have acted, prices, counts and lists are other ones, and agree with the chain again', async () => {
  const tokens = (await publishedTokens(sandbox)).filter(({ pool }) => pool !== null)
  const mints = tokens.map(({ mint }) => mint)
  const read = async () => ({
    prices: await askInParts(
      mints,
      async (part) => (await server.post('/api/v2/tokens/prices', { mints: part })).json.prices,
    ),
    sol: (await server.get('/api/v2/market/sol-price')).json.price,
    rows: (await server.get('/api/v2/tokens/trending')).json.tokens,
  })
  const before = await read()
  await sandbox.control('POST', '/agents/step', { count: 400 })
  await sandbox.control('POST', '/slots/step', { count: 5 })
  server.clock.push(61_000)
  const later = await read()
  const moved = mints.filter((mint) => later.prices[mint].priceUsd !== before.prices[mint].priceUsd)
  assert(moved.length >= 5, `${moved.length} prices moved`)
  assert.notEqual(later.sol, before.sol)
  const counted = (rows: { txns: { h24: { buys: number; sells: number } } }[]) =>
    rows.reduce((sum, { txns }) => sum + txns.h24.buys + txns.h24.sells, 0)
  assert(counted(later.rows) > counted(before.rows))
  const solUsd = await readChainSolPriceUsd(sandbox.urls['rpc']!)
  for (const { mint, pool, symbol } of tokens.filter(isPoolReadable)) {
    const state = await readChainPool(sandbox.urls['rpc']!, pool!)
    if (state === null || later.prices[mint] === undefined) continue
    const pair = (await server.post('/api/v2/tokens/pairs-batch', { mints: [mint] })).json.pairs[mint]
    if (pair.pairAddress !== pool) continue
    const quoteUsd = pair.quoteToken.symbol === 'SOL' ? solUsd : 1
    assert(Math.abs(later.prices[mint].priceUsd / (state.priceNative * quoteUsd) - 1) < 1e-6, symbol)
  }
})

test('intel sees who came and who left', async () => {
  const { mint } = (await publishedTokens(sandbox)).find(({ archetype }) => archetype === 'healthy')!
  const first = (await server.get(`/api/v2/tokens/${mint}/intel`)).json
  await sandbox.control('POST', '/tokens', { address: strangerAddress(77), mint, amountRaw: '123456789000' })
  await sandbox.control('POST', '/slots/step', { count: 3 })
  server.clock.push(61_000)
  const later = (await server.get(`/api/v2/tokens/${mint}/intel`)).json
  assert.equal(later.holders, first.holders + 1)
  assert(later.supply > first.supply)
})
