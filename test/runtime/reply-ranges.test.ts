import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import Type, { type TSchema } from 'typebox'
import { systemClock } from '../../src/runtime/clock.ts'
import { compileReply } from '../../src/runtime/reply-check.ts'
import * as ranges from '../../src/runtime/reply-ranges.ts'

const takes = (schema: TSchema, value: unknown): boolean => compileReply(schema).matches(value)
/** What is left of a figure in a row. */
function left(schema: TSchema, value: unknown): unknown {
  const row = { figure: value }
  assert.ok(compileReply(Type.Object({ figure: ranges.Maybe(schema) })).matches(row), String(value))
  return row.figure
}
const NONE = [Number.NaN, Number.POSITIVE_INFINITY, -1, 1e300, 'x1', {}, [], true]

test('an amount of a u64 is one, in digits, as a number or as a bigint', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 66n), max: 2n ** 66n }), (amount) => {
      const isU64 = amount >= 0n && amount < 2n ** 64n
      assert.equal(takes(ranges.U64Text, String(amount)), isU64)
      assert.equal(takes(ranges.U64, amount), isU64)
    }),
  )
  // More than there are on any chain are no lamports.
  for (const amount of [-1n, 0n, ranges.MAX_LAMPORTS, ranges.MAX_LAMPORTS + 1n, 2n ** 64n - 1n])
    assert.equal(takes(ranges.Lamports, amount), amount >= 0n && amount <= ranges.MAX_LAMPORTS, String(amount))
  assert.equal(takes(ranges.LamportsOrText, '999999999999999999'), true)
  assert.equal(takes(ranges.LamportsOrText, '18446744073709551615'), false)
  for (const edge of [2n ** 64n - 1n, 2n ** 64n, 0n, 10n ** 19n, 10n ** 20n])
    assert.equal(takes(ranges.U64Text, String(edge)), edge < 2n ** 64n, String(edge))
  for (const odd of [...NONE, '1_000', '0x10', ' 1', '', '1e3', null, 0.1]) {
    assert.equal(takes(ranges.U64, odd), false, String(odd))
    assert.equal(takes(ranges.Lamports, odd), false, String(odd))
  }
})

test('slots, decimals, counts and units of a node are whole and in range, or the reply is none', () => {
  for (const [schema, most] of [
    [ranges.Slot, 2 ** 40],
    [ranges.Decimals, 255],
    [ranges.Count, Number.MAX_SAFE_INTEGER],
    [ranges.ComputeUnits, 2 ** 32],
    [ranges.BlockTimeSec, 2 ** 40],
  ] as const) {
    for (const value of [0, 1, most]) assert.ok(takes(schema, value), String(value))
    for (const odd of [...NONE, most + 1, 0.5, '1', null]) assert.equal(takes(schema, odd), false, String(odd))
  }
})

test('figures of a market that cannot be are null, others stay as they are', () => {
  const soon = systemClock().nowMs() / 1_000
  for (const [schema, good, bad] of [
    [ranges.PriceUsd, [0, 1e-12, 5, 1e12], [1e13, '5']],
    [ranges.PriceText, ['0.000001', '5', 5, 'NaN'], ['-5', '1e13', 'Infinity']],
    [ranges.ValueUsd, [0, 5.5, 1e15], [1e16, 1e60]],
    [ranges.Tally, [0, 7], [0.1, 2 ** 60]],
    [ranges.TokenDecimals, [0, 6, 255], [-6, 256, 0.5]],
    [ranges.Share100, [0, 99.9, 100], [100.1]],
    [ranges.ChangePct, [-100, 0, 1e6], [1e300]],
    [ranges.UnixSec, [1_230_768_000, soon, soon + 80_000], [0, 1e9, soon + 90_000, 3e38]],
    [ranges.UnixMs, [soon * 1_000], [soon, 3e38]],
    [ranges.RawAmount, [0, '18446744073709551615', 2n ** 64n - 1n], ['-1', '18446744073709551616', 2n ** 64n, 0.5]],
  ] as const) {
    for (const value of good) assert.equal(left(schema, value), value, String(value))
    for (const value of [...bad, Number.NaN, 1e300, {}, [], true])
      assert.equal(left(schema, value), null, String(value))
  }
  assert.equal(left(ranges.ChangePct, -5), -5)
  for (const schema of [ranges.PriceUsd, ranges.ValueUsd, ranges.Tally, ranges.Amount, ranges.UnixSec])
    assert.equal(left(schema, -1), null)
})

test('figures are found in members, lists, records and tuples, and the rest is left alone', () => {
  const schema = Type.Object({
    rows: Type.Array(Type.Object({ price: ranges.Maybe(ranges.PriceUsd), name: Type.String() })),
    byName: ranges.Maybe(Type.Record(Type.String(), Type.Object({ n: ranges.Maybe(ranges.Tally) }))),
    closes: Type.Array(ranges.Nullable(ranges.PriceUsd)),
    pair: Type.Tuple([ranges.Nullable(ranges.Tally), Type.String()]),
  })
  const value = {
    rows: [{ price: -1, name: 'a', other: -1 }, { price: 2, name: 'b' }, { name: 'c' }],
    byName: { x: { n: 0.1 }, y: { n: 3 } },
    closes: [1, -1, null, 'x'],
    pair: [-5, 'p'],
  }
  assert.ok(compileReply(schema).matches(value))
  assert.deepEqual(value, {
    rows: [{ price: null, name: 'a', other: -1 }, { price: 2, name: 'b' }, { name: 'c' }],
    byName: { x: { n: null }, y: { n: 3 } },
    closes: [1, null, null, null],
    pair: [null, 'p'],
  })
})

test('a figure that has no null takes its row with it', () => {
  const row = compileReply(Type.Object({ price: ranges.SurePriceUsd, sells: ranges.Maybe(ranges.Count) }))
  assert.ok(row.matches({ price: 1, sells: null }))
  for (const odd of [{ price: -1 }, { price: 1, sells: 0.1 }, { price: 1e300 }]) assert.equal(row.matches(odd), false)
})
