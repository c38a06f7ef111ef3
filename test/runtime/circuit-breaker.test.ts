import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCircuitBreaker } from '../../src/runtime/circuit-breaker.ts'

function breakerAt(start: { ms: number }) {
  return createCircuitBreaker({ failures: 3, restMs: 100, restCapMs: 400, nowMs: () => start.ms })
}

test('a success between failures starts the count again', () => {
  const breaker = breakerAt({ ms: 0 })
  for (let round = 0; round < 5; round++) {
    breaker.enter()!.failed()
    breaker.enter()!.failed()
    breaker.enter()!.succeeded()
  }
  assert.equal(breaker.state, 'closed')
})

test('it opens at the bound, rests twice as long each time up to the cap, and forgets that after a success', () => {
  const at = { ms: 0 }
  const breaker = breakerAt(at)
  for (let i = 0; i < 3; i++) breaker.enter()!.failed()
  for (const restMs of [100, 200, 400, 400]) {
    assert.equal(breaker.restLeftMs(), restMs)
    assert.equal(breaker.enter(), null)
    at.ms += restMs - 1
    assert.equal(breaker.enter(), null)
    at.ms += 1
    breaker.enter()!.failed()
  }
  at.ms += 400
  breaker.enter()!.succeeded()
  for (let i = 0; i < 3; i++) breaker.enter()!.failed()
  assert.equal(breaker.restLeftMs(), 100)
})

test('half open, one probe is out at a time, and one without a verdict makes room for the next', () => {
  const at = { ms: 0 }
  const breaker = breakerAt(at)
  for (let i = 0; i < 3; i++) breaker.enter()!.failed()
  at.ms = 100
  const probe = breaker.enter()
  assert.equal(breaker.enter(), null)
  probe!.abandoned()
  const next = breaker.enter()
  assert.equal(breaker.enter(), null)
  next!.succeeded()
  assert.equal(breaker.state, 'closed')
})

test('a straggler from before the break neither closes nor prolongs it', () => {
  const at = { ms: 0 }
  const breaker = breakerAt(at)
  const early = breaker.enter()!
  const late = breaker.enter()!
  for (let i = 0; i < 3; i++) breaker.enter()!.failed()
  early.succeeded()
  assert.equal(breaker.state, 'open')
  at.ms = 100
  const probe = breaker.enter()!
  late.failed()
  assert.equal(breaker.state, 'halfOpen')
  probe.succeeded()
  assert.equal(breaker.state, 'closed')
})
