import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fail, ok } from '../../../src/contract/outcome.ts'
import { getPrices } from '../../../src/services/pricing/prices.ts'
import { getPairsBatch } from '../../../src/services/tokens/pairs-batch.ts'
import type { Store } from '../../../src/store/store.ts'
import type { Pairs, Prices, SpotPrice, Tokens } from '../../../src/upstreams/capabilities.ts'
import { fakeContext } from '../../support/fake-context.ts'
import { listedPairs, makePair, mintNumber } from '../../support/market-pairs.ts'
import { NO_UPSTREAMS } from '../../support/no-upstreams.ts'

const [A, B, C] = [mintNumber(1), mintNumber(2), mintNumber(3)]
const chain = { rpc: null }
const spot = (priceUsd: number): SpotPrice => ({ priceUsd, priceChange24hPct: -1, decimals: 6, liquidityUsd: 10 })
const spotProvider = (known: Record<string, SpotPrice>): Prices => ({
  provider: 'spot',
  spotPrices: async (mints) =>
    ok(new Map(mints.flatMap((mint) => (known[mint] ? [[mint, known[mint]] as const] : [])))),
})
const broken: Pairs = {
  ...listedPairs([]).provider,
  pairsByMints: async () => fail('upstream_failed', 'down'),
}
/** Keeps what a loader says of its answer's life. */
const joinedMemo: Store['memoMany'] = async (_cache, keys, loadMissing) => {
  const loaded = await loadMissing(keys)
  return loaded.ok ? ok(new Map(keys.map((key) => [key, loaded.value.get(key) ?? null])), loaded.cache) : loaded
}
const context = (upstreams: { pairs: Pairs | null; prices: Prices | null }) =>
  fakeContext({
    parts: { chain, upstreams: { ...NO_UPSTREAMS, ...upstreams } },
    store: { peek: () => undefined },
  }).ctx

test('a price is that of the best pool, without the glitch clamp', async () => {
  const { provider } = listedPairs([makePair(A, { priceUsd: 5e7, volumeUsd: { m5: 0, h1: 0, h6: 0, h24: 9 } })])
  const prices = await getPrices(context({ pairs: provider, prices: null }), [A])
  assert(prices.ok)
  assert.deepEqual(prices.value[A], {
    mint: A,
    priceUsd: 5e7,
    marketCap: 2_000_000,
    fdv: 2_000_000,
    liquidityUsd: 1_000,
    volume24h: 9,
    priceChange24h: 3,
  })
})

test('mints without a pool fall to the price provider, and those no one knows are left out', async () => {
  const { provider } = listedPairs([makePair(A)])
  const prices = await getPrices(context({ pairs: provider, prices: spotProvider({ [B]: spot(7) }) }), [A, B, C])
  assert(prices.ok)
  assert.deepEqual(Object.keys(prices.value), [A, B])
  assert.equal(prices.value[B]!.priceUsd, 7)
  assert.equal(prices.value[B]!.priceChange24h, -1)
})

test('a failed market provider leaves the other prices and marks the answer as degraded', async () => {
  const prices = await getPrices(context({ pairs: broken, prices: spotProvider({ [A]: spot(1) }) }), [A, B])
  assert(prices.ok)
  assert.deepEqual(Object.keys(prices.value), [A])
  assert.equal(prices.cache?.degraded, true)
})

test('figures that a failed source of token facts would have had mark the answer as degraded', async () => {
  const tokens: Tokens = {
    provider: 'facts',
    tokensByMints: async () => fail('upstream_timeout', 'slow'),
    searchTokens: async () => ok([]),
  }
  const upstreams = { ...NO_UPSTREAMS, prices: spotProvider({ [A]: spot(1) }), tokens }
  const { ctx } = fakeContext({ parts: { chain, upstreams }, store: { memoMany: joinedMemo } })
  const prices = await getPrices(ctx, [A])
  assert(prices.ok)
  assert.deepEqual([prices.value[A]!.priceUsd, prices.value[A]!.marketCap, prices.cache?.degraded], [1, null, true])
})

test('pairs-batch answers null for a mint without a pool and clamps glitches', async () => {
  const { provider } = listedPairs([makePair(A, { priceUsd: 5e7, fdvUsd: 5e13, labels: Array(12).fill('x') })])
  const pairs = await getPairsBatch(context({ pairs: provider, prices: null }), [A, B])
  assert(pairs.ok)
  assert.equal(pairs.value[B], null)
  const pair = pairs.value[A]!
  assert.equal(pair.priceUsd, 1e7)
  assert.equal(pair.fdv, 1e12)
  assert.equal(pair.labels.length, 8)
  assert.deepEqual(pair.boosts, { active: 0 })
  assert.deepEqual(pair.info, { imageUrl: null, header: null, description: null, socials: [], websites: [] })
})

test('pairs-batch fails when no source answers', async () => {
  const pairs = await getPairsBatch(context({ pairs: broken, prices: null }), [A])
  assert(!pairs.ok)
  assert.equal(pairs.code, 'upstream_failed')
})
