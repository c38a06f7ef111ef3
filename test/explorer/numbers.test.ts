import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  change,
  count,
  counted,
  cutWords,
  duration,
  percent,
  plain,
  price,
  short,
  sol,
  solNumber,
  span,
  toneOf,
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
    [null, '–'],
    [Number.NaN, '–'],
  ] as const)
    assert.equal(price(value), shown)
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
  ] as const)
    assert.equal(short(value), shown)
  assert.deepEqual([usd(0.99996), usd(3), usd(1_500), usd(null)], ['$1', '$3.00', '$1.5K', '–'])
  assert.deepEqual([usd(999.99), usd(999.996), usd(-999.996)], ['$999.99', '$1K', '-$1K'])
})

test('a share that rounds to nothing is still something', () => {
  assert.deepEqual(
    [percent(0), percent(0.001), percent(-0.001), percent(0.006), percent(12.345), percent(123_456)],
    ['0%', '<0.01%', '>-0.01%', '0.01%', '12.35%', '123,456%'],
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
  assert.deepEqual([89, 293.5, 165_795, 259_200].map(duration), ['89 s', '5 min', '46.1 h', '3.0 days'])
})

test('lamports are SOL to the last of them', () => {
  assert.deepEqual(
    [sol(1n), sol('18446744073709551615'), sol(-2_500_000_000), sol(0)],
    ['0.000000001 SOL', '18,446,744,073.709551615 SOL', '-2.5 SOL', '0 SOL'],
  )
})

test('texts of creators lose what hides or turns text, and never exceed their length', () => {
  assert.equal(plain('\u202Egnp.exe\u202C'), 'gnp.exe')
  assert.equal(plain('a\u0000b\u200Bc'), 'abc')
  assert.equal(plain('Z\u0351\u036B\u0343\u0351x'), 'Zx')
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
})

test('a change that rounds to nothing has no colour', () => {
  assert.deepEqual(
    [0.04, -0.04, 0, 0.06, -0.06, null].map((value) => toneOf(change(value))),
    ['muted', 'muted', 'muted', 'up', 'down', 'muted'],
  )
})
