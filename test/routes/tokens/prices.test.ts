import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { askInParts } from '../../support/ask-in-parts.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { NO_ADDRESS, type PublishedToken, publishedTokens, strangerAddress } from '../../support/published-tokens.ts'
import { isPoolReadable, readChainMint, readChainPool, readChainSolPriceUsd, WSOL } from '../../support/read-chain.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'

const PATH = '/api/v2/tokens/prices'
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

async function upstreamCalls(): Promise<number> {
  await server.flushUsage()
  return (await server.get('/api/v2/stats?range=24h')).json.summary.provider_calls
}

test('a price is what the pool says on chain, and the market cap that price times the supply', async () => {
  const rpc = sandbox.urls['rpc']!
  const solUsd = await readChainSolPriceUsd(rpc)
  const prices = await askInParts(
    tokens.map(({ mint }) => mint),
    async (part) => {
      const { count, prices: own } = success(await server.post(PATH, { mints: part }))
      assert.equal(count, Object.keys(own).length)
      return own
    },
  )
  let compared = 0
  for (const { mint, pool, symbol } of tokens.filter(isPoolReadable)) {
    if (pool === null) continue
    const state = await readChainPool(rpc, pool)
    const entry = prices[mint]
    const priceUsd = state!.priceNative * (state!.quote === WSOL ? solUsd : 1)
    assert.equal(entry.mint, mint)
    assert(Math.abs(entry.priceUsd / priceUsd - 1) < 1e-6, `${symbol}: ${entry.priceUsd}, chain ${priceUsd}`)
    const { supplyRaw, decimals } = await readChainMint(rpc, mint)
    const capUsd = (priceUsd * Number(supplyRaw)) / 10 ** decimals
    assert(Math.abs(entry.marketCap - capUsd) <= 1 + capUsd * 1e-6, `${symbol}: ${entry.marketCap}, chain ${capUsd}`)
    compared++
  }
  assert(compared >= 20, 'most tokens of the world have a pool')
})

test('a token without a pool is priced by the price provider, and left out when no one has a price', async () => {
  const usdc = tokens.find(({ symbol }) => symbol === 'USDC')!.mint
  const poolless = tokens.find(({ archetype }) => archetype === 'no_pool')!.mint
  const { prices } = success(await server.post(PATH, { mints: [usdc, poolless, strangerAddress(1), NO_ADDRESS] }))
  assert.deepEqual(Object.keys(prices), [usdc])
  assert.equal(prices[usdc].priceUsd, 1)
})

test('the first fifty valid mints count', async () => {
  const { mint } = tokens[0]!
  const strangers = Array.from({ length: 50 }, (_, i) => strangerAddress(i))
  const within = success(await server.post(PATH, { mints: ['no', ...strangers.slice(0, 49), mint] }))
  assert.deepEqual(Object.keys(within.prices), [mint])
  const beyond = success(await server.post(PATH, { mints: [...strangers, mint] }))
  assert.deepEqual([beyond.count, beyond.prices], [0, {}])
})

test('a body without any valid mint is refused', async () => {
  for (const body of [{}, { mints: [] }, { mints: {} }, { mints: ['no'] }, [], null])
    assertFails(await server.post(PATH, JSON.stringify(body)), 400, 'mints[] required (max 50 valid mints)')
  assertFails(await server.post(PATH, ''), 400, 'mints[] required (max 50 valid mints)')
})

test('a price lives thirty seconds, each mint for itself', async () => {
  const [first, second] = [tokens[5]!.mint, tokens[6]!.mint]
  server.clock.push(31_000)
  await server.post(PATH, { mints: [first] })
  const before = await upstreamCalls()
  server.clock.push(20_000)
  await server.post(PATH, { mints: [first] })
  assert.equal(await upstreamCalls(), before)
  await server.post(PATH, { mints: [first, second] })
  const afterSecond = await upstreamCalls()
  assert(afterSecond > before)
  server.clock.push(11_000)
  await server.post(PATH, { mints: [second] })
  assert.equal(await upstreamCalls(), afterSecond, 'the second is eleven seconds old')
  await server.post(PATH, { mints: [first] })
  assert((await upstreamCalls()) > afterSecond, 'the first is over')
})
