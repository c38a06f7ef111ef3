import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { LIMITS } from '../../src/config/limits.ts'
import { bigMembersPattern, checkDepth, parseExact, parseWithBigMembers } from '../../src/runtime/exact-json.ts'
import { parseReference } from '../support/exact-json-reference.ts'

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

const read = (parse: (text: string) => unknown, text: string): unknown => {
  try {
    return { value: parse(text) }
  } catch (error) {
    return error instanceof Error ? error.name : error
  }
}
/** JSON texts: any value, with integers of every length put where numbers stand, and blanks between. */
const jsonText = fc.letrec<{ value: string }>((tie) => {
  const blank = fc.constantFrom('', '', '', ' ', '\n\t', ' '.repeat(12))
  const integer = fc
    .bigInt({ min: -(10n ** 40n), max: 10n ** 40n })
    .chain((n) => fc.integer({ min: 0, max: 39 }).map((cut) => String(n / 10n ** BigInt(cut))))
  const string = fc
    .oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(':12345678901234567890,', '\\', '"', '\\"12345678901234567890'),
    )
    .map((text) => JSON.stringify(text))
  const leaf = fc.oneof(
    integer,
    string,
    fc.constantFrom('true', 'false', 'null', '-0', '1e20', '9007199254740992', '9007199254740991', '1234567890123456'),
    fc.constantFrom('1234567890123456789.5', '1.1234567890123456789', '1e+1234567890', '1E-12345678901234567890'),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => JSON.stringify(n)),
  )
  const spaced = (one: fc.Arbitrary<string>) => fc.tuple(blank, one, blank).map((parts) => parts.join(''))
  return {
    value: fc.oneof(
      { maxDepth: 5 },
      leaf,
      fc.array(spaced(tie('value')), { maxLength: 5 }).map((parts) => `[${parts.join(',')}]`),
      fc
        .array(
          fc.tuple(
            spaced(fc.oneof(string, fc.constantFrom('"__proto__"', '"12345678901234567890"'))),
            spaced(tie('value')),
          ),
          { maxLength: 5 },
        )
        .map((parts) => `{${parts.map(([name, value]) => `${name}:${value}`).join(',')}}`),
    ),
  }
}).value

test('any JSON is read as a parser by the letter reads it', () => {
  fc.assert(
    fc.property(jsonText, (text) => {
      assert.deepStrictEqual(read(parseExact, text), read(parseReference, text))
    }),
    { numRuns: 2_000 },
  )
})

test('what is no JSON is none with large integers in it, whatever is broken', () => {
  const scrap = fc.constantFrom(
    '',
    ',',
    ':',
    '"',
    '\\',
    '{',
    '}',
    '[',
    ']',
    '-',
    '.',
    'e',
    '0',
    '+',
    ' ',
    '12345678901234567',
    'x',
  )
  fc.assert(
    fc.property(jsonText, scrap, fc.nat(), fc.nat({ max: 3 }), (text, put, place, cut) => {
      const at = place % (text.length + 1)
      const broken = text.slice(0, at) + put + text.slice(at + cut)
      assert.deepStrictEqual(read(parseExact, broken), read(parseReference, broken))
    }),
    { numRuns: 4_000 },
  )
})

test('a text that nests too deep is refused before anything recurses into it', () => {
  const nested = (levels: number, core: string) => `${'[{"a":'.repeat(levels / 2)}${core}${'}]'.repeat(levels / 2)}`
  for (const core of ['1', '12345678901234567890']) {
    checkDepth(nested(LIMITS.upstreamReplyDepth, core))
    parseExact(nested(LIMITS.upstreamReplyDepth, core))
    assert.throws(() => checkDepth(nested(LIMITS.upstreamReplyDepth + 2, core)), RangeError)
  }
  assert.throws(() => parseExact(nested(100_000, '12345678901234567890')), RangeError)
  checkDepth(JSON.stringify({ text: '[{'.repeat(1_000), escaped: '\\"[[['.repeat(500) }))
})
