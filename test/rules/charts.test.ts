import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CandleStep } from '../../src/config/candle-steps.ts'
import type { Context } from '../../src/context.ts'
import { fail, type Outcome, ok } from '../../src/contract/outcome.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'
import { getChart } from '../../src/services/tokens/charts/get-chart.ts'
import { createMemo } from '../../src/store/memo.ts'
import { createMemoTally } from '../../src/store/memo-tally.ts'
import type { CandleList, MarketHistory, PoolIndex } from '../../src/upstreams/market-capabilities.ts'
import { fakeClock } from '../support/fake-clock.ts'
import { fakeContext } from '../support/fake-context.ts'
import { listedPairs, makePair, mintNumber } from '../support/market-pairs.ts'
import { NO_UPSTREAMS } from '../support/no-upstreams.ts'

/** How long a chart lives, by which of its sources answered (spec 4.1 and 7). */

const MINT = mintNumber(1)
const STEP: CandleStep = '15m'
const STEP_MS = 900_000

function worldOf(first: () => Outcome<CandleList>) {
  const clock = fakeClock()
  let asked = 0
  const candle = { tMs: clock.nowMs() - (clock.nowMs() % STEP_MS), open: 1, high: 1, low: 1, close: 1, volumeUsd: 1 }
  const list: CandleList = { stepMs: STEP_MS, candles: [candle] }
  const market = {
    provider: 'market',
    tokenCandles: async (_mint: string, { step }: { readonly step: CandleStep }) => {
      asked++
      assert.equal(step, STEP)
      return first()
    },
  } as unknown as MarketHistory
  const pools = { provider: 'pools', poolCandles: async () => ok(list) } as unknown as PoolIndex
  const disk = {
    get: () => undefined,
    put() {},
    sweep() {},
    clear: async () => {},
    idle: async () => {},
    end: async () => {},
  }
  const kept = createMemo({ clock, disk, worldTag: () => 'w', tally: createMemoTally(createMetrics()) })
  const pairs = listedPairs([makePair(MINT)]).provider
  const { ctx } = fakeContext({
    parts: { clock, chain: { rpc: null }, upstreams: { ...NO_UPSTREAMS, pairs, market, pools } } as Partial<Context>,
    store: { memo: kept.memo, memoMany: kept.memoMany, peek: kept.peek },
  })
  return {
    list,
    /** How often the first source was asked, once so much more time has passed. */
    async askAfter(ms: number): Promise<number> {
      await clock.advance(ms)
      const chart = await getChart(ctx, MINT, { period: '1d', from: null, to: null })
      assert(chart.ok)
      assert.deepEqual([chart.value.resolution, chart.value.points.length], ['candles', 1])
      return asked
    },
  }
}

test('a chart lives 30 s, and one made without its first source 5 s', async () => {
  const whole = worldOf(() => ok(whole.list))
  assert.deepEqual([await whole.askAfter(0), await whole.askAfter(29_000), await whole.askAfter(1_000)], [1, 1, 2])
  const without = worldOf(() => fail('upstream_failed', 'down'))
  assert.deepEqual([await without.askAfter(0), await without.askAfter(4_900), await without.askAfter(100)], [1, 1, 2])
})
