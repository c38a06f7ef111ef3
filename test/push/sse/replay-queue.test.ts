import assert from 'node:assert/strict'
import { test } from 'node:test'
import { REPLAYS } from '../../../src/config/event-stream.ts'
import { createReplayQueue, type ReplayWork } from '../../../src/push/sse/replay-queue.ts'

const workOf = (party: string, isFree: boolean): ReplayWork => ({ party, isFree, step: () => true })

/** Whose turn it is, so many times, when all always have more to do. */
function turnsOf(replays: readonly ReplayWork[], turns: number): ReplayWork[] {
  const queue = createReplayQueue()
  for (const replay of replays) queue.add(replay)
  return Array.from({ length: turns }, () => {
    const next = queue.take()
    assert(next !== undefined)
    queue.add(next)
    return next
  })
}

test('parties come in turn, and the replays of a party in turn among themselves', () => {
  const [a1, a2, a3, b1] = [workOf('a', false), workOf('a', false), workOf('a', false), workOf('b', false)]
  assert.deepEqual(turnsOf([a1, a2, a3, b1], 8), [a1, b1, a2, b1, a3, b1, a1, b1])
})

test('free ones get one step for each so many paid ones, however many of either there are', () => {
  const paid = Array.from({ length: 5 }, (_, i) => workOf(`paid${i}`, false))
  const free = Array.from({ length: 3 }, (_, i) => workOf(`free${i}`, true))
  const round = REPLAYS.paidStepsPerFree + 1
  const steps = turnsOf([...free, ...paid], 6 * round)
  for (let i = 0; i < steps.length; i++) assert.equal(steps[i]!.isFree, i % round === round - 1, `step ${i}`)
  assert.deepEqual(
    steps.filter(({ isFree }) => isFree),
    [...free, ...free],
  )
})

test('free ones wait for no one when there is no one else, and what was taken is gone', () => {
  const queue = createReplayQueue()
  const one = workOf('free', true)
  queue.add(one)
  queue.add(one)
  assert.equal(queue.isEmpty, false)
  assert.equal(queue.take(), one)
  assert.equal(queue.isEmpty, true)
  assert.equal(queue.take(), undefined)
})
