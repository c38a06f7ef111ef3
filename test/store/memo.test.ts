import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CACHES, type CacheName, DEGRADED_TTL_MS } from '../../src/config/cache-ttls.ts'
import { STORAGE } from '../../src/config/storage.ts'
import { type CacheMeta, fail, type Outcome, ok } from '../../src/contract/outcome.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'
import type { ExpiringTable } from '../../src/store/expiring-table.ts'
import { createMemo } from '../../src/store/memo.ts'
import { createMemoTally } from '../../src/store/memo-tally.ts'
import { movingClock } from './temp-store.ts'

const SHORT: CacheName = 'tokenPrices'
const LONG: CacheName = 'tokenIntel'
const TTL_MS = CACHES[SHORT].ttlMs

/** The disk level in a map: what is read back is a view that the next read overwrites, as lmdb's is. */
function diskInMemory() {
  const rows = new Map<string, Buffer>()
  const shared = Buffer.alloc(1 << 16)
  const table: ExpiringTable = {
    get(key) {
      shared.fill(0)
      const row = rows.get(key)
      row?.copy(shared)
      return row && shared.subarray(0, row.length)
    },
    put: (key, _keepUntilMs, payload) => void rows.set(key, Buffer.from(payload)),
    sweep() {},
    clear: async () => rows.clear(),
    idle: async () => {},
    end: async () => {},
  }
  return { rows, table }
}

function setUp(options: { maxEntries?: number; staleForMs?: number } = {}) {
  const clock = movingClock()
  const disk = diskInMemory()
  const { staleForMs = 0 } = options
  let world = 'w1'
  const parts = {
    clock,
    disk: disk.table,
    worldTag: () => world,
    tally: createMemoTally(createMetrics()),
    rules: { ...CACHES, [SHORT]: { ttlMs: TTL_MS, staleForMs }, [LONG]: { ...CACHES[LONG], staleForMs } },
    ...(options.maxEntries !== undefined && { maxEntries: options.maxEntries }),
  }
  return {
    clock,
    disk,
    memo: createMemo(parts),
    restarted: () => createMemo(parts),
    setWorld(name: string) {
      world = name
    },
  }
}

const cacheOf = (outcome: Outcome<unknown>): CacheMeta => {
  assert(outcome.ok && outcome.cache)
  return outcome.cache
}
const valueIn = <T>(outcome: Outcome<T>): T => {
  assert(outcome.ok)
  return outcome.value
}
test('a thousand callers at once run the loader once', async () => {
  const { memo } = setUp()
  let loads = 0
  const load = async () => ok(++loads)
  const outcomes = await Promise.all(Array.from({ length: 1_000 }, () => memo.memo(SHORT, 'k', load)))
  assert.equal(loads, 1)
  assert(outcomes.every((outcome) => valueIn(outcome) === 1))
})

test('a value lives exactly as long as its cache says', async () => {
  const { memo, clock } = setUp()
  let loads = 0
  const ask = async () => valueIn(await memo.memo(SHORT, 'k', async () => ok(++loads)))
  const first = await memo.memo(SHORT, 'k', async () => ok(++loads))
  assert.deepEqual(cacheOf(first), {
    builtAtMs: clock.nowMs(),
    freshUntilMs: clock.nowMs() + TTL_MS,
    degraded: false,
    stale: false,
  })
  clock.advance(TTL_MS - 1)
  assert.equal(await ask(), 1)
  clock.advance(1)
  assert.equal(await ask(), 2)
})

test('lifetimes do not add up: a value dies with the oldest part it was made of', async () => {
  const { memo, clock } = setUp()
  const inner = () => memo.memo(SHORT, 'inner', async () => ok('price'))
  await inner()
  const builtAtMs = clock.nowMs()
  clock.advance(TTL_MS - 4_000)
  const outer = await memo.memo(LONG, 'outer', async () => {
    const part = await inner()
    return ok('intel', cacheOf(part))
  })
  assert.equal(cacheOf(outer).builtAtMs, builtAtMs)
  assert.equal(cacheOf(outer).freshUntilMs, clock.nowMs() + 4_000)
})

