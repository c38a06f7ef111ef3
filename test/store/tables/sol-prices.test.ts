import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTempStore } from '../temp-store.ts'

test('prices are read back in order of time, both ends included, and pruned', async (t) => {
  const { solPrices } = await openTempStore(t)
  assert.equal(solPrices.latest(), undefined)
  const rows = [3_000, 1_000, 2_000].map((tMs) => ({ tMs, priceUsd: tMs / 10, tier: 'jupiter' }))
  for (const row of rows) await solPrices.put(row)
  assert.deepEqual(solPrices.latest(), { tMs: 3_000, priceUsd: 300, tier: 'jupiter' })
  assert.deepEqual(
    solPrices.range(1_000, 2_000).map(({ tMs }) => tMs),
    [1_000, 2_000],
  )
  await solPrices.prune(2_000)
  assert.deepEqual(
    solPrices.range(0, 9_999).map(({ tMs }) => tMs),
    [2_000, 3_000],
  )
})
