import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { readConfig } from '../../../src/config/env.ts'
import { fail, type Outcome, ok } from '../../../src/contract/outcome.ts'
import type { TradeFacts } from '../../../src/contract/tape-event.ts'
import { getLighthouse } from '../../../src/services/market/lighthouse.ts'
import type { Lighthouse, MarketTotals } from '../../../src/upstreams/market-capabilities.ts'
import { fakeContext } from '../../support/fake-context.ts'
import { NO_UPSTREAMS } from '../../support/no-upstreams.ts'
import { FIRST_SECOND, openTestTape, slotOf, tradeFact } from '../../support/tape-facts.ts'

const HOUR_SEC = 3_600
/** Half past some hour, so that hours at the ends are not whole. */
const NOW_SEC = FIRST_SECOND + 60 * HOUR_SEC + 1_800
const TOTALS: MarketTotals = {
  volumeUsd: 9,
  volumeChangePct: null,
  trades: 3,
  buys: 2,
  sells: 1,
  feesPaidUsd: 0.5,
}

function setUp(t: TestContext, options: { provider?: Outcome<MarketTotals>; dexes?: readonly 'orca'[] } = {}) {
  const tape = openTestTape(t)
  const { provider, dexes } = options
  const lighthouse: Lighthouse | null =
    provider === undefined ? null : { provider: 'totals', marketTotals: async () => provider }
  const kept: string[] = []
  const { ctx, clock } = fakeContext({
    config: { ingest: { ...readConfig({}).ingest, ...(dexes === undefined ? {} : { dexes: [...dexes] }) } },
    parts: { upstreams: { ...NO_UPSTREAMS, lighthouse } },
    store: {
      tape,
      memo: async (cache, key, load) => {
        kept.push(`${cache} ${key}`)
        return load()
      },
    },
  })
  clock.advance(NOW_SEC * 1_000 - clock.nowMs())
  let slot = 1
  /** A block so many seconds ago with trades worth `usd` each. */
  const block = async (agoSec: number, ...trades: (Partial<TradeFacts> & { usd?: number | null })[]) => {
    const blockTimeSec = NOW_SEC - agoSec
    const at = slot++
    const facts = trades.map(({ usd = 1, ...given }, index) =>
      tradeFact(at, index, { blockTimeSec, amountUsd: usd, ...given }),
    )
    await tape.writer!.appendSlot(slotOf(at, facts, { blockTimeSec }), 1)
    return at
  }
  return { ctx, tape, block, kept, clock, ask: () => getLighthouse(ctx) }
}
const generatedAt = NOW_SEC * 1_000
const DAY = 24 * HOUR_SEC

test('the last 24 hours against the 24 before, to the second at both ends', async (t) => {
  const { ask, block } = setUp(t, { provider: fail('upstream_failed', 'must not be asked') })
  await block(2 * DAY + 1, { usd: 1_000 })
  await block(2 * DAY, { usd: 10 }, { usd: 20, side: 'sell' })
  await block(DAY + 1, { usd: 10 })
  await block(DAY, { usd: 25 }, { usd: 5, side: 'sell' })
  await block(DAY / 2, { usd: 25, side: 'sell' })
  await block(0, { usd: 5 })
  assert.deepEqual(await ask(), {
    ok: true,
    value: {
      volumeUSD24h: 60,
      volumeUSD24hChange: 50,
      trades24h: 4,
      buys24h: 2,
      sells24h: 2,
      feesPaidUSD24h: 0,
      generatedAt,
    },
  })
})

test('hours that are over and final are kept and not counted again; those that are not are', async (t) => {
  const { ask, block, tape, kept } = setUp(t)
  await block(2 * DAY + HOUR_SEC)
  for (let hour = 47; hour >= 0; hour--) await block(hour * HOUR_SEC + 60)
  await ask()
  assert.equal(kept.filter((key) => key.startsWith('tapeHours')).length, 0)
  await tape.writer!.finalize('solana', 40)
  await ask()
  const hours = kept.filter((key) => key.startsWith('tapeHours'))
  // Final until 9 hours ago, half past some hour. Each day begins with half an hour: 23 whole ones of the day before,
  // and 14 of the last.
  assert.equal(hours.length, 23 + 14)
  assert.equal(new Set(hours).size, hours.length)
})

