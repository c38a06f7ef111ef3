import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fail, ok } from '../../../src/contract/outcome.ts'
import { searchTokens } from '../../../src/services/tokens/search.ts'
import type { Assets, Pairs } from '../../../src/upstreams/capabilities.ts'
import { fakeContext } from '../../support/fake-context.ts'
import { listedPairs, makePair, mintNumber } from '../../support/market-pairs.ts'
import { NO_UPSTREAMS } from '../../support/no-upstreams.ts'

const volume = (h24: number) => ({ m5: 0, h1: 0, h6: 0, h24 })
const assets: Assets = {
  provider: 'das',
  assetsByMints: async (mints) =>
    ok(
      new Map(
        mints.map((mint) => [
          mint,
          {
            mint,
            name: 'n',
            symbol: 's',
            description: 'from its metadata',
            imageUrl: null,
            headerUrl: null,
            decimals: 6,
            supplyRaw: '1',
            supplyExact: true,
            ownership: null,
            uri: null,
            tokenProgram: null,
          },
        ]),
      ),
    ),
  assetsOfOwner: async () => fail('upstream_failed', 'not asked'),
  tokenAccountsOfMint: async () => fail('upstream_failed', 'not asked here'),
}
const context = (pairs: Pairs) =>
  fakeContext({
    parts: { chain: { rpc: null }, upstreams: { ...NO_UPSTREAMS, pairs, assets } },
    store: { peek: () => undefined },
  }).ctx

test('text under two characters finds nothing and asks no one', async () => {
  const refusing: Pairs = { ...listedPairs([]).provider, searchPairs: async () => assert.fail('asked') }
  assert.deepEqual(await searchTokens(context(refusing), 'a'), ok([]))
  assert.deepEqual(await searchTokens(context(refusing), '😀'), ok([]))
})

test('one pool per mint, highest 24 h volume first, at most twenty', async () => {
  const pairs = Array.from({ length: 25 }, (_, index) => makePair(mintNumber(index), { volumeUsd: volume(index) }))
  const second = makePair(mintNumber(3), { pairAddress: 'second', volumeUsd: volume(1_000) })
  const found = await searchTokens(context(listedPairs([...pairs, second]).provider), 'name')
  assert(found.ok)
  assert.equal(found.value.length, 20)
  assert.equal(found.value[0]!.pairAddress, 'second')
  assert.equal(new Set(found.value.map(({ mint }) => mint)).size, 20)
  assert.equal(found.value[1]!.mint, mintNumber(24))
  assert.equal(found.value[0]!.decimals, 6)
})

test('links are given by kind, first of each, and as lists', async () => {
  const info = {
    imageUrl: null,
    headerUrl: null,
    websites: [{ label: 'Site', url: 'https://x.example' }],
    socials: [
      { type: 'twitter', url: 'https://t.example/1' },
      { type: 'twitter', url: 'https://t.example/2' },
    ],
  }
  const found = await searchTokens(context(listedPairs([makePair(mintNumber(1), { info })]).provider), 'name')
  assert(found.ok)
  const [row] = found.value
  assert.deepEqual(row!.socials, { twitter: 'https://t.example/1' })
  assert.equal(row!.socials_list.length, 2)
  assert.deepEqual(row!.websites, ['https://x.example'])
  assert.equal(row!.priceChange, 3)
  assert.deepEqual([row!.buys24h, row!.sells24h], [4, 3])
})

test('the age of a pool is in hours to a hundredth, and a token no feed describes has the words of its metadata', async () => {
  const ctx = context(listedPairs([]).provider)
  const pair = makePair(mintNumber(1), { pairCreatedAtMs: ctx.clock.nowMs() - 5_000_000 })
  const young = makePair(mintNumber(2), { pairCreatedAtMs: ctx.clock.nowMs() + 5_000_000, volumeUsd: volume(0) })
  const found = await searchTokens(context(listedPairs([pair, young]).provider), 'name')
  assert(found.ok)
  assert.deepEqual(
    found.value.map(({ ageHours }) => ageHours),
    [1.39, 0],
  )
  assert.equal(found.value[0]!.description, 'from its metadata')
})

test('a failing provider is a failure of the search', async () => {
  const broken: Pairs = { ...listedPairs([]).provider, searchPairs: async () => fail('upstream_timeout', 'slow') }
  const found = await searchTokens(context(broken), 'name')
  assert(!found.ok)
  assert.deepEqual([found.code, found.message], ['upstream_failed', 'search unavailable'])
})

test('rows whose decimals a failed source would have given are degraded', async () => {
  const failing: Assets = { ...assets, assetsByMints: async () => fail('upstream_timeout', 'slow') }
  const { provider } = listedPairs([makePair(mintNumber(1))])
  const { ctx } = fakeContext({
    parts: { chain: { rpc: null }, upstreams: { ...NO_UPSTREAMS, pairs: provider, assets: failing } },
    store: { peek: () => undefined },
  })
  const found = await searchTokens(ctx, 'name')
  assert(found.ok)
  assert.deepEqual([found.value[0]!.decimals, found.cache?.degraded], [null, true])
})
