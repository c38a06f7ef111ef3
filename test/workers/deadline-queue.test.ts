import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDeadlineQueue } from '../../src/workers/deadline-queue.ts'
import { until } from '../support/until.ts'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('what stays too long expires once, oldest first, and what was removed never', async () => {
  const expired: string[] = []
  const queue = createDeadlineQueue<string>(30, (item) => expired.push(item))
  queue.add('first')
  queue.add('removed')
  queue.add('second')
  queue.remove('removed')
  await until(() => expired.length >= 2, 'both expire')
  await pause(50)
  assert.deepEqual(expired, ['first', 'second'])
})
test('an item added after others have gone still expires', async () => {
  const expired: string[] = []
  const queue = createDeadlineQueue<string>(30, (item) => expired.push(item))
  queue.add('gone')
  queue.remove('gone')
  await pause(20)
  queue.add('late')
  await until(() => expired.length > 0, 'it expires')
  await pause(50)
  assert.deepEqual(expired, ['late'])
})
test('a closed queue expires nothing', async () => {
  const expired: string[] = []
  const queue = createDeadlineQueue<string>(10, (item) => expired.push(item))
  queue.add('held')
  queue.close()
  await pause(40)
  assert.deepEqual(expired, [])
})
