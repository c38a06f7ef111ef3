import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decimalText, rounded } from '../../../sandbox/providers/wire-numbers.ts'

test('tiny prices come without exponent', () => {
  assert.equal(decimalText(0.0000001113), '0.0000001113')
  assert.equal(decimalText(2.8e-8), '0.000000028')
})

test('large prices keep their whole part', () => {
  assert.equal(decimalText(85_347.8617), '85347.862')
  assert.equal(decimalText(123_456_789_012), '123456789012')
})

test('what is no price is text zero', () => {
  for (const value of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) assert.equal(decimalText(value), '0')
})

test('figures are rounded to cents', () => {
  assert.equal(rounded(1.005_1), 1.01)
  assert.equal(rounded(-0.004), -0)
})
