import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  chanceOfShared,
  digitsOf,
  sayChance,
  shareOfNumber,
  weightOfRun,
} from '../../../src/services/bubble-map/rarity.ts'

test('principle 1: the chance of a shared trace counts who could have left it, and falls with each who did', () => {
  const chance = (sharers: number, people: number) => chanceOfShared({ sharers, people, share: 0.01 })
  assert.equal(chance(2, 2), 0.01)
  assert(Math.abs(chance(2, 10) - 0.45) < 1e-12, '45 pairs, each one in a hundred')
  assert.equal(chance(2, 100), 1)
  assert(chance(5, 30) < chance(4, 30) && chance(5, 30) < chance(5, 60))
  assert.equal(chanceOfShared({ sharers: 20, people: 40, share: 1 }), 1, 'what everyone leaves')
})

test('principle 1: of a number each digit beyond those that people like is worth ten', () => {
  assert.deepEqual([digitsOf('1220000000'), digitsOf('250000000'), digitsOf('33333333')], [3, 2, 8])
  assert.deepEqual([shareOfNumber(1, 1), shareOfNumber(3, 1), shareOfNumber(8, 8)], [1, 0.01, 1])
})

test('principle 1: a run joins at one in a million, is a fingerprint at one in a thousand, and two are no run', () => {
  assert.deepEqual(
    [weightOfRun(3, 1e-6), weightOfRun(9, 2e-6), weightOfRun(9, 2e-3), weightOfRun(2, 1e-12)],
    [1, 0.5, 0, 0],
  )
  assert.deepEqual([sayChance(2.5e-10), sayChance(0)], ['1 in 4e9', 'less than 1 in 1e15'])
})
