import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missingOf } from '../../../src/contract/missing.ts'
import type { FullPair, TokenMetadataEntry, TokenPriceEntry } from '../../../src/contract/token.ts'
import {
  sayOfMetadata,
  sayOfPairs,
  sayOfPrices,
  sayOfSearch,
  sayOfTrending,
} from '../../../src/services/tokens/say-unknown.ts'

const alone = { upstreams: { pairs: null, prices: null, tokens: null, assets: null } } as never
const provided = { upstreams: { pairs: {}, prices: {}, tokens: {}, assets: {} } } as never
const MINTS = ['a', 'b', 'c']

const price = (more: Partial<TokenPriceEntry> = {}): TokenPriceEntry => ({
  mint: 'a',
  priceUsd: 1,
  marketCap: 1,
  fdv: 1,
  liquidityUsd: 1,
  volume24h: 1,
  priceChange24h: 1,
  ...more,
})

test('prices: mints without a pool and unknown windows are counted, with what would give them', () => {
  const entries = { a: price(), b: price({ volume24h: null, priceChange24h: null }) }
  assert.deepEqual(sayOfPrices(alone, MINTS, entries).filter(Boolean), [
    'prices of 1 of 3 mints without a known pool: DEXSCREENER_URL, or a node that allows getProgramAccounts (SOLANA_RPC_MORE_URLS), would find them',
    'volume24h, priceChange24h of 1 of 2: DEXSCREENER_URL, or a tape that holds 24 hours, would know them',
  ])
  assert.deepEqual(missingOf(sayOfPrices(alone, ['a'], entries)), {})
  assert.deepEqual(sayOfPrices(provided, MINTS, entries), [])
})

test('pairs: mints without one, windows and ages', () => {
  const pair = { volume: { h24: null }, priceChange: { h24: 1 }, txns: { h24: null }, pairCreatedAt: null }
  const said = missingOf(sayOfPairs(alone, MINTS, { a: pair as unknown as FullPair, b: null, c: null })).missing
  assert.equal(said?.length, 3)
  assert.match(said![0]!, /^pools of 2 of 3 mints: /)
  assert.match(said![1]!, /^volume\.h24, txns\.h24 of 1 of 1: /)
  assert.match(said![2]!, /^pairCreatedAt of 1 of 1: /)
  assert.deepEqual(sayOfPairs(provided, MINTS, { a: null, b: null, c: null }), [])
})

test('metadata: what only an asset index has', () => {
  const entries = { a: { image: null, description: 'x' } as unknown as TokenMetadataEntry }
  assert.deepEqual(missingOf(sayOfMetadata(alone, MINTS, entries)), {
    missing: ['image of 1 of 1: DAS_URL would give them'],
  })
  assert.deepEqual(sayOfMetadata(provided, MINTS, entries), [])
})

test('search by name and trending say where they look; a search by mint lacks nothing', () => {
  assert.match(String(sayOfSearch(alone, false)), /^names are looked for among tokens that the tape/)
  assert.deepEqual(sayOfSearch(alone, true), [])
  assert.deepEqual(sayOfSearch(provided, false), [])
  const trending = missingOf(sayOfTrending(alone, [{ volume: { h24: null } }, { volume24h: 3 }])).missing!
  assert.equal(trending.length, 3)
  assert.match(trending[2]!, /^volume of 24 hours of 1 of 2: /)
  assert.equal(missingOf(sayOfTrending(alone, [{ volume24h: 3 }])).missing?.length, 2)
  assert.deepEqual(sayOfTrending(provided, []), [])
})
