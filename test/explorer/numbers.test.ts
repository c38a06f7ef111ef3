import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  bytes,
  change,
  count,
  counted,
  cutWords,
  dateTime,
  duration,
  isoTime,
  percent,
  plain,
  price,
  short,
  shorten,
  sol,
  solNumber,
  span,
  toneOf,
  UNKNOWN,
  usd,
} from '../../explorer/src/numbers.ts'

test('a price keeps four digits, and rounding never moves the point', () => {
  for (const [value, shown] of [
    [0.99996, '$1'],
    [0.99994, '$0.9999'],
    [0.099999, '$0.1'],
    [0.0000093534, '$0.0₅9353'],
    [0.00001, '$0.0₄1'],
    [0.0001234, '$0.0001234'],
    [1.00002, '$1.0000'],
    [1_234.5, '$1,234.5'],
    [0, '$0'],
    [-0.5, '-$0.5'],
    [-12.5, '-$12.5000'],
    [-1_234.5, '-$1,234.5'],
    [0.000000012, '$0.0₇12'],
    [-0.000000012, '-$0.0₇12'],
    [1e-15, '$0.0₁₄1'],
    [0.001, '$0.001'],
    [0.0009999, '$0.0009999'],
    [0.00009999, '$0.0₄9999'],
    [1, '$1.0000'],
    [9.99995, '$10.0000'],
    [999.9999, '$999.9999'],
    [999.99996, '$1,000'],
    [-999.99996, '-$1,000'],
    [1_000, '$1,000'],
    [1_234.567, '$1,234.57'],
    [999_950, '$999,950'],
    [999_999_999_999, '$999,999,999,999'],
    [1e12, '$1T'],
    [-2.5e21, '-$2.5e21'],
    [-0, '$0'],
    [null, '–'],
    [undefined, '–'],
    [Number.NaN, '–'],
    [Number.POSITIVE_INFINITY, '–'],
  ] as const)
    assert.equal(price(value), shown, String(value))
})

test('what is no number is not known, whatever it should be', () => {
  for (const value of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
    for (const write of [usd, price, short, percent, change, count, solNumber, bytes])
      assert.equal(write(value), UNKNOWN, `${write.name} of ${value}`)
    assert.equal(dateTime(value), UNKNOWN, String(value))
    assert.equal(isoTime(value), null, String(value))
    if (typeof value === 'number') assert.deepEqual([span(value), duration(value)], [UNKNOWN, UNKNOWN])
  }
})

test('nothing has no sign', () => {
  assert.deepEqual(
    [usd(-0), price(-0), short(-0), percent(-0), change(-0), count(-0), count(-0.0001), solNumber(-0), bytes(-0)],
    ['$0.00', '$0', '0', '0%', '0%', '0', '0', '0 SOL', '0 B'],
  )
})

/** Reads `0.0₅9353` back. */
function read(text: string): number {
  const [, sign, zeros, digits] = /^(-?)\$0\.0([₀-₉]+)(\d+)$/.exec(text) ?? []
  if (digits === undefined) return Number(text.slice(1).replaceAll(',', ''))
  const count = Number([...zeros!].map((one) => '₀₁₂₃₄₅₆₇₈₉'.indexOf(one)).join(''))
  return Number(`${sign}0.${'0'.repeat(count)}${digits}`)
}

test('what a price shows is the price to a twentieth of a percent', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-15, max: 1e9, noNaN: true }), (value) => {
      const shown = read(price(value))
      return Math.abs(shown - value) <= value * 5.1e-4
    }),
  )
})

test('short sums change to the next unit before they have four digits', () => {
  for (const [value, shown] of [
    [999_960, '1M'],
    [999_400, '999K'],
    [1_240_000, '1.24M'],
    [999.7, '1K'],
    [12.34, '12.3'],
    [1e12, '1T'],
    [0, '0'],
    [-1_500, '-1.5K'],
    [0.000000012, '0.0₇12'],
    [-0.5, '-0.5'],
    [0.99996, '1'],
    [-0.99996, '-1'],
    [1, '1'],
    [9.996, '10'],
    [99.94, '99.9'],
    [99.95, '100'],
    [100, '100'],
    [123.4, '123'],
    [999.4, '999'],
    [999.5, '1K'],
    [999.95, '1K'],
    [1_000, '1K'],
    [1_001, '1K'],
    [1_010, '1.01K'],
    [10_460, '10.5K'],
    [10.04, '10'],
    [100_040, '100K'],
    [1.239, '1.24'],
    [1.236e18, '1.24e18'],
    [10_100, '10.1K'],
    [99_950, '100K'],
    [100_400, '100K'],
    [999_499, '999K'],
    [999_500, '1M'],
    [999_500_000, '1B'],
    [999_499_999, '999M'],
    [999_500_000_000, '1T'],
    [999_499_999_999_999, '999T'],
    [1e15, '1Q'],
    [-1.5e15, '-1.5Q'],
    [999e15, '999Q'],
    [1e18, '1e18'],
    [-1.5e21, '-1.5e21'],
    [1.25e300, '1.25e300'],
  ] as const)
    assert.equal(short(value), shown, String(value))
  assert.deepEqual([usd(0.99996), usd(3), usd(1_500), usd(null)], ['$1', '$3.00', '$1.5K', '–'])
  assert.deepEqual([usd(999.99), usd(999.996), usd(-999.996)], ['$999.99', '$1K', '-$1K'])
  assert.deepEqual([usd(999.95), usd(999.994), usd(999.995), usd(1_000)], ['$999.95', '$999.99', '$1K', '$1K'])
  assert.deepEqual([usd(1), usd(0.000000012), usd(1e18)], ['$1.00', '$0.0₇12', '$1e18'])
})

