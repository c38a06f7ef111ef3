import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSeededRandom, seededBytes } from '../../../sandbox/world/seeded-random.ts'

const draw = (seed: string, count: number): number[] => {
  const random = createSeededRandom(seed)
  return Array.from({ length: count }, () => random.next())
}

test('the same seed gives the same stream, another seed another one', () => {
  assert.deepEqual(draw('a', 50), draw('a', 50))
  assert.notDeepEqual(draw('a', 50), draw('b', 50))
})

test('a fork is not shifted by what its parent draws', () => {
  const early = createSeededRandom('s').fork('x').next()
  const parent = createSeededRandom('s')
  parent.next()
  parent.bytes(7)
  assert.equal(parent.fork('x').next(), early)
})

test('values fill their range evenly and stay inside it', () => {
  const random = createSeededRandom('range')
  const counts = [0, 0, 0, 0]
  for (let i = 0; i < 40_000; i++) counts[random.integer(0, 3)]!++
  for (const count of counts) assert(Math.abs(count - 10_000) < 500, `uneven: ${counts}`)
  for (const value of draw('inside', 10_000)) assert(value >= 0 && value < 1)
})

test('a sample has no duplicates and never more than there is', () => {
  const random = createSeededRandom('sample')
  const list = [1, 2, 3, 4, 5]
  assert.deepEqual([...random.sample(list, 9)].sort(), list)
  assert.equal(new Set(random.sample(list, 3)).size, 3)
})

test('bytes of a label differ from those of another label', () => {
  assert.notDeepEqual(seededBytes('s', 'a'), seededBytes('s', 'b'))
  assert.equal(seededBytes('s', 'a').length, 32)
})
