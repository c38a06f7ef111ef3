import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { askInParts } from '../../support/ask-in-parts.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { NO_ADDRESS, type PublishedToken, publishedTokens, strangerAddress } from '../../support/published-tokens.ts'
import { isPoolReadable, readChainPool, readChainSolPriceUsd, WSOL } from '../../support/read-chain.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'

const PATH = '/api/v2/tokens/pairs-batch'
const success = successOf(`POST ${PATH}`)
let sandbox: StartedSandbox
let server: OpenServer
let tokens: readonly PublishedToken[]

before(async () => {
  sandbox = await sharedSandbox()
  tokens = await publishedTokens(sandbox)
  server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

test('each mint has the pool the world trades it in, at the price of its reserves', async () => {
  const rpc = sandbox.urls['rpc']!
  const solUsd = await readChainSolPriceUsd(rpc)
  const mints = tokens.map(({ mint }) => mint)
  const pairs = await askInParts(mints, async (part) => {
    const { count, pairs: own } = success(await server.post(PATH, { mints: part }))
    assert.equal(count, Object.values(own).filter((pair) => pair !== null).length)
    return own
  })
  assert.deepEqual(new Set(Object.keys(pairs)), new Set(mints))
  for (const { mint, symbol, pool, dex } of tokens.filter(isPoolReadable)) {
    if (pool === null) continue
    const pair = pairs[mint]
    const state = await readChainPool(rpc, pool)
    assert.deepEqual([pair.pairAddress, pair.dexId, pair.baseToken.address], [pool, dex, mint], symbol)
    assert.deepEqual([pair.chainId, pair.baseToken.symbol], ['solana', symbol])
    assert(Math.abs(pair.priceNative / state!.priceNative - 1) < 1e-6, symbol)
    const quoteUsd = state!.quote === WSOL ? solUsd : 1
    assert(Math.abs(pair.priceUsd / (state!.priceNative * quoteUsd) - 1) < 1e-6, symbol)
    assert(pair.labels.length <= 8)
    assert(Number.isInteger(pair.boosts.active))
  }
})

test('a valid mint without any pool maps to null and does not count; what is no address is dropped', async () => {
  const poolless = tokens.find(({ archetype }) => archetype === 'no_pool')!.mint
  const mints = [poolless, strangerAddress(1), NO_ADDRESS, 'dropped', 7, poolless]
  const body = success(await server.post(PATH, { mints }))
  assert.deepEqual([body.count, body.pairs], [0, { [poolless]: null, [strangerAddress(1)]: null, [NO_ADDRESS]: null }])
})

test('the first fifty valid mints count', async () => {
  const mints = Array.from({ length: 60 }, (_, i) => strangerAddress(i))
  const { pairs } = success(await server.post(PATH, { mints }))
  assert.deepEqual(Object.keys(pairs).sort(), mints.slice(0, 50).sort())
})

test('a body without any valid mint is refused', async () => {
  for (const body of [{}, { mints: [] }, { mints: 5 }, { mints: ['no', []] }, [], null])
    assertFails(await server.post(PATH, JSON.stringify(body)), 400, 'mints[] required (max 50 valid mints)')
  assertFails(await server.post(PATH, ''), 400, 'mints[] required (max 50 valid mints)')
})

test('a pair and a price of the same half minute are one value', async () => {
  const { mint } = tokens[0]!
  const { pairs } = success(await server.post(PATH, { mints: [mint] }))
  const { prices } = (await server.post('/api/v2/tokens/prices', { mints: [mint] })).json
  const { liquidity, priceUsd, volume, marketCap, fdv, priceChange } = pairs[mint]
  assert.deepEqual(prices[mint], {
    mint,
    priceUsd,
    marketCap,
    fdv,
    liquidityUsd: liquidity.usd,
    volume24h: volume.h24,
    priceChange24h: priceChange.h24,
  })
})
