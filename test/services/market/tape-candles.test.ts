import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { TradeFacts } from '../../../src/contract/tape-event.ts'
import { readTapeCandles } from '../../../src/services/market/tape-candles.ts'
import { fakeContext } from '../../support/fake-context.ts'
import { addressOf, FIRST_SECOND, launchFact, openTestTape, slotOf, tradeFact } from '../../support/tape-facts.ts'

const POOL = addressOf('pool')
const MINT = addressOf('mint')
const START_MS = FIRST_SECOND * 1_000
const MINUTE_MS = 60_000

async function setUp(t: TestContext) {
  const tape = openTestTape(t)
  const { ctx, clock } = fakeContext({ store: { tape } })
  const slots = () => (tape.position('solana')?.slot ?? 0) + 1
  const block = async (minute: number, ...prices: number[]) => {
    const slot = slots()
    const blockTimeSec = FIRST_SECOND + minute * 60
    const facts = prices.map((priceUsd, at) =>
      tradeFact(slot, at, { blockTimeSec, priceUsd, amountUsd: 10 } satisfies Partial<TradeFacts>),
    )
    await tape.writer!.appendSlot(slotOf(slot, facts, { blockTimeSec }), 1)
    await clock.advance(blockTimeSec * 1_000 - clock.nowMs())
  }
  const read = (parts: Partial<Parameters<typeof readTapeCandles>[1]> = {}) =>
    readTapeCandles(ctx, {
      pool: POOL,
      mint: MINT,
      fromMs: START_MS,
      toMs: ctx.clock.nowMs(),
      stepMs: 5 * MINUTE_MS,
      ...parts,
    })
  return { ctx, tape, clock, block, read }
}

test('minutes are folded into the size that is asked for', async (t) => {
  const { block, read } = await setUp(t)
  await block(0)
  await block(1, 1, 5)
  await block(4, 2)
  await block(11, 3)
  assert.deepEqual(await read(), {
    ok: true,
    value: [
      { tMs: START_MS, open: 1, high: 5, low: 1, close: 2, volumeUsd: 30 },
      { tMs: START_MS + 10 * MINUTE_MS, open: 3, high: 3, low: 3, close: 3, volumeUsd: 10 },
    ],
  })
})

test('a range that begins before the tape is not answered, unless the token was launched since', async (t) => {
  const { block, read, tape } = await setUp(t)
  await block(0, 1)
  assert.equal(await read({ fromMs: START_MS - MINUTE_MS }), null)
  const launch = launchFact(2, 0, { blockTimeSec: FIRST_SECOND })
  await tape.writer!.appendSlot(slotOf(2, [launch], { blockTimeSec: FIRST_SECOND }), 1)
  assert.notEqual(await read({ fromMs: START_MS - MINUTE_MS }), null)
})

test('nor is one over a gap, one of a tape that lags, of an unknown pool, or of the quote', async (t) => {
  const { block, read, tape, clock } = await setUp(t)
  await block(0, 1)
  await block(2, 1)
  assert.notEqual(await read(), null)
  assert.equal(await read({ pool: addressOf('another') }), null)
  assert.equal(await read({ mint: addressOf('another') }), null)
  assert.notEqual(await read({ mint: null }), null)
  await clock.advance(61_000)
  assert.equal(await read(), null)
  assert.notEqual(await read({ toMs: START_MS + 2 * MINUTE_MS }), null, 'the past is held whole')
  await tape.writer!.recordLost('solana', { fromSlot: 3, toSlot: 3, reason: 'gone' })
  await tape.writer!.appendSlot(slotOf(4, [], { blockTimeSec: FIRST_SECOND + 181 }), 1)
  assert.equal(await read(), null)
})

test('what a fork took back moves no candle', async (t) => {
  const { block, read, tape } = await setUp(t)
  await block(0, 1)
  await block(1, 9)
  await tape.writer!.retract('solana', [{ slot: 2 }])
  const answer = await read()
  assert(answer?.ok)
  assert.deepEqual(answer.value, [{ tMs: START_MS, open: 1, high: 1, low: 1, close: 1, volumeUsd: 10 }])
})

test('a trade without a price in the range, and nothing is drawn', async (t) => {
  const { block, read, tape } = await setUp(t)
  await block(0, 1)
  const facts = [tradeFact(2, 0, { blockTimeSec: FIRST_SECOND + 60, priceUsd: null, amountUsd: null })]
  await tape.writer!.appendSlot(slotOf(2, facts, { blockTimeSec: FIRST_SECOND + 60 }), 1)
  await block(2)
  assert.equal(await read(), null)
  assert.notEqual(await read({ toMs: START_MS + 30_000 }), null)
})
