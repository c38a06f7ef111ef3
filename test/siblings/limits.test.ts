import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { judgePasses } from './drive-limits.ts'
import { LIMIT, runLimits } from './run-limits.ts'

/** Twice the promise of 50 ms for what happens within it and for a machine that runs other tests at the same time; how
 *  close it comes on a quiet one is what `bench/siblings/limits.ts` shows. */
const MOST_LATE_MS = 100

describe('processes on one port', { concurrency: true }, () => {
  for (const processes of [2, 3])
    test(`${processes} of them let each key through at most ${processes} limits at first and nothing until its window ends`, async (t) => {
      const judged = await runLimits({ processes, keys: 50, keysAtOnce: 10 })
      t.diagnostic(JSON.stringify(judged))
      assert.equal(judged.windows, 2 * 50, 'every key has its window and the next')
      assert(judged.most <= processes * LIMIT, `${judged.most} requests of one key in one window`)
      assert(judged.fewest >= LIMIT, 'every key gets its limit')
      assert(judged.overshot > 0, 'the processes were raced against each other')
      assert(judged.lateInFirstMs <= MOST_LATE_MS, `let through ${judged.lateInFirstMs} ms after the window began`)
      assert(judged.lateAfterLimitMs <= MOST_LATE_MS, `let through ${judged.lateAfterLimitMs} ms after the limit`)
    })
})

test('a key that gets through late or too often is noticed', () => {
  const pass = (sentMs: number) => ({ sentMs, receivedMs: sentMs + 2 })
  const first = Array.from({ length: LIMIT }, (_, i) => pass(i))
  const judge = (...ofKey: readonly number[]) =>
    judgePasses({ passes: new Map([['key', [...first, ...ofKey.map(pass)]]]) }, LIMIT)
  assert.deepEqual(judge(), {
    windows: 1,
    most: LIMIT,
    fewest: LIMIT,
    overshot: 0,
    lateInFirstMs: LIMIT - 1 - 2,
    lateAfterLimitMs: 0,
  })
  const late = judge(5_000)
  assert.deepEqual([late.windows, late.most, late.overshot], [1, LIMIT + 1, 1])
  assert.deepEqual([late.lateInFirstMs, late.lateAfterLimitMs], [5_000 - 2, 5_000 - (LIMIT - 1 + 2)])
  assert.deepEqual([judge(10_000).windows, judge(10_000).fewest], [2, 1])
})