test('a degraded value lives 5 s and never reaches the disk', async () => {
  const { memo, clock, disk } = setUp()
  const degraded = { builtAtMs: clock.nowMs(), freshUntilMs: clock.nowMs() + 60_000, degraded: true, stale: false }
  const outcome = await memo.memo(LONG, 'k', async () => ok('half', degraded))
  assert.equal(cacheOf(outcome).freshUntilMs, clock.nowMs() + DEGRADED_TTL_MS)
  assert.equal(cacheOf(outcome).degraded, true)
  assert.equal(disk.rows.size, 0)
  clock.advance(DEGRADED_TTL_MS)
  assert.equal(valueIn(await memo.memo(LONG, 'k', async () => ok('whole'))), 'whole')
})

test('a failed load is not remembered', async () => {
  const { memo } = setUp()
  const failed = await memo.memo(SHORT, 'k', async () => fail('upstream_failed', 'down'))
  assert.equal(failed.ok, false)
  assert.equal(valueIn(await memo.memo(SHORT, 'k', async () => ok('up'))), 'up')
})

test('a loader that throws fails its callers and is forgotten', async () => {
  const { memo } = setUp()
  const broken = () => Promise.reject(new Error('bug'))
  await assert.rejects(memo.memo(SHORT, 'k', broken), /bug/)
  await assert.rejects(
    memo.memoMany(SHORT, ['k', 'l'], () => Promise.reject(new Error('bug of many'))),
    /bug of many/,
  )
  assert.equal(valueIn(await memo.memo(SHORT, 'k', async () => ok(1))), 1)
})

test('a value past its time is served as stale while its source fails, as long as the cache allows', async () => {
  const { memo, clock } = setUp({ staleForMs: 20_000 })
  const builtAtMs = clock.nowMs()
  await memo.memo(SHORT, 'k', async () => ok('good'))
  clock.advance(TTL_MS)
  let tries = 0
  const failing = async () => {
    tries++
    return fail('upstream_failed', 'down')
  }
  const stale = await memo.memo(SHORT, 'k', failing)
  assert.equal(valueIn(stale), 'good')
  assert.deepEqual(cacheOf(stale), {
    builtAtMs,
    freshUntilMs: clock.nowMs() + DEGRADED_TTL_MS,
    degraded: false,
    stale: true,
  })
  await memo.memo(SHORT, 'k', failing)
  assert.equal(tries, 1, 'a source that is down is asked once in five seconds')
  clock.advance(19_999)
  const last = await memo.memo(SHORT, 'k', failing)
  assert.equal(cacheOf(last).freshUntilMs, builtAtMs + TTL_MS + 20_000, 'the allowance is not renewed')
  clock.advance(1)
  assert.equal((await memo.memo(SHORT, 'k', failing)).ok, false)
  assert.equal(cacheOf(await memo.memo(SHORT, 'k', async () => ok('back'))).stale, false)
})

test('a stale part makes the whole live 5 s', async () => {
  const { memo, clock } = setUp({ staleForMs: 60_000 })
  await memo.memo(SHORT, 'part', async () => ok('old'))
  clock.advance(TTL_MS)
  const whole = await memo.memo(LONG, 'whole', async () => {
    const part = await memo.memo(SHORT, 'part', async () => fail('upstream_timeout', 'slow'))
    return ok('made of it', cacheOf(part))
  })
  assert.equal(cacheOf(whole).stale, true)
  assert.equal(cacheOf(whole).freshUntilMs, clock.nowMs() + DEGRADED_TTL_MS)
})

test('a question that is wrong is not answered with an old value', async () => {
  const { memo, clock } = setUp({ staleForMs: 60_000 })
  await memo.memo(SHORT, 'k', async () => ok('good'))
  clock.advance(TTL_MS)
  const outcome = await memo.memo(SHORT, 'k', async () => fail('not_found', 'gone'))
  assert.equal(outcome.ok, false)
})

test('a value read from disk past its time still helps when its source fails', async () => {
  const { memo, clock, restarted } = setUp({ staleForMs: 60_000 })
  await memo.memo(LONG, 'k', async () => ok('of the last run'))
  clock.advance(CACHES[LONG].ttlMs)
  const outcome = await restarted().memo(LONG, 'k', async () => fail('upstream_failed', 'down'))
  assert.equal(valueIn(outcome), 'of the last run')
  assert.equal(cacheOf(outcome).stale, true)
})

test('many: keys whose load fails are served stale where the cache allows', async () => {
  const { memo, clock } = setUp({ staleForMs: 60_000 })
  await memo.memoMany(SHORT, ['a'], async () => ok(new Map([['a', 1]])))
  clock.advance(TTL_MS)
  const outcome = await memo.memoMany(SHORT, ['a'], async () => fail('upstream_failed', 'down'))
  assert.deepEqual([...valueIn(outcome)], [['a', 1]])
  assert.equal(cacheOf(outcome).stale, true)
})

