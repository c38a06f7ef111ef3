import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillPage } from '../../../src/services/wallet-books/fill-page.ts'

test('a page ends between two transactions', () => {
  const page = fillPage<number>(4, 'trade')
  assert.deepEqual([page.take('a', [1, 2]), page.take('b', []), page.take('c', [3, 4, 5])], [true, true, false])
  assert.deepEqual([page.rows, page.cut()], [[1, 2], null])
  assert.equal(page.take('d', [6, 7]), true)
  assert.equal(page.take('e', []), false)
})

test('of a transaction that alone is more than a page, what is left out is said', () => {
  const page = fillPage<number>(2, 'trade')
  assert.equal(page.take('a', []), true)
  assert.equal(page.take('b', [1, 2, 3]), true)
  assert.deepEqual([page.rows, page.cut()], [[1, 2], '1 more trade of b'])
  assert.equal(page.take('c', [4]), false)
})
