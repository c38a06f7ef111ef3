import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QUIET_CLOSE_MS } from '../../../src/config/followed-chains.ts'
import type { StreamCandle } from '../../../src/contract/stream.ts'
import { createCandleFeeds } from '../../../src/push/feeds/candles.ts'
import { createCatchUp } from '../../../src/push/feeds/catch-up.ts'
import { movingClock, tempDir } from '../../store/temp-store.ts'
import { LAB_TIME_SEC, OTHER_MINT, openTapeLab, POOL, type TapeLab } from '../../support/tape-lab.ts'

const T0 = LAB_TIME_SEC - (LAB_TIME_SEC % 60)

async function setUp(t: Parameters<typeof tempDir>[0]) {
  const clock = movingClock(T0 * 1_000)
  const lab = await openTapeLab(t, { dir: tempDir(t), clock })
  t.after(lab.close)
  const { tape } = lab.store
  const feeds = createCandleFeeds({ tape, clock })
  const catchUp = createCatchUp(tape)
  let position = 0
  const told: StreamCandle[] = []
  return {
    clock,
    lab,
    feeds,
    told,
    listen: (interval: '1s' | '1m' | '5m' | '1h' | '1d') =>
      feeds.listen({ chain: 'solana', pool: POOL, interval }, (_topic, _tMs, text) => void told.push(JSON.parse(text))),
    /** What the hub does: notes the new events, then ticks. */
    tick() {
      for (const slice of catchUp.slices(position, 64)) {
        for (const event of slice.events) feeds.noteEvent(event)
        position = slice.position
      }
      told.length = 0
      feeds.tick()
      return told.map(({ t: tMs, o, h, l, c, v, trades, final }) => [tMs / 1_000 - T0, o, h, l, c, v, trades, final])
    },
  }
}

async function trade(lab: TapeLab, atSec: number, priceUsd: number | null, more = {}): Promise<number> {
  return lab.block([{ priceUsd, amountUsd: priceUsd === null ? null : 10, ...more }], T0 + atSec)
}

test('a minute forms live, each change sent once a tick, and is final when a later block is seen', async (t) => {
  const { lab, tick, listen } = await setUp(t)
  listen('1m')
  await trade(lab, 1, 2)
  await trade(lab, 5, 5)
  assert.deepEqual(tick(), [[0, 2, 5, 2, 5, 20, 2, false]])
  assert.deepEqual(tick(), [], 'nothing new, nothing told')
  await trade(lab, 59, 1)
  assert.deepEqual(tick(), [[0, 2, 5, 1, 1, 30, 3, false]])
  await lab.block([{ pool: POOL.replace('A', 'B'), mint: OTHER_MINT }], T0 + 60)
  assert.deepEqual(tick(), [[0, 2, 5, 1, 1, 30, 3, true]], 'closed without a trade of its own')
  assert.deepEqual(tick(), [], 'final once')
  await trade(lab, 61, 4)
  assert.deepEqual(tick(), [[60, 4, 4, 4, 4, 10, 1, false]])
})

test('seconds are folded from trades, longer bars merged from minutes', async (t) => {
  const { lab, tick, listen } = await setUp(t)
  const leave = listen('1s')
  await trade(lab, 0, 2)
  await trade(lab, 0, 3)
  await trade(lab, 1, 1)
  assert.deepEqual(tick(), [
    [0, 2, 3, 2, 3, 20, 2, true],
    [1, 1, 1, 1, 1, 10, 1, false],
  ])
  leave()
  listen('1h')
  await trade(lab, 120, 7)
  const hour = T0 - (T0 % 3_600) - T0
  assert.deepEqual(tick(), [[hour, 2, 7, 1, 7, 40, 4, false]])
  await trade(lab, 121, 8)
  await trade(lab, 185, 9)
  assert.deepEqual(tick(), [[hour, 2, 9, 1, 9, 60, 6, false]], 'minutes that were merged before count once')
})

test('a retraction corrects the bar, a closed one and one whose minutes were merged too', async (t) => {
  const { lab, tick, listen } = await setUp(t)
  listen('1m')
  listen('1d')
  await trade(lab, 1, 2)
  const spike = await trade(lab, 2, 50)
  tick()
  await trade(lab, 65, 3)
  const day = T0 - (T0 % 86_400) - T0
  assert.deepEqual(tick(), [
    [0, 2, 50, 2, 50, 20, 2, true],
    [60, 3, 3, 3, 3, 10, 1, false],
    [day, 2, 50, 2, 3, 30, 3, false],
  ])
  const newest = spike + 1
  await lab.retract(newest)
  await lab.retract(spike)
  assert.deepEqual(tick(), [
    [0, 2, 2, 2, 2, 10, 1, true],
    [60, 2, 2, 2, 2, 0, 0, false],
    [day, 2, 2, 2, 2, 10, 1, false],
  ])
})

test('a trade whose price no one knew is counted and moves no price', async (t) => {
  const { lab, tick, listen } = await setUp(t)
  listen('1s')
  listen('1m')
  await trade(lab, 3, null)
  await trade(lab, 3, 4)
  await trade(lab, 3, null)
  assert.deepEqual(tick(), [
    [3, 4, 4, 4, 4, 10, 3, false],
    [0, 4, 4, 4, 4, 10, 3, false],
  ])
})

test('when no block comes any more the clock closes the bar, some seconds after its end', async (t) => {
  const { lab, tick, listen, clock } = await setUp(t)
  listen('1m')
  await trade(lab, 30, 2)
  tick()
  clock.advance(60_000 + QUIET_CLOSE_MS.solana - 1)
  assert.deepEqual(tick(), [])
  clock.advance(1)
  assert.deepEqual(tick(), [[0, 2, 2, 2, 2, 10, 1, true]])
})

test('a bar that was open when the first listener came closes for them too', async (t) => {
  const { lab, tick, listen } = await setUp(t)
  await trade(lab, 30, 2)
  tick()
  listen('1m')
  await lab.block([], T0 + 61)
  assert.deepEqual(tick(), [[0, 2, 2, 2, 2, 10, 1, true]])
})

test('a subscriber that left is sent nothing more', async (t) => {
  const { lab, tick, listen, feeds } = await setUp(t)
  const leave = listen('1m')
  await trade(lab, 1, 2)
  leave()
  leave()
  assert.deepEqual(tick(), [])
  assert.equal(feeds.size, 0)
})
