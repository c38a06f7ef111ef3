import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { LIMITS } from '../../../src/config/limits.ts'
import { readTapeWindows } from '../../../src/services/pricing/tape-windows.ts'
import { fakeContext } from '../../support/fake-context.ts'
import { addressOf, FIRST_SECOND, launchFact, openTestTape, slotOf, tradeFact } from '../../support/tape-facts.ts'

const NOW_SEC = FIRST_SECOND + 90_000
const ASKED = { pool: addressOf('pool'), mint: addressOf('mint') }

async function setUp(t: TestContext) {
  const tape = openTestTape(t)
  const { ctx, clock } = fakeContext({ store: { tape } })
  await clock.advance(NOW_SEC * 1_000 - clock.nowMs())
  let slot = 1
  const block = async (agoSec: number, ...sides: ('buy' | 'sell' | 'launch')[]) => {
    const blockTimeSec = NOW_SEC - agoSec
    const facts = sides.map((side, at) =>
      side === 'launch'
        ? launchFact(slot, at, { blockTimeSec })
        : tradeFact(slot, at, { blockTimeSec, side, amountUsd: 10 }),
    )
    await tape.writer!.appendSlot(slotOf(slot++, facts, { blockTimeSec }), 1)
  }
  return { ctx, tape, block, clock }
}

test('volume and trades of each window that the tape holds', async (t) => {
  const { ctx, block } = await setUp(t)
  await block(86_460, 'buy')
  await block(86_000, 'sell')
  await block(21_000, 'buy', 'buy')
  await block(3_000, 'sell')
  await block(60, 'buy')
  assert.deepEqual(readTapeWindows(ctx, ASKED), {
    volumeUsd: { m5: 10, h1: 20, h6: 40, h24: 50 },
    txns: {
      m5: { buys: 1, sells: 0 },
      h1: { buys: 1, sells: 1 },
      h6: { buys: 3, sells: 1 },
      h24: { buys: 3, sells: 2 },
    },
  })
})

test('a window that begins before the tape is unknown, never a part of it', async (t) => {
  const { ctx, block } = await setUp(t)
  await block(4_000, 'buy')
  await block(0, 'sell')
  const windows = readTapeWindows(ctx, ASKED)
  assert.deepEqual(windows?.volumeUsd, { m5: 10, h1: 10, h6: null, h24: null })
  assert.deepEqual(windows?.txns.h6, null)
})

test('unless the token was launched since', async (t) => {
  const { ctx, block } = await setUp(t)
  await block(200, 'launch', 'buy')
  await block(0, 'sell')
  assert.deepEqual(readTapeWindows(ctx, ASKED)?.volumeUsd, { m5: 20, h1: 20, h6: 20, h24: 20 })
})

test('an empty tape, and one that fell behind, know nothing', async (t) => {
  const { ctx, block, clock } = await setUp(t)
  assert.equal(readTapeWindows(ctx, ASKED), null)
  await block(0, 'buy')
  assert.notEqual(readTapeWindows(ctx, ASKED), null)
  await clock.advance(61_000)
  assert.equal(readTapeWindows(ctx, ASKED), null)
})

test('one trade without a price, and the volume is unknown while the trades are counted', async (t) => {
  const { ctx, tape, block } = await setUp(t)
  await block(86_460)
  await block(2_000, 'buy')
  const facts = [tradeFact(3, 0, { blockTimeSec: NOW_SEC - 1_000, amountUsd: null, priceUsd: null })]
  await tape.writer!.appendSlot(slotOf(3, facts, { blockTimeSec: NOW_SEC - 1_000 }), 1)
  await tape.writer!.appendSlot(slotOf(4, [], { blockTimeSec: NOW_SEC }), 1)
  const windows = readTapeWindows(ctx, ASKED)
  assert.deepEqual(windows?.volumeUsd, { m5: 0, h1: null, h6: null, h24: null })
  assert.deepEqual(windows?.txns.h24, { buys: 2, sells: 0 })
})

test('of a pool with more trades than are looked at only the windows that are seen whole', async (t) => {
  const { ctx, block } = await setUp(t)
  await block(86_460)
  await block(4_000, ...Array.from({ length: LIMITS.windowTrades }, () => 'buy' as const))
  await block(100, 'sell')
  await block(0)
  assert.deepEqual(readTapeWindows(ctx, ASKED)?.volumeUsd, { m5: 10, h1: 10, h6: null, h24: null })
})
