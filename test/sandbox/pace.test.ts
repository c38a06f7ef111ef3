import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { type Pace, startPace } from '../../sandbox/pace.ts'

let nowMs = 0
let slots: number[] = []
let actedMs = 0
let pace: Pace

beforeEach(() => {
  mock.timers.enable({ apis: ['setInterval'] })
  nowMs = 0
  slots = []
  actedMs = 0
  pace = startPace({
    slotMs: 400,
    monotonicMs: () => nowMs,
    advanceSlot: (elapsedMs) => slots.push(elapsedMs),
    act: (elapsedMs) => {
      actedMs += elapsedMs
    },
  })
})
afterEach(() => {
  pace.stop()
  mock.timers.reset()
})

const pass = (ms: number): void => {
  for (let left = ms; left > 0; left -= 100) {
    nowMs += 100
    mock.timers.tick(100)
  }
}

test('a slot passes every slot time and the clock moves with it', () => {
  pass(4_000)
  assert.equal(slots.length, 10)
  assert.equal(
    slots.reduce((sum, ms) => sum + ms, 0),
    4_000,
  )
  assert.equal(actedMs, 4_000)
})

test('a stall gives one long slot and no burst', () => {
  pass(400)
  nowMs += 10_000
  mock.timers.tick(100)
  assert.deepEqual(slots, [400, 10_000])
  pass(800)
  assert.equal(slots.length, 4)
})

test('paused slots stand still while agents act on; the clock catches up afterwards', () => {
  pace.pause()
  pass(2_000)
  assert.deepEqual(slots, [])
  assert.equal(actedMs, 2_000)
  pace.step(3)
  assert.deepEqual(slots, [400, 400, 400])
  pace.resume()
  pass(400)
  assert.deepEqual(slots.slice(3), [1_200])
})

test('a stopped pace does nothing any more', () => {
  pace.stop()
  pass(2_000)
  assert.deepEqual(slots, [])
  assert.equal(actedMs, 0)
})
