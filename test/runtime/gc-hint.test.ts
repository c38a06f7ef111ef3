// second run: waits 200 ms in which V8 may collect on its own

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../../src/runtime/clock.ts'
import { createGcHint } from '../../src/runtime/gc-hint.ts'
import { until } from '../support/until.ts'

const LOOK_MS = 20

// First: an instance that waits for what is held collects for all.
test('a busy process collects as well, once the time is up', async () => {
  let nowMs = 0
  const clock = { monotonicMs: () => nowMs }
  const freed = createGcHint({ clock, lookEveryMs: LOOK_MS, withinMs: 1_000, quietShare: -1 })
  freed.add(grownOld())
  await sleep(10 * LOOK_MS)
  assert.equal(freed.waiting(), 1, 'never quiet, and not due')
  nowMs = 1_000
  await until(() => freed.waiting() === 0, 'it is collected')
})

test('what is given up is collected in a quiet process, what is still held is waited for', async () => {
  const freed = createGcHint({ clock: systemClock(), lookEveryMs: LOOK_MS, withinMs: 60_000, quietShare: 0.9 })
  const held = { name: 'held' }
  freed.add(held)
  for (let i = 0; i < 10; i++) freed.add({ name: 'given up' })
  assert.equal(freed.waiting(), 11)
  await until(() => freed.waiting() <= 1, 'what is given up is collected')
  assert.equal(freed.waiting(), 1)
  assert.equal(held.name, 'held')
})

/** An object that V8 has moved out of what it collects all the time. */
function grownOld(): object {
  const object = { name: 'given up' }
  const garbage: object[] = []
  for (let i = 0; i < 5_000_000; i++) garbage[i % 1_000] = { i }
  assert.equal(garbage.length, 1_000)
  return object
}
