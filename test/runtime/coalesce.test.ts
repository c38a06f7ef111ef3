import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fail, type Outcome, ok } from '../../src/contract/outcome.ts'
import { createCoalescer, getAll } from '../../src/runtime/coalesce.ts'
import { currentScope, type RequestScope, runInScope } from '../../src/runtime/request-scope.ts'

function setUp(answer: (keys: readonly string[]) => Outcome<Map<string, number>> = (keys) => ok(lengths(keys))) {
  const batches: (readonly string[])[] = []
  const payers: (string | undefined)[] = []
  const coalescer = createCoalescer<number>({
    maxKeys: 3,
    windowMs: 1,
    none: -1,
    load: async (keys) => {
      batches.push([...keys])
      payers.push(currentScope()?.requestId)
      return answer(keys)
    },
  })
  return { coalescer, batches, payers }
}
const lengths = (keys: readonly string[]) =>
  new Map(keys.filter((key) => key !== 'none').map((key) => [key, key.length]))
const scope = (requestId: string): RequestScope => ({
  requestId,
  route: '/',
  keyId: null,
  upstreamCalls: 0,
  upstreamCostUsd: 0,
})

test('neighbouring callers share batches, and no key travels twice', async () => {
  const { coalescer, batches } = setUp()
  const [first, second] = await Promise.all([getAll(coalescer, ['a', 'bb', 'a']), getAll(coalescer, ['bb', 'none'])])
  assert.deepEqual(batches, [['a', 'bb', 'none']])
  assert.deepEqual(first.ok && [...first.value], [
    ['a', 1],
    ['bb', 2],
  ])
  assert.deepEqual(second.ok && [...second.value], [
    ['bb', 2],
    ['none', -1],
  ])
})

test('a full batch leaves at once, the rest follows in the next', async () => {
  const { coalescer, batches } = setUp()
  assert.equal((await getAll(coalescer, ['1', '2', '3', '4'])).ok, true)
  assert.deepEqual(batches, [['1', '2', '3'], ['4']])
})

test('a key is asked for again once its answer is there', async () => {
  const { coalescer, batches } = setUp()
  await coalescer.get('a')
  await coalescer.get('a')
  assert.deepEqual(batches, [['a'], ['a']])
})

test('the batch is charged to the request that opened it, also when another fills it', async () => {
  const { coalescer, payers } = setUp()
  const opened = runInScope(scope('opener'), () => coalescer.get('a'))
  const filled = runInScope(scope('other'), () => getAll(coalescer, ['b', 'c']))
  await Promise.all([opened, filled])
  assert.deepEqual(payers, ['opener'])
})

test('those who pay nothing have batches of their own, and join what others ask for', async () => {
  const { coalescer, batches } = setUp()
  const free = { ...scope('free'), isFree: true }
  const outcomes = await Promise.all([
    runInScope(free, () => getAll(coalescer, ['a', 'b'])),
    runInScope(scope('paid'), () => getAll(coalescer, ['b', 'c'])),
    runInScope(free, () => getAll(coalescer, ['c'])),
  ])
  assert(outcomes.every(({ ok }) => ok))
  assert.deepEqual(batches, [
    ['a', 'b'],
    ['b', 'c'],
  ])
})

test('a failed batch fails its callers as a whole, and the next one is tried again', async () => {
  let down = true
  const { coalescer } = setUp((keys) =>
    down && keys.includes('4') ? fail('upstream_failed', 'down') : ok(lengths(keys)),
  )
  const outcome = await getAll(coalescer, ['1', '2', '3', '4'])
  assert.deepEqual(outcome, { ok: false, code: 'upstream_failed', message: 'down' })
  down = false
  assert.equal((await coalescer.get('4')).ok, true)
})
