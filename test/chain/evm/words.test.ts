import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { intAt, intOf, toWord, uintAt, uintOf } from '../../../src/chain/evm/words.ts'

const BITS = [1, 16, 24, 112, 128, 160]
const bits = fc.integer({ min: 0, max: 256 })
const value = bits.chain((size) => fc.bigInt({ min: -(2n ** BigInt(size)), max: 2n ** BigInt(size) }))

test('a word is the number that it writes, and needs as many bits as its number', () => {
  fc.assert(
    fc.property(value, value, fc.constantFrom(...BITS), (before, number, size) => {
      const data = `0x${toWord(before)}${toWord(number)}`
      const unsigned = BigInt.asUintN(256, number)
      const signed = BigInt.asIntN(256, number)
      assert.equal(uintAt(data, 1), unsigned)
      assert.equal(intAt(data, 1), signed)
      assert.equal(uintOf(data, 1, size), BigInt.asUintN(size, unsigned) === unsigned ? unsigned : null)
      if (size > 1) assert.equal(intOf(data, 1, size), BigInt.asIntN(size, signed) === signed ? signed : null)
    }),
    { numRuns: 2_000 },
  )
})
