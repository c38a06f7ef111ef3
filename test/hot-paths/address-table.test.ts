import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  buildAddressTable,
  findAddress,
  findAddresses,
  ROW_WORDS,
  readAddress,
  writeAddress,
} from '../../src/hot-paths/address-table.ts'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'

const addressOf = (index: number): string => encodeBase58(createHash('sha256').update(`row ${index}`).digest())

function tableOf(texts: readonly string[]) {
  const rows = new Uint32Array(texts.length * ROW_WORDS)
  for (const [row, text] of texts.entries()) assert(writeAddress(rows, row, text), text)
  return buildAddressTable(rows)
}

test('100,000 addresses are found at their rows, and others are not', () => {
  const texts = Array.from({ length: 100_000 }, (_, index) => addressOf(index))
  const table = tableOf(texts)
  for (const [row, text] of texts.entries()) assert.equal(findAddress(table, text), row)
  for (let index = 100_000; index < 120_000; index++) assert.equal(findAddress(table, addressOf(index)), -1)
})

test('any texts, repeated or beginnings of each other, are found as in a Map', () => {
  const text = fc.string({ unit: fc.constantFrom('1', '2', 'z'), minLength: 1, maxLength: 44 })
  fc.assert(
    fc.property(fc.array(text, { maxLength: 60 }), fc.array(text, { maxLength: 30 }), (texts, others) => {
      const table = tableOf(texts)
      const map = new Map(texts.map((one, row) => [one, row]))
      for (const one of [...texts, ...others]) assert.equal(findAddress(table, one), map.get(one) ?? -1)
      const asked = [...texts, ...others, 'é']
      const found = new Int32Array(asked.length)
      findAddresses(table, asked, found)
      assert.deepEqual(
        [...found],
        asked.map((one) => map.get(one) ?? -1),
      )
      for (const [row, one] of texts.entries()) assert.equal(readAddress(table, row), one)
    }),
  )
})

test('text that is longer than an address, or not of its letters, is refused and never found', () => {
  const rows = new Uint32Array(ROW_WORDS)
  for (const text of ['', '1'.repeat(45), 'a\u0000b', 'é', '注', `${'1'.repeat(43)}é`]) {
    assert.equal(writeAddress(rows, 0, text), false)
    assert.equal(findAddress(tableOf(['a']), text), -1)
  }
})

test('a row that held a longer text holds nothing of it any more', () => {
  const rows = new Uint32Array(ROW_WORDS)
  writeAddress(rows, 0, addressOf(1))
  writeAddress(rows, 0, 'abc')
  assert.equal(findAddress(buildAddressTable(rows), 'abc'), 0)
})

test('an empty table holds nothing', () => {
  assert.equal(findAddress(buildAddressTable(new Uint32Array(0)), addressOf(1)), -1)
})
