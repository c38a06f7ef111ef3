import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { legendre, legendreByPower } from '../../../src/chain/solana/legendre.ts'

const P = 2n ** 255n - 19n

test("the fast symbol is the one of Euler's criterion: edges of the limbs, small numbers, and many of all sizes", () => {
  const values = [0n, P - 1n, P - 2n, P - 19n, (P - 1n) / 2n]
  for (let i = 0n; i < 64n; i++) values.push(i)
  for (let bit = 1n; bit < 255n; bit++) values.push(2n ** bit, 2n ** bit - 1n, 2n ** bit + 1n)
  for (let i = 0; i < 600; i++) {
    const digest = BigInt(`0x${createHash('sha256').update(String(i)).digest('hex')}`)
    values.push((digest >> BigInt(i % 250)) % P)
  }
  for (const value of values) assert.equal(legendre(value), legendreByPower(value), String(value))
})

test('squares are squares, and a product of two that are none is one', () => {
  for (let root = 1n; root < 200n; root++) assert.equal(legendre((root * root * 7n ** 80n * 7n ** 80n) % P), 1)
  const none = [...Array(100).keys()].map(BigInt).filter((value) => legendre(value) === -1)
  assert(none.length > 30)
  for (const value of none) assert.equal(legendre((value * none[0]!) % P), 1)
})
