import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { openDay, type TapeDay } from '../../../src/store/tape/day.ts'
import { createTapeReader } from '../../../src/store/tape/reader.ts'
import type { TapeState } from '../../../src/store/tape/tape.ts'
import { addressOf, FIRST_SECOND, openTestTape, slotOf, tempFolder, tradeFact } from '../../support/tape-facts.ts'

const NOW = 1_795_200_000_000
const DAY_SEC = 86_400
const MAP_BYTES = 4 * 1_024 * 1_024
const MINT = { by: 'mint', address: addressOf('mint') } as const

const at = (day: number) => ({ blockTimeSec: FIRST_SECOND + day * DAY_SEC })
const tradeOf = (slot: number, day: number) => slotOf(slot, [tradeFact(slot, 0, at(day))], at(day))

/** A tape of days with what may be told of them, looked at before each day closes. */
async function tapeOfDays(t: TestContext) {
  const folder = tempFolder(t)
  const tape = openTestTape(t, { folder })
  const look = () => ({
    coverage: tape.coverage('solana'),
    lost: tape.lost('solana'),
    slots: [0, 10, 12, 25, 31].map((from) => tape.slots('solana', from, 2).map(({ slot }) => slot)),
    trades: tape.trades(MINT, { limit: 20 }).trades.map(({ slot }) => slot),
  })
  await tape.writer!.appendSlots([tradeOf(10, 0), tradeOf(11, 0)], NOW)
  look()
  await tape.writer!.appendSlot(tradeOf(20, 1), NOW)
  look()
  return { folder, tape, look }
}

test('what a closed day is remembered for goes on with what later days say: a fork over midnight, a lost range', async (t) => {
  const { folder, tape, look } = await tapeOfDays(t)
  assert.deepEqual(look().trades, [20, 11, 10])
  await tape.writer!.retract('solana', [{ slot: 11 }, { slot: 20 }])
  assert.deepEqual(look().trades, [10], 'taken back by the day after')
  await tape.writer!.recordLost('solana', { fromSlot: 12, toSlot: 19, reason: 'pruned' })
  await tape.writer!.appendSlots([tradeOf(30, 2), tradeOf(31, 2)], NOW)
  await tape.writer!.appendSlot(tradeOf(40, 3), NOW)
  const seen = look()
  assert.deepEqual(seen.trades, [40, 31, 30, 10], 'and of a day that is itself closed now')
  assert.deepEqual(seen.lost, [{ fromSlot: 12, toSlot: 19, reason: 'pruned' }])
  assert.deepEqual(seen.slots, [
    [10, 11],
    [10, 11],
    [20, 30],
    [30, 31],
    [31, 40],
  ])
  assert.deepEqual([seen.coverage!.fromSlot, seen.coverage!.toSlot], [20, 40])
  const other = openTestTape(t, { folder, writes: false })
  assert.deepEqual(other.coverage('solana'), seen.coverage, 'as another process reads it that has seen no day before')
  assert.deepEqual(
    other.trades(MINT, { limit: 20 }).trades.map(({ slot }) => slot),
    seen.trades,
  )
})

test('a day that goes leaves the rest as it is', async (t) => {
  const { tape, look } = await tapeOfDays(t)
  await tape.writer!.appendSlot(tradeOf(30, 2), NOW)
  look()
  await tape.writer!.prune((FIRST_SECOND + 15 * DAY_SEC) * 1_000)
  assert.deepEqual([tape.coverage('solana')!.fromSlot, tape.trades(MINT, { limit: 9 }).trades.length], [20, 2])
})

test('a long tape is not read again for each answer: coverage and retractions ask the newest day alone', async (t) => {
  const { folder, tape } = await tapeOfDays(t)
  for (let day = 2; day < 8; day++) await tape.writer!.appendSlot(tradeOf(20 + 10 * day, day), NOW)
  const names = Array.from({ length: 8 }, (_, day) =>
    new Date((FIRST_SECOND + day * DAY_SEC) * 1_000).toISOString().slice(0, 10),
  )
  let reads = 0
  const days = names.map((name) => counted(openDay(`${folder}/${name}-${tape.epoch}`, name, MAP_BYTES), () => reads++))
  t.after(() => Promise.all(days.map(({ env }) => env.close())))
  const reader = createTapeReader({ days: () => days, epoch: () => tape.epoch } as unknown as TapeState)
  const ask = (): number => {
    const before = reads
    assert.deepEqual(reader.coverage('solana'), tape.coverage('solana'))
    for (let seq = 1; seq < 9; seq++) assert.equal(reader.survivesSeq(seq), true)
    return reads - before
  }
  assert(ask() > days.length, 'the first time every day is read')
  // Its first slot, its lost ranges, the first two covered days' slots, and one look for each number.
  assert(ask() <= 4 + 8, 'each time after that the newest')
})

/** The same day, whose ranges are counted. */
function counted(day: TapeDay, onRead: () => void): TapeDay {
  const counting = <T extends object>(table: T): T =>
    new Proxy(table, {
      get(target, name) {
        const value = Reflect.get(target, name) as unknown
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => {
          if (name === 'getRange' || name === 'getKeys') onRead()
          return (value as (...args: unknown[]) => unknown).apply(target, args)
        }
      },
    })
  return { ...day, slots: counting(day.slots), lost: counting(day.lost), retracted: counting(day.retracted) }
}
