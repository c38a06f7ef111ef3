import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPairColumns, SEGMENT_ROWS } from '../../../src/hot-paths/screener/pair-columns.ts'

const COUNTS = { numbers: 2, codes: 1, flags: 1 }

test('a new row knows nothing, and what is set is read again', () => {
  const columns = createPairColumns(COUNTS)
  const row = columns.add()
  assert.deepEqual([columns.number(0, row), columns.code(0, row), columns.flag(0, row)], [null, 0, null])
  columns.setNumber(1, row, 0)
  columns.setCode(0, row, 65_535)
  columns.setFlag(0, row, false)
  assert.deepEqual([columns.number(1, row), columns.code(0, row), columns.flag(0, row)], [0, 65_535, false])
  columns.setNumber(1, row, null)
  assert.equal(columns.number(1, row), null)
})

test('what is no number is unknown, never a number', () => {
  const columns = createPairColumns(COUNTS)
  const row = columns.add()
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
    columns.setNumber(0, row, 5)
    columns.setNumber(0, row, value)
    assert.equal(columns.number(0, row), null)
  }
})

test('rows of further segments are rows like the others', () => {
  const columns = createPairColumns(COUNTS)
  for (let i = 0; i < SEGMENT_ROWS + 40; i++) columns.setNumber(0, columns.add(), i)
  assert.equal(columns.segments.length, 2)
  for (const row of [0, 31, 32, SEGMENT_ROWS - 1, SEGMENT_ROWS, SEGMENT_ROWS + 39])
    assert.equal(columns.number(0, row), row)
  assert.equal(columns.size, SEGMENT_ROWS + 40)
})

test('a removed row is gone, and comes back empty', () => {
  const columns = createPairColumns(COUNTS)
  const row = columns.add()
  columns.setNumber(0, row, 7)
  columns.setFlag(0, row, true)
  columns.setCode(0, row, 3)
  columns.remove(row)
  assert.deepEqual([columns.isAlive(row), columns.size, columns.rows], [false, 0, 1])
  assert.throws(() => columns.remove(row))
  columns.revive(row)
  assert.deepEqual([columns.number(0, row), columns.flag(0, row), columns.code(0, row)], [null, null, 0])
  assert.throws(() => columns.revive(row))
})

test('a listener hears of rows and numbers before they change', () => {
  const columns = createPairColumns(COUNTS)
  const heard: unknown[] = []
  columns.listen({
    added: (row) => heard.push(['added', row]),
    removed: (row) => heard.push(['removed', row]),
    changed: (column, row, value) => heard.push([column, row, value]),
  })
  const row = columns.add()
  columns.setNumber(1, row, 4)
  columns.setNumber(1, row, Number.NaN)
  columns.remove(row)
  assert.deepEqual(heard, [
    ['added', 0],
    [1, 0, 4],
    [1, 0, null],
    ['removed', 0],
  ])
})