test('a share that rounds to nothing is still something', () => {
  assert.deepEqual(
    [percent(0), percent(0.001), percent(-0.001), percent(0.006), percent(12.345), percent(123_456)],
    ['0%', '<0.01%', '>-0.01%', '0.01%', '12.35%', '123,456%'],
  )
  assert.deepEqual(
    [0.005, 0.00499, -0.005, 99.995, 99.994, 999.994, 999.995, 1_000.4, -1_000.4].map((value) => percent(value)),
    ['0.01%', '<0.01%', '-0.01%', '100%', '99.99%', '999.99%', '1,000%', '1,000%', '-1,000%'],
  )
  assert.deepEqual(
    [percent(0.4, 0), percent(0.5, 0), percent(0.04, 1), percent(12.34, 1), percent(0.000012, 4)],
    ['<1%', '1%', '<0.1%', '12.3%', '<0.0001%'],
  )
  assert.deepEqual([percent(999_999_999), percent(1e9), percent(-1e18)], ['999,999,999%', '1B%', '-1e18%'])
  assert.deepEqual(
    [0, 0.05, -0.05, 0.0499, -0.0499, 999.95, -999.95, 1e9].map((value) => change(value)),
    ['0%', '+0.1%', '-0.1%', '0%', '0%', '+1,000%', '-1,000%', '+1B%'],
  )
  assert.deepEqual([change(0.04), change(0.06), change(-12.3), change(null)], ['0%', '+0.1%', '-12.3%', '–'])
  assert.deepEqual([count(1_234), count(null)], ['1,234', '–'])
})

test('a loss has its sign before the unit', () => {
  assert.deepEqual([usd(-9.486), usd(-0.4305), usd(-1_500), usd(0)], ['-$9.49', '-$0.4305', '-$1.5K', '$0.00'])
})

test('SOL of an answer keeps that it is something, and no zeros behind it', () => {
  assert.deepEqual(
    [
      solNumber(0),
      solNumber(0.001473),
      solNumber(0.00000544),
      solNumber(-0.00000544),
      solNumber(1_234.5),
      solNumber(null),
    ],
    ['0 SOL', '0.0015 SOL', '<0.0001 SOL', '>-0.0001 SOL', '1,234.5 SOL', '–'],
  )
  assert.deepEqual(
    [
      solNumber(0.00005),
      solNumber(0.000049),
      solNumber(0.000000012, 9),
      solNumber(0.000000012, 6),
      solNumber(-1e-9, 9),
    ],
    ['0.0001 SOL', '<0.0001 SOL', '0.000000012 SOL', '<0.000001 SOL', '-0.000000001 SOL'],
  )
})

test('one of something is not many, and a time is in its largest unit', () => {
  assert.deepEqual(
    [counted(1, 'trade'), counted(0, 'trade'), counted(1_234, 'trade')],
    ['1 trade', '0 trades', '1,234 trades'],
  )
  assert.deepEqual(
    [span(-5), span(59_999), span(60_000), span(7_199_999), span(172_800_000)],
    ['0s', '59s', '1m', '1h', '2d'],
  )
  assert.deepEqual([0, 999, 1_000, 3_599_999, 3_600_000, 86_399_999, 86_400_000].map(span), [
    '0s',
    '0s',
    '1s',
    '59m',
    '1h',
    '23h',
    '1d',
  ])
  assert.deepEqual([span(172_799_999), duration(140)], ['1d', '2 min'])
  assert.deepEqual([89, 293.5, 165_795, 259_200].map(duration), ['89 s', '5 min', '46.1 h', '3.0 days'])
  assert.deepEqual([-5, 0, 0.4, 89.9, 90, 5_399, 5_400, 172_799, 172_800, 1e9].map(duration), [
    '0 s',
    '0 s',
    '0 s',
    '90 s',
    '2 min',
    '90 min',
    '1.5 h',
    '48.0 h',
    '2.0 days',
    '11,574.1 days',
  ])
  assert.deepEqual([counted(2, 'entry', 'entries'), counted(1, 'entry', 'entries')], ['2 entries', '1 entry'])
})

