import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EVENT_STREAM } from '../../../src/config/event-stream.ts'
import type { TapeEvent } from '../../../src/contract/tape-event.ts'
import { createCatchUp } from '../../../src/push/feeds/catch-up.ts'
import type { TapeReader } from '../../../src/store/tape/types.ts'

/** A tape of numbers: what is kept lies behind `tail`. */
function numbers(state: { epoch: string; tail: number; head: number }) {
  let reads = 0
  const tape = {
    get epoch() {
      return state.epoch
    },
    window: () => ({ head: { epoch: state.epoch, seq: state.head }, tail: { epoch: state.epoch, seq: state.tail } }),
    read(afterSeq: number, limit: number) {
      reads++
      const events: TapeEvent[] = []
      for (let seq = Math.max(afterSeq, state.tail) + 1; seq <= state.head && events.length < limit; seq++)
        events.push({ seq, eventId: `${state.epoch}${seq}` } as TapeEvent)
      return events
    },
  } as unknown as TapeReader
  return { tape, reads: () => reads }
}

const seqs = (events: readonly TapeEvent[]): number[] => events.map(({ seq }) => seq)
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i)

test('slices follow each other without a hole and end at the head, wherever they begin', () => {
  const { tape } = numbers({ epoch: 'a', tail: 0, head: 1_000 })
  for (const from of [0, 1, 63, 64, 65, 500, 999, 1_000])
    for (const limit of [1, 7, 64, 100]) {
      const got = [...createCatchUp(tape).slices(from, limit)].flatMap(({ events }) => seqs(events))
      assert.deepEqual(got, range(from + 1, 1_000), `${from} by ${limit}`)
    }
})

test('a slice looks at no more than its limit, whatever matches', () => {
  const { tape } = numbers({ epoch: 'a', tail: 0, head: 1_000 })
  const { events, position } = createCatchUp(tape).slice(10, 50, ({ seq }) => seq % 20 === 0)
  assert.deepEqual([seqs(events), position], [[20, 40, 60], 60])
})

test('what is no longer kept is counted as missing and skipped', () => {
  const state = { epoch: 'a', tail: 0, head: 500 }
  const { tape } = numbers(state)
  const catchUp = createCatchUp(tape)
  state.tail = 300
  const { events, missing, position } = catchUp.slice(10, 5)
  assert.deepEqual([seqs(events), missing, position], [range(301, 305), 290, 305])
})

test('the newest chunk grows, and full chunks are read from the tape once for everyone', () => {
  const state = { epoch: 'a', tail: 0, head: 10 }
  const { tape, reads } = numbers(state)
  const catchUp = createCatchUp(tape)
  assert.deepEqual(seqs(catchUp.slice(0, 64).events), range(1, 10))
  state.head = EVENT_STREAM.chunkEvents + 1
  assert.deepEqual(seqs(catchUp.slice(10, 100).events), range(11, state.head))
  const before = reads()
  for (let i = 0; i < 100; i++)
    assert.equal(catchUp.slice(0, EVENT_STREAM.chunkEvents).events.length, EVENT_STREAM.chunkEvents)
  assert.equal(reads(), before)
})

test('nothing of another tape is sent', () => {
  const state = { epoch: 'a', tail: 0, head: 10 }
  const { tape } = numbers(state)
  const catchUp = createCatchUp(tape)
  catchUp.slice(0, 64)
  state.epoch = 'b'
  assert.equal(catchUp.slice(0, 64).events[0]!.eventId, 'b1')
})
