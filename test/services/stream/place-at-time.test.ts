import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeAtTime } from '../../../src/services/stream/place-at-time.ts'

/** A tape whose events 1, 2, ... have these times; the first `removed` of them are gone. */
function tapeOf(timesSec: readonly number[], removed: number): Parameters<typeof placeAtTime>[0] {
  const end = (seq: number) => ({ epoch: 'a23f4420', seq })
  return {
    window: () => ({
      head: end(timesSec.length),
      tail: end(removed),
      headTimeSec: timesSec.at(-1) ?? null,
      tailTimeSec: timesSec[removed] ?? null,
    }),
    seqAt: (timeSec) => {
      const at = timesSec.slice(removed).findIndex((one) => one >= timeSec)
      return (at < 0 ? timesSec.length : removed + at) + 1
    },
  }
}

test('a tape that has thrown nothing away has everything of any time', () => {
  assert.deepEqual(placeAtTime(tapeOf([10, 20, 30], 0), 0), { seq: 0, isGone: false })
  assert.deepEqual(placeAtTime(tapeOf([10, 20, 30], 0), 20), { seq: 1, isGone: false })
  assert.deepEqual(placeAtTime(tapeOf([], 0), 20), { seq: 0, isGone: false })
})

test('a time before the oldest event that is kept may have had some that are gone, its own time and later has not', () => {
  const tape = tapeOf([10, 20, 30, 40], 2)
  assert.deepEqual(placeAtTime(tape, 29), { seq: 2, isGone: true })
  assert.deepEqual(placeAtTime(tape, 30), { seq: 2, isGone: false })
  assert.deepEqual(placeAtTime(tape, 31), { seq: 3, isGone: false })
  assert.deepEqual(placeAtTime(tape, 99), { seq: 4, isGone: false })
})
