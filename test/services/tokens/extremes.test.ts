import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extremesOf } from '../../../src/services/tokens/extremes.ts'

test('the highest high and the lowest low, each with its time, the first of equal ones', () => {
  const span = (tMs: number, high: number, low: number) => ({ tMs, high, low })
  assert.deepEqual(extremesOf([span(1, 5, 4), span(2, 9, 2), span(3, 9, 2), span(4, 8, 3)]), {
    athUsd: 9,
    athMs: 2,
    atlUsd: 2,
    atlMs: 2,
  })
  assert.equal(extremesOf([]), null)
})
