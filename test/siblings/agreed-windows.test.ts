import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RATE_WINDOW_MS } from '../../src/config/rate-limits.ts'
import { createRateLimiter, type RateLimiter } from '../../src/http/rate-limit.ts'
import { rateCountsBoard } from '../support/fake-context.ts'

/** Siblings that learn of each other's counts on a board, on one clock that a test moves. */

const LIMIT = 10
const SYNC_EVERY_MS = 20

function siblingsOf(count: number) {
  const board = rateCountsBoard()
  const limiters = Array.from({ length: count }, () => createRateLimiter({ maxWindows: 100, siblings: board.join() }))
  const exchange = (nowMs: number) => {
    for (const limiter of limiters) limiter.syncSiblings(nowMs)
  }
  return { limiters, exchange }
}

/** How many of `requests` get through at this moment. */
function pass(limiter: RateLimiter, nowMs: number, requests = 3 * LIMIT): number {
  let passed = 0
  for (let i = 0; i < requests; i++) if (limiter.take(limiter.windowOf('key', LIMIT, 'key'), nowMs)) passed++
  return passed
}

test('a window that two siblings began at different moments ends for both at once, and so does the next', () => {
  const { limiters, exchange } = siblingsOf(2)
  const [one, other] = limiters as [RateLimiter, RateLimiter]
  for (let round = 0; round < 3; round++) {
    const startMs = 1_000_000 + round * RATE_WINDOW_MS
    let passed = pass(one, startMs)
    // Too early to have heard of the first.
    passed += pass(other, startMs + 30)
    assert(passed <= 2 * LIMIT, `round ${round}: ${passed} passed at first`)
    for (let ms = SYNC_EVERY_MS; ms < RATE_WINDOW_MS; ms += SYNC_EVERY_MS) {
      exchange(startMs + ms)
      if (ms <= 30) continue
      assert.equal(pass(one, startMs + ms) + pass(other, startMs + ms), 0, `round ${round}, ${ms} ms later`)
    }
  }
})

test('a new window is not cut short by what a sibling said of the last one', () => {
  const { limiters, exchange } = siblingsOf(2)
  const [one, other] = limiters as [RateLimiter, RateLimiter]
  pass(one, 0)
  pass(other, 40)
  exchange(50)
  exchange(70)
  assert.equal(pass(one, RATE_WINDOW_MS), LIMIT)
  exchange(RATE_WINDOW_MS + 10)
  // The sibling's own beginning of the last window is now less than a window ago, and then more.
  for (const ms of [20, 39, 40, 41, 60]) assert.equal(pass(one, RATE_WINDOW_MS + ms), 0, `${ms} ms later`)
})

test('what an idle sibling said of an earlier window does not hide what another says of this one', () => {
  const { limiters, exchange } = siblingsOf(3)
  const [one, other, idle] = limiters as [RateLimiter, RateLimiter, RateLimiter]
  pass(idle, 0, 1)
  exchange(20)
  exchange(40)
  const laterMs = 3 * RATE_WINDOW_MS
  assert.equal(pass(other, laterMs), LIMIT)
  exchange(laterMs + 20)
  exchange(laterMs + 40)
  assert.equal(pass(one, laterMs + 50), 0)
})

test('a key whose window was pushed out of memory is still heard of by siblings, and hears of them', () => {
  const board = rateCountsBoard()
  const [small, other] = [2, 100].map((maxWindows) => createRateLimiter({ maxWindows, siblings: board.join() }))
  const held = small!.windowOf('key', LIMIT, 'key')
  for (const tag of ['a', 'b', 'c']) small!.take(small!.windowOf(tag, LIMIT, 'key'), 0)
  for (let i = 0; i < 4; i++) small!.take(held, 10)
  pass(other!, 10, 3)
  for (const ms of [20, 40]) for (const limiter of [small!, other!]) limiter.syncSiblings(ms)
  assert.equal(pass(other!, 50), LIMIT - 3 - 4)
  for (const ms of [60, 80]) for (const limiter of [small!, other!]) limiter.syncSiblings(ms)
  assert.equal(small!.take(held, 90), false)
  assert(small!.size() <= 2)
})