test('a time that a provider made up is not known, and takes no page with it', () => {
  assert.deepEqual(
    [dateTime(0), dateTime(1_795_929_333_607), dateTime(-1), dateTime(8.64e15)],
    ['1970-01-01 00:00:00 UTC', '2026-11-29 05:15:33 UTC', '1969-12-31 23:59:59 UTC', '+275760-09-13 00:00:00 UTC'],
  )
  assert.deepEqual([8.64e15 + 1, 1.8e18].map(dateTime), [UNKNOWN, UNKNOWN])
  assert.equal(isoTime(1_795_929_333_607), '2026-11-29T05:15:33.607Z')
})

test('sizes are in the unit in which they have at most three digits before the point', () => {
  assert.deepEqual(
    [
      0,
      1,
      1_023,
      1_023.5,
      1_024,
      1_536,
      102_297,
      102_400,
      1_048_063,
      1_048_064,
      1_073_741_824,
      2 ** 40,
      5 * 2 ** 50,
    ].map(bytes),
    [
      '0 B',
      '1 B',
      '1,023 B',
      '1 KiB',
      '1 KiB',
      '1.5 KiB',
      '99.9 KiB',
      '100 KiB',
      '1,023 KiB',
      '1 MiB',
      '1 GiB',
      '1 TiB',
      '5,120 TiB',
    ],
  )
})

test('a size keeps one digit after the point while it is short', () => {
  assert.deepEqual([1_600, 10_300, 153_600, 157_184].map(bytes), ['1.6 KiB', '10.1 KiB', '150 KiB', '154 KiB'])
  assert.equal(bytes(512.4), '512 B')
  assert.equal(bytes(9.6), '10 B')
})

test('an address keeps its ends, and a text that is no longer than them is whole', () => {
  assert.deepEqual(
    [
      shorten('123456789'),
      shorten('1234567890'),
      shorten(''),
      shorten('1234567890123', 6),
      shorten('12345678901234', 6),
    ],
    ['123456789', '1234…7890', '', '1234567890123', '123456…901234'],
  )
})

test('lamports are SOL to the last of them', () => {
  assert.deepEqual(
    [sol(1n), sol('18446744073709551615'), sol(-2_500_000_000), sol(0), sol(1_000_000_000), sol('-1')],
    ['0.000000001 SOL', '18,446,744,073.709551615 SOL', '-2.5 SOL', '0 SOL', '1 SOL', '-0.000000001 SOL'],
  )
})

test('texts of creators lose what hides or turns text, and never exceed their length', () => {
  assert.equal(plain('\u202Egnp.exe\u202C'), 'gnp.exe')
  assert.equal(plain('a\u0000b\u200Bc'), 'abc')
  assert.equal(plain('Z\u0351\u036B\u0343\u0351x'), 'Zx')
  assert.equal(plain('e\u0301\u0302x'), 'e\u0301\u0302x', 'two accents are a letter')
  assert.deepEqual([plain('  a  '), plain('a\tb\r\nc\u2028d\u2029e')], ['a', 'a b c d e'])
  assert.deepEqual([plain('abcd', 3), plain('abc', 3), plain('🦊🦊🦊', 2)], ['abc…', 'abc', '🦊🦊…'])
  assert.equal(plain('a'.repeat(41)), `${'a'.repeat(40)}…`)
  assert.equal(plain(`${'\u200B'.repeat(8)}a`, 1), '', 'eight signs for one are looked at')
  assert.deepEqual([plain(null), plain(undefined), plain('')], ['', '', ''])
  // What hides is left out before the text is cut, within bounds.
  assert.deepEqual([plain('\u200B'.repeat(9) + 'ab', 2), plain('\u200B'.repeat(20) + 'ab', 2)], ['ab', ''])
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.integer({ min: 1, max: 60 }), (text, most) => {
      const shown = plain(text, most)
      return [...shown].length <= most + 1 && !/[\p{Cc}\p{Cf}\p{Cs}]/u.test(shown)
    }),
  )
})

test('a list of which not all is shown says how much there is', () => {
  assert.equal(cutWords(25, 1_200, 'wallets'), 'The first 25 of 1,200 wallets.')
  assert.deepEqual([cutWords(25, 25, 'wallets'), cutWords(25, 3, 'wallets')], ['', ''])
  assert.equal(cutWords(25, 26, 'wallets'), 'The first 25 of 26 wallets.')
})

test('a change that rounds to nothing has no colour', () => {
  assert.deepEqual(
    [0.04, -0.04, 0, 0.06, -0.06, null].map((value) => toneOf(change(value))),
    ['muted', 'muted', 'muted', 'up', 'down', 'muted'],
  )
})
