import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInScope } from '../../src/runtime/request-scope.ts'
import { createSingleFlight } from '../../src/runtime/single-flight.ts'

test('callers that ask while the work runs share one run', async () => {
  const flights = createSingleFlight<number>()
  let runs = 0
  const joined = Array.from({ length: 1_000 }, () => flights.join('k', async () => ++runs))
  const results = await Promise.all(joined.map(({ result }) => result))
  assert.equal(runs, 1)
  assert.deepEqual(new Set(results), new Set([1]))
  assert.equal(joined.filter(({ isLeader }) => isLeader).length, 1)
})

test('another key runs on its own', async () => {
  const flights = createSingleFlight<string>()
  const both = [flights.join('a', async () => 'A'), flights.join('b', async () => 'B')]
  assert.deepEqual(await Promise.all(both.map(({ result }) => result)), ['A', 'B'])
})

test('work that throws reaches all callers and is forgotten', async () => {
  const flights = createSingleFlight<number>()
  const first = flights.join('k', () => Promise.reject(new Error('broken')))
  const second = flights.join('k', async () => 2)
  await assert.rejects(first.result, /broken/)
  await assert.rejects(second.result, /broken/)
  assert.equal(flights.size, 0)
  assert.equal(await flights.join('k', async () => 3).result, 3)
})

test('work that throws before its first await is forgotten too', async () => {
  const flights = createSingleFlight<number>()
  const work = (): Promise<number> => {
    throw new Error('at once')
  }
  await assert.rejects(flights.join('k', work).result, /at once/)
  assert.equal(flights.current('k'), undefined)
})

test('who pays does not wait for the run of one who pays nothing; the other way round they share it', async () => {
  const as = <T>(isFree: boolean, work: () => T): T =>
    runInScope({ requestId: 'r', route: '/x', keyId: 1, isFree, upstreamCalls: 0, upstreamCostUsd: 0 }, work)
  const flights = createSingleFlight<string>()
  const free = as(true, () => flights.join('k', async () => 'free'))
  const paid = as(false, () => flights.join('k', async () => 'paid'))
  const joined = [true, false].map((isFree) => as(isFree, () => flights.join('k', async () => 'another')))
  assert.deepEqual(await Promise.all([free, paid, ...joined].map(({ result }) => result)), [
    'free',
    'paid',
    'paid',
    'paid',
  ])
  assert.equal(flights.size, 0)
})
