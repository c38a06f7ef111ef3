import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createWorkSet } from '../../src/runtime/work-set.ts'

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
const unexpected = (error: unknown): void => assert.fail(String(error))

test('one piece of a key at a time, and the next when it has ended', async () => {
  const works = createWorkSet<string>()
  const begun: string[] = []
  let end = (): void => {}
  const work = (name: string) => () => {
    begun.push(name)
    return new Promise<void>((resolve) => {
      end = resolve
    })
  }
  works.begin('a', work('first'), unexpected)
  works.begin('a', work('second'), unexpected)
  assert.deepEqual([begun, works.size, works.has('a'), works.has('b')], [['first'], 1, true, false])
  end()
  await nextTurn()
  assert.deepEqual([works.size, works.has('a')], [0, false])
  works.begin('a', work('third'), unexpected)
  assert.deepEqual(begun, ['first', 'third'])
})

test('what a piece throws is handed over, and its key is free again', async () => {
  const works = createWorkSet<number>()
  const errors: unknown[] = []
  works.begin(
    1,
    () => Promise.reject(new Error('away')),
    (error) => errors.push(error),
  )
  await nextTurn()
  assert.deepEqual([errors.map(String), works.size], [['Error: away'], 0])
})

test('closing aborts what is under way, waits for its end and lets nothing begin', async () => {
  const works = createWorkSet<string>()
  let hasEnded = false
  const work = async (signal: AbortSignal): Promise<void> => {
    await untilAborted(signal)
    await nextTurn()
    hasEnded = true
  }
  works.begin('a', work, unexpected)
  await works.close()
  assert.equal(hasEnded, true)
  works.begin('b', () => assert.fail('it begins nothing any more'), unexpected)
  assert.equal(works.size, 0)
})
