import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTempStore } from '../temp-store.ts'

test('the newest snapshot at or before a time is found', async (t) => {
  const { trendingRanks } = await openTempStore(t)
  await trendingRanks.put(1_000, new Map([['a', 1]]))
  await trendingRanks.put(
    2_000,
    new Map([
      ['b', 1],
      ['a', 2],
    ]),
  )
  assert.equal(trendingRanks.at(999), undefined)
  assert.deepEqual(trendingRanks.at(1_000), { tMs: 1_000, ranks: new Map([['a', 1]]) })
  assert.equal(trendingRanks.at(1_999)?.tMs, 1_000)
  assert.deepEqual(trendingRanks.at(9_999), {
    tMs: 2_000,
    ranks: new Map([
      ['b', 1],
      ['a', 2],
    ]),
  })
  await trendingRanks.prune(2_000)
  assert.equal(trendingRanks.at(1_999), undefined)
  assert.equal(trendingRanks.at(2_000)?.tMs, 2_000)
})
