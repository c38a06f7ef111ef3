import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UsageDelta } from '../../../src/store/store.ts'
import { openTempStore, tempDir } from '../temp-store.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NOON_MS = Date.UTC(2026, 10, 20, 12)

function delta(over: Partial<UsageDelta> = {}): UsageDelta {
  return {
    keyId: 1,
    route: 'GET /api/v2/x',
    bucketMs: NOON_MS + 5_000,
    calls: 2,
    errors: 1,
    failures: 0,
    totalMs: 10,
    maxMs: 7,
    providerCalls: 3,
    providerCostUsd: 0.5,
    ...over,
  }
}

test('deltas add up in the row of their hour and of their day', async (t) => {
  const { usage } = await openTempStore(t)
  await usage.add([delta(), delta({ maxMs: 3 })])
  await usage.add([delta({ bucketMs: NOON_MS + HOUR_MS, maxMs: 9 })])
  const hours = usage.read(1, 'hour', NOON_MS, NOON_MS + HOUR_MS)
  assert.deepEqual(hours, [
    { ...delta(), bucketMs: NOON_MS, calls: 4, errors: 2, totalMs: 20, maxMs: 7, providerCalls: 6, providerCostUsd: 1 },
    { ...delta(), bucketMs: NOON_MS + HOUR_MS, maxMs: 9 },
  ])
  const [day, ...rest] = usage.read(1, 'day', NOON_MS, NOON_MS)
  assert.equal(rest.length, 0)
  assert.deepEqual([day?.calls, day?.maxMs, day?.bucketMs], [6, 9, Date.UTC(2026, 10, 20)])
})

test('a key reads its own rows only, in the range asked for', async (t) => {
  const { usage } = await openTempStore(t)
  await usage.add([
    delta(),
    delta({ keyId: 2 }),
    delta({ keyId: 11 }),
    delta({ bucketMs: NOON_MS - DAY_MS }),
    delta({ route: 'POST /z' }),
  ])
  assert.deepEqual(
    usage.read(1, 'day', NOON_MS, NOON_MS).map(({ route }) => route),
    ['GET /api/v2/x', 'POST /z'],
  )
  assert.equal(usage.read(1, 'day', NOON_MS - DAY_MS, NOON_MS).length, 3)
  assert.equal(usage.read(3, 'day', 0, NOON_MS).length, 0)
})

test('usage of a key in memory ends with the run of the servers', async (t) => {
  const dir = tempDir(t)
  const first = await openTempStore(t, { dir })
  await first.usage.add([delta({ keyId: -1 }), delta({ keyId: 1 })])
  assert.equal(first.usage.read(-1, 'day', NOON_MS, NOON_MS)[0]?.calls, 2)
  await first.close()
  const second = await openTempStore(t, { dir })
  assert.equal(second.usage.read(-1, 'day', NOON_MS, NOON_MS).length, 0)
  assert.equal(second.usage.read(1, 'day', NOON_MS, NOON_MS)[0]?.calls, 2)
})

test('a batch with a row that cannot be written is written not at all', async (t) => {
  const { usage } = await openTempStore(t)
  const tooLong = 'x'.repeat(5_000)
  await assert.rejects(usage.add([delta(), delta({ route: tooLong })]), /does not fit|key size/i)
  assert.equal(usage.read(1, 'day', NOON_MS, NOON_MS).length, 0)
  await usage.add([delta()])
  assert.equal(usage.read(1, 'day', NOON_MS, NOON_MS)[0]?.calls, 2)
})

test('old buckets are pruned by resolution', async (t) => {
  const { usage } = await openTempStore(t)
  await usage.add([delta(), delta({ bucketMs: NOON_MS - 3 * DAY_MS })])
  assert.equal(await usage.prune({ hour: NOON_MS - 2 * DAY_MS, day: NOON_MS - 90 * DAY_MS }), 1)
  assert.equal(usage.read(1, 'hour', NOON_MS - 3 * DAY_MS, NOON_MS).length, 1)
  assert.equal(usage.read(1, 'day', NOON_MS - 3 * DAY_MS, NOON_MS).length, 2)
  assert.equal(await usage.prune({ hour: 0, day: 0 }), 0)
})

test('counts that are held in memory are written before they are read', async (t) => {
  const { usage } = await openTempStore(t)
  const detach = usage.attachPending(() => usage.add([delta()]))
  await usage.settle()
  assert.equal(usage.read(1, 'day', NOON_MS, NOON_MS)[0]?.calls, 2)
  detach()
  await usage.settle()
  assert.equal(usage.read(1, 'day', NOON_MS, NOON_MS)[0]?.calls, 2)
})
