import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Context } from '../../src/context.ts'
import { ok } from '../../src/contract/outcome.ts'
import { getSolPriceHistory } from '../../src/services/market/sol-price-history.ts'
import type { PricePoint, SolHistorySource } from '../../src/upstreams/market-capabilities.ts'
import { fakeContext } from '../support/fake-context.ts'
import { NO_UPSTREAMS } from '../support/no-upstreams.ts'

/** Which source tells the SOL price's history (spec 2.3 and 4.3). */

const MINUTE_MS = 60_000
const PERIOD_MS = 5 * MINUTE_MS

/** Own rows so many minutes old, and a provider that tells `told`. */
async function historyOf(ownMinutes: readonly number[], told: readonly (readonly [ageMin: number, usd: number])[]) {
  let asked = 0
  const { ctx, clock } = fakeContext()
  const nowMs = clock.nowMs()
  const rows = ownMinutes.map((minutes) => ({ tMs: nowMs - minutes * MINUTE_MS, priceUsd: 100, tier: 'jupiter' }))
  const inRange = (fromMs: number, toMs: number) => rows.filter(({ tMs }) => tMs >= fromMs && tMs <= toMs)
  const solHistory: SolHistorySource = {
    provider: 'list',
    async solHistory() {
      asked++
      return ok(told.map(([ageMin, priceUsd]): PricePoint => ({ tMs: nowMs - ageMin * MINUTE_MS, priceUsd })))
    },
  }
  const solPrices = { range: inRange, latest: () => rows.at(-1), put: async () => {} }
  const history = await getSolPriceHistory(
    {
      ...ctx,
      chain: { rpc: null },
      upstreams: { ...NO_UPSTREAMS, solHistory },
      store: { ...ctx.store, solPrices },
    } as unknown as Context,
    '1h',
  )
  assert(history.ok)
  return { asked, prices: history.value.points.map(([, usd]) => usd), points: history.value.points }
}
const every5Minutes = (count: number) => Array.from({ length: count }, (_, i) => 5 * (count - 1 - i) + 1)

test('own rows answer alone where nine tenths of the native periods have one', async () => {
  const without = (...holes: readonly number[]) => every5Minutes(12).filter((minutes) => !holes.includes(minutes))
  const covered = await historyOf(without(31), [[30, 1]])
  assert.equal(covered.asked, 0)
  assert(covered.prices.every((usd) => usd === 100))
  const holey = await historyOf(without(31, 36), [])
  assert.equal(holey.asked, 1)
  const late = await historyOf(without(56), [])
  assert.equal(late.asked, 1, 'as many, and nothing of how the range began')
})

test('a provider’s points come first, own rows after its newest, one point for each native period', async () => {
  const told = every5Minutes(12).map((minutes, i) => [minutes + 10, i + 1] as const)
  const { asked, prices, points } = await historyOf([12, 6, 1], told)
  assert.equal(asked, 1)
  assert(prices.includes(12) && prices.at(-1) === 100)
  const periods = points.map(([tMs]) => Math.floor(tMs / PERIOD_MS))
  assert.deepEqual(
    periods,
    [...new Set(periods)].toSorted((a, b) => a - b),
  )
  assert.equal(
    prices.filter((usd) => usd === 100).length,
    3,
    'of 6 and 1 minutes ago and of now: older ones are not mixed in',
  )
})
