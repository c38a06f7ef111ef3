import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryAfterMs } from '../../src/runtime/retry-after.ts'

const NOW_MS = Date.parse('2026-11-20T10:00:00Z')
const asked = (headers: Record<string, string>) => retryAfterMs(headers, NOW_MS, 120_000)

test('seconds, dates and epoch resets are read', () => {
  assert.equal(asked({ 'retry-after': '7' }), 7_000)
  assert.equal(asked({ 'retry-after': 'Fri, 20 Nov 2026 10:00:30 GMT' }), 30_000)
  assert.equal(asked({ 'x-ratelimit-reset': String(NOW_MS / 1_000 + 5) }), 5_000)
  assert.equal(asked({ 'retry-after': '3', 'x-ratelimit-reset': String(NOW_MS / 1_000 + 5) }), 3_000)
})

test('the past is 0, the far future is cut, and what says nothing is null', () => {
  assert.equal(asked({ 'retry-after': 'Fri, 20 Nov 2026 09:00:00 GMT' }), 0)
  assert.equal(asked({ 'retry-after': '999999' }), 120_000)
  assert.equal(asked({ 'retry-after': 'soon' }), null)
  assert.equal(asked({ 'x-ratelimit-reset': '30' }), null)
  assert.equal(asked({}), null)
})
