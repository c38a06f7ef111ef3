import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bigMembersPattern, parseExact, parseWithBigMembers } from '../../src/runtime/exact-json.ts'

const pattern = bigMembersPattern(['supply', 'amount'])

test('large members of the given names keep their digits, others are numbers as ever', () => {
  const text =
    '{"supply": 13467735466894987001,"amount":12,"other":13467735466894987001,"in":[{"amount":-9007199254740993}]}'
  assert.deepEqual(parseWithBigMembers(text, pattern), {
    supply: '13467735466894987001',
    amount: 12,
    other: Number('13467735466894987001'),
    in: [{ amount: '-9007199254740993' }],
  })
})

test('text that looks like such a member inside a string stays as it is', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      const value = {
        name: `${before}"supply":1234567890123456789,${after}\\`,
        'x"supply"': `"amount": 1234567890123456789}`,
        supply: 5,
      }
      assert.deepEqual(parseWithBigMembers(JSON.stringify(value), pattern), value)
      assert.deepEqual(parseExact(JSON.stringify(value)), value)
    }),
  )
})

test('every integer past 2^53 is a bigint, everything else as JSON.parse has it', () => {
  const big = '[9007199254740993,-18446744073709551615]'
  assert.deepEqual(parseExact(big), [9007199254740993n, -18446744073709551615n])
  assert.deepEqual(parseExact('{"a":12345678901234567890,"b":1.5,"c":"12345678901234567"}'), {
    a: 12345678901234567890n,
    b: 1.5,
    c: '12345678901234567',
  })
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value)
      const plain = JSON.stringify(parseExact(text), (_, part) => (typeof part === 'bigint' ? Number(part) : part))
      assert.equal(plain, JSON.stringify(JSON.parse(text)))
    }),
  )
})

test('an integer past 2^53 is found wherever it stands, beside runs of digits that are none', () => {
  const filler = fc.oneof(
    fc.stringMatching(/^[0-9a-z.:,[ -]{0,40}$/),
    fc.constantFrom('0.1234567890123456789', '1'.repeat(200), ':12345678901234567'),
    fc.integer(),
    fc.double({ noNaN: true, min: -1e6, max: 1e6 }),
  )
  const big = fc.bigInt({ min: 10n ** 16n, max: 10n ** 40n }).chain((n) => fc.constantFrom(n, -n))
  fc.assert(
    fc.property(
      fc.array(filler, { maxLength: 6 }),
      big,
      fc.array(filler, { maxLength: 6 }),
      fc.nat(20),
      (before, n, after, spaces) => {
        const rows = (list: readonly unknown[]) => list.map((one) => `${JSON.stringify(one)},`).join('')
        const text = `[${rows(before)}${' '.repeat(spaces)}${n},{"a":${' '.repeat(spaces)}${n}},${rows(after)}0]`
        const plain = (list: readonly unknown[]) => JSON.parse(JSON.stringify(list)) as unknown[]
        assert.deepEqual(parseExact(text), [...plain(before), n, { a: n }, ...plain(after), 0])
      },
    ),
    { numRuns: 1_000 },
  )
})
