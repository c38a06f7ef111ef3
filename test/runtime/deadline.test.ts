import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DeadlineExpired, hasExpired, startDeadline } from '../../src/runtime/deadline.ts'
import { fakeClock } from '../support/fake-clock.ts'

test('the signal aborts when the time is over, and not before', async () => {
  const clock = fakeClock()
  const deadline = startDeadline(clock, 100)
  await clock.advance(99)
  assert.equal(deadline.signal.aborted, false)
  await clock.advance(1)
  await deadline.expired
  assert(deadline.signal.reason instanceof DeadlineExpired)
  assert.equal(hasExpired(deadline), true)
})

test('a cleared deadline never aborts and leaves no timer', async () => {
  const clock = fakeClock()
  const deadline = startDeadline(clock, 100)
  deadline.clear()
  assert.equal(clock.sleepers(), 0)
  await clock.advance(1_000)
  assert.equal(deadline.signal.aborted, false)
})

test('work that no one waits for is aborted with the reason given, which is no expiry', async () => {
  const clock = fakeClock()
  const deadline = startDeadline(clock, 100)
  deadline.abort(new Error('client left'))
  assert.equal(deadline.signal.reason.message, 'client left')
  assert.equal(hasExpired(deadline), false)
  assert.equal(clock.sleepers(), 0)
})
