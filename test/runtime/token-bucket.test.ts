import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createTokenBucket } from '../../src/runtime/token-bucket.ts'

test('no window of 60 s, wherever it starts, sees more than the figure', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.tuple(fc.integer({ min: 0, max: 20_000 }), fc.boolean()), { maxLength: 200 }),
      (perMinute, steps) => {
        let now = 0
        const bucket = createTokenBucket({ perMinute, reservedShare: 0.2, nowMs: () => now })
        const taken: number[] = []
        for (const [stepMs, background] of steps) {
          now += stepMs
          if (bucket.take(background) === 0) taken.push(now)
        }
        for (const start of taken) {
          assert(taken.filter((at) => at >= start && at < start + 60_000).length <= perMinute)
        }
      },
    ),
  )
})

test('the wait it names is when the next token is back', () => {
  let now = 1_000
  const bucket = createTokenBucket({ perMinute: 2, reservedShare: 0, nowMs: () => now })
  assert.equal(bucket.take(false), 0)
  now = 11_000
  assert.equal(bucket.take(false), 0)
  now = 21_000
  assert.equal(bucket.take(false), 40_000)
  now = 61_000
  assert.equal(bucket.take(false), 0)
  assert.equal(bucket.take(false), 10_000)
})

test('background work leaves the reserve to requests', () => {
  const bucket = createTokenBucket({ perMinute: 10, reservedShare: 0.2, nowMs: () => 5 })
  for (let i = 0; i < 8; i++) assert.equal(bucket.take(true), 0)
  assert(bucket.take(true) > 0)
  assert.deepEqual([bucket.take(false), bucket.take(false)], [0, 0])
  assert(bucket.take(false) > 0)
})

test('who pays nothing gets a share, all who pay nothing get one, and the rest is left for the others', () => {
  let now = 1_000
  const bucket = createTokenBucket({
    perMinute: 10,
    reservedShare: 0.2,
    freeShare: 0.8,
    freeShareOfOne: 0.5,
    nowMs: () => now,
  })
  const takes = (party: string | null, count: number) =>
    Array.from({ length: count }, () => bucket.take(false, party)).filter((waitMs) => waitMs === 0).length
  assert.equal(takes('one', 20), 5)
  now = 11_000
  assert.equal(bucket.take(false, 'one'), 50_000)
  assert.deepEqual([takes('two', 20), takes('three', 20), takes(null, 20)], [3, 0, 2])
  now = 61_000
  assert.deepEqual([takes('three', 20), takes(null, 20)], [5, 0])
})

test('one call a minute is one for those who pay nothing, too', () => {
  const bucket = createTokenBucket({
    perMinute: 1,
    reservedShare: 0.2,
    freeShare: 0.8,
    freeShareOfOne: 0.5,
    nowMs: () => 0,
  })
  assert.deepEqual([bucket.take(false, 'one'), bucket.take(false, null)], [0, 60_000])
})
