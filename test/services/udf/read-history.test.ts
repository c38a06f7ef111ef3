import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { CandleRow } from '../../../src/contract/chart.ts'
import { ok } from '../../../src/contract/outcome.ts'
import {
  type AskCandles,
  MOST_BARS,
  readPoolHistory,
  readTokenHistory,
} from '../../../src/services/udf/read-history.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const NOW = 1_795_000_000_000 + 17_000
const HEAD = Math.floor(NOW / MINUTE) * MINUTE

const row = (t: number, v: number | null = 1): CandleRow => ({ t, o: 1, h: 2, l: 0.5, c: 1.5, v })

/** A route over these candles, which counts what it is asked and gives larger candles for too long a range. */
function routeOf(times: readonly number[], stepMs = MINUTE) {
  const asked: number[] = []
  const ask: AskCandles = async ({ fromMs, toMs, amount }) => {
    const end = toMs ?? NOW
    asked.push(amount)
    if (fromMs !== null) assert((end - fromMs) / stepMs <= MOST_BARS, 'the candles have the wanted size')
    const rows = times.filter((t) => t <= end && (fromMs === null || t >= Math.floor(fromMs / stepMs) * stepMs))
    return ok((fromMs === null ? rows.slice(-amount) : rows).map((t) => row(t)))
  }
  return { ask, asked }
}

const daysOf = (times: readonly number[]) => [...new Set(times.map((t) => Math.floor(t / DAY) * DAY))]
const query = (parts: { fromMs?: number; toMs?: number; countback?: number }) => ({
  stepMs: MINUTE,
  fromMs: HEAD - 60 * MINUTE,
  toMs: NOW + MINUTE,
  countback: 0,
  nowMs: NOW,
  ...parts,
})

test('bars begin from `from` to before `to`, whatever the range, and so many before `to` with a countback', async () => {
  const gaps = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 60 })
  const draw = fc.tuple(gaps, fc.integer({ min: -5, max: 700 }), fc.integer({ min: 1, max: 700 }), fc.nat({ max: 50 }))
  await fc.assert(
    fc.asyncProperty(draw, async ([steps, endBack, length, countback]) => {
      let t = HEAD + MINUTE
      const times = steps.map((step) => (t -= step * MINUTE)).reverse()
      const toMs = HEAD - endBack * MINUTE
      const fromMs = toMs - length * MINUTE
      const read = await readTokenHistory(
        query({ fromMs, toMs, countback }),
        routeOf(times).ask,
        routeOf(daysOf(times), DAY).ask,
      )
      assert(read.ok)
      const before = times.filter((one) => one < toMs)
      const wanted = countback > 0 ? before.slice(-countback) : before.filter((one) => one >= fromMs)
      if (read.value.s === 'ok')
        return assert.deepEqual(
          read.value.t,
          wanted.map((one) => one / 1_000),
        )
      assert.equal(wanted.length, 0)
      assert.equal(read.value.nextTime, before.length === 0 ? undefined : before.at(-1)! / 1_000)
    }),
    { numRuns: 200 },
  )
})

test('a pool gives the same by the number of its candles, over any pause', async () => {
  const times = [1, 2, 900_000, 900_001].map((back) => HEAD - back * MINUTE).reverse()
  const pool = (parts: object) => readPoolHistory(query(parts), routeOf(times).ask)
  assert.deepEqual((await pool({ countback: 3 })).ok && (await pool({ countback: 3 })), {
    ok: true,
    value: {
      s: 'ok',
      t: times.slice(1).map((t) => t / 1_000),
      o: [1, 1, 1],
      h: [2, 2, 2],
      l: [0.5, 0.5, 0.5],
      c: [1.5, 1.5, 1.5],
      v: [1, 1, 1],
    },
  })
  const quiet = await pool({ fromMs: HEAD - 500 * MINUTE, toMs: HEAD - 400 * MINUTE })
  assert.deepEqual(quiet, { ok: true, value: { s: 'no_data', nextTime: times[1]! / 1_000 } })
  assert.deepEqual(await pool({ fromMs: 0, toMs: MINUTE }), { ok: true, value: { s: 'no_data' } })
})

test('an answer has a thousand bars at most, the newest; volumes are left out where one is not known', async () => {
  const times = Array.from({ length: 3_000 }, (_, i) => HEAD - (2_999 - i) * MINUTE)
  for (const parts of [{ fromMs: times[0]! }, { countback: 5_000 }]) {
    const { ask, asked } = routeOf(times)
    const read = await readTokenHistory(query(parts), ask, ask)
    assert(read.ok && read.value.s === 'ok')
    assert.deepEqual([read.value.t.length, read.value.t.at(-1)], [MOST_BARS, HEAD / 1_000])
    assert.equal(asked.length, 1)
  }
  const bare = await readTokenHistory(
    query({}),
    async () => ok([row(HEAD - MINUTE), row(HEAD, null)]),
    async () => ok([]),
  )
  assert(bare.ok && bare.value.s === 'ok' && !('v' in bare.value))
})
