import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createBoundedMap } from '../../src/runtime/bounded-map.ts'

/** Collects all garbage, that of weak references too, which live to the end of their turn. */
async function collector(): Promise<() => Promise<void>> {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as () => void
  return async () => {
    await turn()
    gc()
    await turn()
    gc()
  }
}

test('a full map forgets the entry used longest ago', () => {
  const map = createBoundedMap<string, number>(2)
  map.set('a', 1)
  map.set('b', 2)
  assert.equal(map.get('a'), 1)
  map.set('c', 3)
  assert.equal(map.peek('b'), undefined)
  assert.deepEqual([map.peek('a'), map.peek('c'), map.size], [1, 3, 2])
})

test('a peek does not count as a use', () => {
  const map = createBoundedMap<string, number>(2)
  map.set('a', 1)
  map.set('b', 2)
  map.peek('a')
  map.set('c', 3)
  assert.equal(map.peek('a'), undefined)
})

test('a value set again replaces the old one and forgets no one', () => {
  const map = createBoundedMap<string, number>(2)
  map.set('a', 1)
  map.set('b', 2)
  map.set('a', 3)
  assert.deepEqual([map.get('a'), map.get('b'), map.size], [3, 2, 2])
})

test('a sweep goes on where it stopped and finds what is over, also where hot entries keep moving to the end', () => {
  const map = createBoundedMap<string, { over: boolean }>(100)
  for (let i = 0; i < 10; i++) map.set(`cold${i}`, { over: false })
  map.set('hot', { over: false })
  for (let round = 0; round < 10; round++) {
    map.sweep(2, ({ over }) => over)
    map.get('hot')
  }
  for (let i = 0; i < 10; i++) map.peek(`cold${i}`)!.over = true
  for (let round = 0; round < 30; round++) {
    map.sweep(2, ({ over }) => over)
    map.get('hot')
  }
  assert.equal(map.size, 1)
  assert.notEqual(map.peek('hot'), undefined)
  map.sweep(100, () => true)
  map.sweep(100, () => true)
  assert.equal(map.size, 0)
})

test('what a map has forgotten is garbage, however long it is used, and between two sweeps, too', async () => {
  const collect = await collector()
  const swept = createBoundedMap<number, object>(64)
  for (let i = 0; i < 64; i++) swept.set(i, {})
  swept.sweep(1, () => false)
  const maps = [createBoundedMap<number, object>(64), swept]
  for (const map of maps) {
    const first = (() => {
      const value = {}
      map.set(-1, value)
      return new WeakRef(value)
    })()
    for (let i = 0; i < 20_000; i++) map.set(i, {})
    for (let i = 0; i < 20_000; i++) map.get(20_000 - 1 - (i % 64))
    await collect()
    assert.equal(first.deref(), undefined)
    assert.equal(map.size, 64)
  }
})

test('a map without room is refused', () => {
  assert.throws(() => createBoundedMap(0), /at least 1/)
})
