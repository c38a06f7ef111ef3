import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDecimal, readIsoMs, readPositive } from '../../src/upstreams/decimal-text.ts'

test('decimal text and numbers are read, everything else is null', () => {
  for (const [value, number] of [
    ['1.5', 1.5],
    ['-0.25', -0.25],
    ['0.0000000001', 1e-10],
    [2, 2],
    ['0', 0],
    ['NaN', null],
    ['Infinity', null],
    [Number.NaN, null],
    ['', null],
    [' ', null],
    ['x', null],
    [null, null],
    [undefined, null],
    [{}, null],
  ] as const)
    assert.equal(readDecimal(value), number, String(value))
})

test('a figure that cannot be 0 is null when it is 0 or less', () => {
  assert.deepEqual([readPositive('0'), readPositive(0), readPositive(-1), readPositive('0.1')], [null, null, null, 0.1])
})

test('dates are ISO text', () => {
  assert.deepEqual(
    [readIsoMs('2021-11-06T21:54:00.000Z'), readIsoMs('soon'), readIsoMs(5), readIsoMs(null)],
    [1_636_235_640_000, null, null, null],
  )
})
