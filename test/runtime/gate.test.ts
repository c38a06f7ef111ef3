import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGate } from '../../src/runtime/gate.ts'

const never = new AbortController().signal

test('places pass on in order of arrival', async () => {
  const gate = createGate({ maxRunning: 1, maxWaiting: 2 })
  const order: number[] = []
  assert.equal(await gate.enter(never), 'entered')
  const waiting = [1, 2].map((n) => gate.enter(never).then((entered) => [order.push(n), entered]))
  assert.equal(await gate.enter(never), 'full')
  gate.leave()
  await waiting[0]
  assert.deepEqual([order, gate.running, gate.waiting], [[1], 1, 1])
  gate.leave()
  await waiting[1]
  gate.leave()
  assert.deepEqual([order, gate.running, gate.waiting], [[1, 2], 0, 0])
})

test('a caller who gives up waiting leaves no place behind and takes none', async () => {
  const gate = createGate({ maxRunning: 1, maxWaiting: 2 })
  await gate.enter(never)
  const leaving = new AbortController()
  const gone = gate.enter(leaving.signal)
  const staying = gate.enter(never)
  leaving.abort()
  assert.equal(await gone, 'aborted')
  assert.equal(await gate.enter(AbortSignal.abort()), 'aborted')
  gate.leave()
  assert.equal(await staying, 'entered')
  assert.deepEqual([gate.running, gate.waiting], [1, 0])
})

test('a free place goes to the party with the fewest running, and a crowd of one takes no more than its part', async () => {
  const gate = createGate({ maxRunning: 4, maxWaiting: 20, maxRunningOfOne: 3, maxWaitingOfOne: 5 })
  const order: string[] = []
  const enter = (party: string) => gate.enter(never, party).then((entered) => void order.push(`${party} ${entered}`))
  const crowd = Array.from({ length: 9 }, () => enter('crowd'))
  await Promise.all(crowd.slice(8))
  assert.deepEqual([order, gate.running, gate.waiting], [[...Array(3).fill('crowd entered'), 'crowd full'], 3, 5])
  await enter('first')
  const [second, third] = [enter('second'), enter('third')]
  gate.leave('crowd')
  await second
  gate.leave('first')
  await third
  gate.leave('crowd')
  await crowd[3]
  assert.deepEqual(order.slice(4), ['first entered', 'second entered', 'third entered', 'crowd entered'])
})