test('a bypass loads again and leaves its value for the others', async () => {
  const { memo } = setUp()
  await memo.memo(SHORT, 'k', async () => ok('old'))
  assert.equal(valueIn(await memo.memo(SHORT, 'k', async () => ok('new'), { bypass: true })), 'new')
  assert.equal(valueIn(await memo.memo(SHORT, 'k', async () => ok('unused'))), 'new')
})

test('a caller that went away does not take the others with him', async () => {
  const { memo } = setUp()
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const leaver = memo.memo(SHORT, 'k', async () => {
    await gate
    return fail('cancelled', 'client went away')
  })
  const stayer = memo.memo(SHORT, 'k', async () => ok('loaded by the second'))
  const stayerOfMany = memo.memoMany(SHORT, ['k'], async () => ok(new Map([['k', 'not needed']])))
  release()
  assert.equal((await leaver).ok, false)
  assert.equal(valueIn(await stayer), 'loaded by the second')
  assert.equal(valueIn(await stayerOfMany).get('k'), 'loaded by the second')
})

test('the map of values is bounded', async () => {
  const { memo } = setUp({ maxEntries: 10 })
  for (let i = 0; i < 100; i++) await memo.memo(SHORT, `k${i}`, async () => ok(i))
  assert.equal(memo.size, 10)
})

test('many: only what is missing is loaded, in one call, and what the loader leaves out is null', async () => {
  const { memo } = setUp()
  const asked: (readonly string[])[] = []
  const load = async (missing: readonly string[]) => {
    asked.push(missing)
    return ok(new Map(missing.filter((key) => key !== 'none').map((key) => [key, key.toUpperCase()])))
  }
  await memo.memoMany(SHORT, ['a'], load)
  const outcome = await memo.memoMany(SHORT, ['a', 'b', 'none', 'b'], load)
  assert.deepEqual(
    [...valueIn(outcome)],
    [
      ['a', 'A'],
      ['b', 'B'],
      ['none', null],
    ],
  )
  await memo.memoMany(SHORT, ['none', 'a'], load)
  assert.deepEqual(asked, [['a'], ['b', 'none']])
})

test('many: keys under way elsewhere are waited for and not loaded twice', async () => {
  const { memo } = setUp()
  const asked: (readonly string[])[] = []
  const load = async (missing: readonly string[]) => {
    asked.push(missing)
    await new Promise((resolve) => setImmediate(resolve))
    return ok(new Map(missing.map((key) => [key, key])))
  }
  const [one, other] = await Promise.all([
    memo.memoMany(SHORT, ['a', 'b'], load),
    memo.memoMany(SHORT, ['b', 'c'], load),
  ])
  assert.deepEqual(asked, [['a', 'b'], ['c']])
  assert.deepEqual([...valueIn(one).keys()], ['a', 'b'])
  assert.deepEqual(
    new Map(valueIn(other)),
    new Map([
      ['b', 'b'],
      ['c', 'c'],
    ]),
  )
})

test('many: what is known is answered as degraded when the rest fails', async () => {
  const { memo, clock } = setUp()
  await memo.memoMany(SHORT, ['a'], async () => ok(new Map([['a', 1]])))
  const outcome = await memo.memoMany(SHORT, ['a', 'b'], async () => fail('upstream_timeout', 'slow'))
  assert.deepEqual([...valueIn(outcome)], [['a', 1]])
  assert.equal(cacheOf(outcome).degraded, true)
  assert.equal(cacheOf(outcome).freshUntilMs, clock.nowMs() + DEGRADED_TTL_MS)
})

test('many: when nothing is known the failure is the answer', async () => {
  const { memo } = setUp()
  const outcome = await memo.memoMany(SHORT, ['a', 'b'], async () => fail('upstream_timeout', 'slow'))
  assert.deepEqual(outcome, fail('upstream_timeout', 'slow'))
})

test('many: the answer is as old as its oldest part and dies with the first', async () => {
  const { memo, clock } = setUp()
  const load = async (missing: readonly string[]) => ok(new Map(missing.map((key) => [key, key])))
  const firstMs = clock.nowMs()
  await memo.memoMany(SHORT, ['a'], load)
  clock.advance(1_000)
  const meta = cacheOf(await memo.memoMany(SHORT, ['a', 'b'], load))
  assert.deepEqual([meta.builtAtMs, meta.freshUntilMs], [firstMs, firstMs + TTL_MS])
})

