import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WSOL_MINT } from '../../../src/contract/mints.ts'
import { fail, ok } from '../../../src/contract/outcome.ts'
import { getSolPrice } from '../../../src/services/pricing/sol-price.ts'
import { fetchSolPriceUsd } from '../../../src/services/pricing/sol-price-sources.ts'
import type { SolPriceRow } from '../../../src/store/store.ts'
import type { Pairs, Prices } from '../../../src/upstreams/capabilities.ts'
import type { SolHistorySource, SolSpotSource } from '../../../src/upstreams/market-capabilities.ts'
import { fakeContext } from '../../support/fake-context.ts'
import { listedPairs, makePair } from '../../support/market-pairs.ts'
import { NO_UPSTREAMS } from '../../support/no-upstreams.ts'

const USDC = { address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', name: 'USD Coin', symbol: 'USDC' }
const priced = (priceUsd: number): Prices => ({
  provider: 'spot',
  spotPrices: async () =>
    ok(new Map([[WSOL_MINT, { priceUsd, priceChange24hPct: null, decimals: 9, liquidityUsd: null }]])),
})
const silent: Prices = { provider: 'spot', spotPrices: async () => fail('upstream_timeout', 'slow') }

function context(parts: { prices?: Prices | null; pairs?: Pairs | null; row?: SolPriceRow }) {
  return fakeContext({
    parts: {
      chain: { rpc: null },
      upstreams: { ...NO_UPSTREAMS, prices: parts.prices ?? null, pairs: parts.pairs ?? null },
    },
    store: { solPrices: { latest: () => parts.row, put: async () => {}, range: () => [], prune: async () => {} } },
  })
}
const soon = () => AbortSignal.timeout(2_000)

test('a stored row of at most ten minutes answers as db', async () => {
  const made = context({ prices: priced(1) })
  const row = { tMs: made.clock.nowMs() - 10 * 60_000, priceUsd: 150, tier: 'spot' }
  const { ctx } = context({ prices: priced(1), row })
  const price = await getSolPrice(ctx)
  assert(price.ok)
  assert.deepEqual([price.value.price, price.value.source, price.value.recordedAt], [150, 'db', row.tMs])
})

test('an older row is passed over for a live source, whichever answered, named jupiter', async () => {
  const made = context({})
  const row = { tMs: made.clock.nowMs() - 10 * 60_000 - 1, priceUsd: 150, tier: 'spot' }
  const price = await getSolPrice(context({ prices: priced(151), row }).ctx)
  assert(price.ok)
  assert.deepEqual([price.value.price, price.value.source], [151, 'jupiter'])
})

test('without any source the price is exactly 120 and not kept', async () => {
  const price = await getSolPrice(context({}).ctx)
  assert(price.ok)
  assert.deepEqual([price.value.price, price.value.source, price.cache?.degraded], [120, 'fallback', true])
})

test('the next tier answers when the first fails', async () => {
  const pool = makePair(WSOL_MINT, { quote: USDC, priceUsd: 149 })
  const live = await fetchSolPriceUsd(context({ prices: silent, pairs: listedPairs([pool]).provider }).ctx, soon())
  assert(live.ok)
  assert.deepEqual(live.value, { priceUsd: 149, tier: 'listed' })
})

test('a pool against anything but dollars does not price SOL', async () => {
  const pool = makePair(WSOL_MINT, { priceUsd: 149 })
  const live = await fetchSolPriceUsd(context({ prices: silent, pairs: listedPairs([pool]).provider }).ctx, soon())
  assert(!live.ok)
})

test('a jump of more than 30 percent within the hour needs a second source that agrees', async () => {
  const nowMs = context({}).clock.nowMs()
  const row = { tMs: nowMs - 60_000, priceUsd: 100, tier: 'spot' }
  const alone = await fetchSolPriceUsd(context({ prices: priced(140), row }).ctx, soon())
  assert(!alone.ok)
  const agreeing = listedPairs([makePair(WSOL_MINT, { quote: USDC, priceUsd: 141 })]).provider
  const both = await fetchSolPriceUsd(context({ prices: priced(140), pairs: agreeing, row }).ctx, soon())
  assert(both.ok && both.value.priceUsd === 141)
  const old = await fetchSolPriceUsd(
    context({ prices: priced(140), row: { ...row, tMs: nowMs - 3_600_001 } }).ctx,
    soon(),
  )
  assert(old.ok && old.value.priceUsd === 140)
})

test('a tier that throws is heard of by the caller, not by the process', async () => {
  const broken: Pairs = {
    ...listedPairs([]).provider,
    pairsOfToken: async () => {
      throw new Error('a bug')
    },
  }
  await assert.rejects(fetchSolPriceUsd(context({ prices: silent, pairs: broken }).ctx, soon()), /a bug/)
})

const spotOf = (provider: string, spot: { priceUsd: number; ageMs: number; confidenceUsd?: number } | null) => {
  const nowMs = context({}).clock.nowMs()
  const source: SolSpotSource & SolHistorySource = {
    provider,
    solSpot: async () =>
      ok(spot && { priceUsd: spot.priceUsd, atMs: nowMs - spot.ageMs, confidenceUsd: spot.confidenceUsd ?? null }),
    solHistory: async () => ok([]),
  }
  return source
}

test('an oracle and a price list stand in for the price provider', async () => {
  for (const [capability, name] of [
    ['oracle', 'feed'],
    ['solHistory', 'list'],
  ] as const) {
    const upstreams = { ...NO_UPSTREAMS, prices: silent, [capability]: spotOf(name, { priceUsd: 140, ageMs: 1_000 }) }
    const { ctx } = fakeContext({ parts: { ...context({}).ctx, upstreams } })
    const live = await fetchSolPriceUsd(ctx, soon())
    assert.deepEqual(live, { ok: true, value: { priceUsd: 140, tier: name } })
  }
})

test('an old or unsure feed and a list that lags five minutes are not believed', async () => {
  for (const upstreams of [
    { oracle: spotOf('feed', { priceUsd: 140, ageMs: 61_000 }) },
    { oracle: spotOf('feed', { priceUsd: 140, ageMs: 0, confidenceUsd: 1.5 }) },
    { oracle: spotOf('feed', null) },
    { solHistory: spotOf('list', { priceUsd: 140, ageMs: 301_000 }) },
  ]) {
    const { ctx } = fakeContext({
      parts: { ...context({}).ctx, upstreams: { ...NO_UPSTREAMS, prices: silent, ...upstreams } },
    })
    const live = await fetchSolPriceUsd(ctx, soon())
    assert.equal(live.ok ? live.value.priceUsd : live.code, 'upstream_failed')
  }
})