test('what a fork took back is not counted, what replaced it is', async (t) => {
  const { ask, block, tape } = setUp(t)
  await block(3 * DAY)
  await block(100, { usd: 7 })
  const gone = await block(50, { usd: 1_000 }, { usd: 1_000 })
  await tape.writer!.retract('solana', [{ slot: gone }])
  const facts = [tradeFact(gone, 0, { branch: 'b', blockTimeSec: NOW_SEC - 50, amountUsd: 3 })]
  await tape.writer!.appendSlot(
    slotOf(gone, facts, { branch: 'b', parentSlot: gone - 1, blockTimeSec: NOW_SEC - 50 }),
    1,
  )
  const answer = await ask()
  assert(answer.ok)
  assert.deepEqual([answer.value.volumeUSD24h, answer.value.trades24h], [10, 2])
})

test('more events than are read at a time are all counted', async (t) => {
  const { ask, block } = setUp(t)
  await block(3 * DAY)
  for (let at = 0; at < 5; at++) await block(1_000 - at, ...Array.from({ length: 700 }, () => ({ usd: 2 })))
  await block(0)
  const answer = await ask()
  assert(answer.ok)
  assert.deepEqual([answer.value.volumeUSD24h, answer.value.trades24h], [7_000, 3_500])
})

const fromProvider = {
  ok: true,
  value: {
    volumeUSD24h: 9,
    volumeUSD24hChange: 0,
    trades24h: 3,
    buys24h: 2,
    sells24h: 1,
    feesPaidUSD24h: 0.5,
    generatedAt,
  },
}

test('a tape that is too young, lags, has a gap, leaves DEXes out or knows no dollars gives way to the provider', async (t) => {
  const young = setUp(t, { provider: ok(TOTALS) })
  await young.block(2 * DAY - 1)
  await young.block(0)
  assert.deepEqual(await young.ask(), fromProvider)

  const late = setUp(t, { provider: ok(TOTALS) })
  await late.block(3 * DAY)
  await late.block(61)
  assert.deepEqual(await late.ask(), fromProvider)

  const holed = setUp(t, { provider: ok(TOTALS) })
  await holed.block(3 * DAY)
  await holed.tape.writer!.recordLost('solana', { fromSlot: 2, toSlot: 2, reason: 'gone' })
  const facts = [tradeFact(3, 0, { blockTimeSec: NOW_SEC })]
  await holed.tape.writer!.appendSlot(slotOf(3, facts, { blockTimeSec: NOW_SEC }), 1)
  assert.deepEqual(await holed.ask(), fromProvider)

  const narrow = setUp(t, { provider: ok(TOTALS), dexes: ['orca'] })
  await narrow.block(3 * DAY)
  await narrow.block(0)
  assert.deepEqual(await narrow.ask(), fromProvider)

  const unpriced = setUp(t, { provider: ok(TOTALS) })
  await unpriced.block(3 * DAY)
  await unpriced.block(0, ...Array.from({ length: 98 }, () => ({})), { usd: null }, { usd: null })
  assert.deepEqual(await unpriced.ask(), fromProvider)
})

test('one trade in a hundred without a dollar figure is borne', async (t) => {
  const { ask, block } = setUp(t)
  await block(3 * DAY)
  await block(0, ...Array.from({ length: 99 }, () => ({})), { usd: null })
  const answer = await ask()
  assert(answer.ok)
  assert.deepEqual([answer.value.volumeUSD24h, answer.value.trades24h], [99, 100])
})

test('no one who knows is a failure, and so is a provider that fails', async (t) => {
  const alone = setUp(t)
  await alone.block(DAY)
  assert.deepEqual(await alone.ask(), fail('upstream_failed', 'the tape does not hold the last 48 hours yet'))
  const failed = setUp(t, { provider: fail('upstream_timeout', 'slow') })
  assert.deepEqual(await failed.ask(), fail('upstream_timeout', 'slow'))
})

test('without a provider a young tape answers for the time that it holds, and names it', async (t) => {
  const { ask, block } = setUp(t)
  await block(3_600, {})
  await block(0, {}, {})
  const answer = await ask()
  assert(answer.ok)
  const { volumeUSD24h, volumeUSD24hChange, trades24h, windowSecs, missing } = answer.value
  assert.deepEqual([volumeUSD24h, volumeUSD24hChange, trades24h, windowSecs], [3, 0, 3, 3_600])
  assert.deepEqual(missing, [
    'the 24 hours before, so the change is 0',
    'the tape holds 3600 s: the figures are of that time',
  ])
})

test('an unknown figure of the provider is 0', async (t) => {
  const nothing = { volumeUsd: null, volumeChangePct: null, trades: null, buys: null, sells: null, feesPaidUsd: null }
  const answer = await setUp(t, { provider: ok(nothing) }).ask()
  assert(answer.ok)
  assert.deepEqual(Object.values(answer.value), [0, 0, 0, 0, 0, 0, generatedAt])
})