test('many: no keys, no load', async () => {
  const { memo } = setUp()
  const outcome = await memo.memoMany(SHORT, [], () => assert.fail('loaded'))
  assert.equal(valueIn(outcome).size, 0)
})

test('values of caches of a minute and more survive a restart, with their time', async () => {
  const { memo, clock, restarted } = setUp()
  const before = await memo.memo(LONG, 'k', async () => ok({ supply: 10n ** 20n, owners: new Map([['o', 1n]]) }))
  clock.advance(CACHES[LONG].ttlMs - 1)
  const warm = restarted()
  assert.deepEqual(await warm.memo(LONG, 'k', () => assert.fail('loaded')), before)
  assert.deepEqual(warm.peek(LONG, 'k'), valueIn(before))
  clock.advance(1)
  assert.equal(valueIn(await restarted().memo(LONG, 'k', async () => ok('new'))), 'new')
})

test('values of shorter caches do not', async () => {
  const { memo, restarted } = setUp()
  await memo.memo(SHORT, 'k', async () => ok('short'))
  assert.equal(valueIn(await restarted().memo(SHORT, 'k', async () => ok('anew'))), 'anew')
})

test('a clock set back does not lengthen a stored life', async () => {
  const { memo, clock, restarted } = setUp()
  await memo.memo(LONG, 'k', async () => ok('of the future'))
  clock.advance(-3_600_000)
  assert.equal(valueIn(await restarted().memo(LONG, 'k', async () => ok('now'))), 'now')
})

test('a clock set back does not lengthen a life in memory either', async () => {
  const { memo, clock } = setUp()
  await memo.memo(LONG, 'k', async () => ok('of the future'))
  clock.advance(-3_600_000)
  assert.equal(valueIn(await memo.memo(LONG, 'k', async () => ok('now'))), 'now')
})

test('values past their time are swept out of memory, those that may still be served stay', async () => {
  const { memo, clock } = setUp({ staleForMs: 1_000 })
  const count = STORAGE.memoSweepEntries + 10
  for (let i = 0; i < count; i++) await memo.memo(SHORT, `k${i}`, async () => ok(i))
  clock.advance(TTL_MS + 999)
  await memo.memo(SHORT, 'young', async () => ok('young'))
  memo.sweep()
  assert.equal(memo.size, count + 1)
  clock.advance(1)
  // The first call ends the round that was begun, the others go once through all.
  for (let i = 0; i < 4; i++) memo.sweep()
  assert.equal(memo.size, 1)
  assert.equal(memo.peek(SHORT, 'young'), 'young')
})

test('a value of another world is never found, and a load of the old one is not kept', async () => {
  const { memo, setWorld } = setUp()
  await memo.memo(LONG, 'k', async () => ok('old world'))
  let release = () => {}
  const slow = memo.memo(LONG, 'slow', async () => {
    await new Promise<void>((resolve) => {
      release = resolve
    })
    return ok('old world')
  })
  await new Promise((resolve) => setImmediate(resolve))
  setWorld('w2')
  memo.clear()
  const joined = memo.memo(LONG, 'slow', async () => ok('new world'))
  release()
  assert.equal(valueIn(await slow), 'old world')
  assert.equal(valueIn(await joined), 'new world', 'nobody joins a load that began in the old world')
  assert.equal(valueIn(await memo.memo(LONG, 'k', async () => ok('new world'))), 'new world')
  assert.equal(memo.peek(LONG, 'slow'), 'new world')
})

test('what is counted shows in the metrics', async () => {
  const metrics = createMetrics()
  const disk = diskInMemory()
  const memo = createMemo({
    clock: movingClock(),
    disk: disk.table,
    worldTag: () => '-',
    tally: createMemoTally(metrics),
  })
  await memo.memo(SHORT, 'k', async () => ok(1))
  await memo.memo(SHORT, 'k', async () => ok(1))
  await memo.memo(SHORT, 'bad', async () => fail('upstream_failed', 'down'))
  const text = await metrics.expose()
  assert.match(text, /mintglass_memo_total\{cache="tokenPrices",result="hit"\} 1/)
  assert.match(text, /mintglass_memo_total\{cache="tokenPrices",result="load"\} 1/)
  assert.match(text, /mintglass_memo_total\{cache="tokenPrices",result="failure"\} 1/)
})
