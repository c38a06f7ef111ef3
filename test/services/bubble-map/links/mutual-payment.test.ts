import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addCrowd,
  areJoined,
  BINANCE,
  LAUNCH_SLOT,
  mapOf,
  type Token,
  token,
  wallet,
} from '../../../support/map-evidence.ts'

/** Payments among people who have all bought already. */

const BOUGHT_SLOT = LAUNCH_SLOT + 5_000
const GAS_LAMPORTS = '10000000'
const NAMES = ['a', 'b', 'c', 'd', 'e']
type Ends = readonly [from: string, to: string]
/** Five people, three of whom pay. */
const LOANS: readonly Ends[] = [
  ['a', 'b'],
  ['b', 'c'],
  ['a', 'd'],
  ['d', 'e'],
]

function pay(made: Token, [from, to]: Ends, slot: number): void {
  made.act({ slot, feePayer: from, solMoves: [{ from, to, lamports: GAS_LAMPORTS }] })
}

function lentAmong(loans: readonly Ends[], slot = BOUGHT_SLOT, names = NAMES): Token {
  const made = token()
  for (const [i, name] of names.entries()) made.buy(name, LAUNCH_SLOT + 300 + i * 900)
  for (const [i, [from, to]] of loans.entries()) pay(made, [wallet(from), wallet(to)], slot + i * 700)
  addCrowd(made, 8)
  return made
}

test('holders who pay each other specks after buying are joined, with the payment as evidence', () => {
  const map = mapOf(lentAmong(LOANS).evidence())
  assert(areJoined(map, NAMES))
  assert.equal(map.clusters.length, 1)
  const link = map.links.find(({ type, target }) => type === 'mutual_payment' && target === wallet('b'))!
  assert.equal(link.weight, 1)
  assert.equal(link.evidence.amount, GAS_LAMPORTS)
  assert.match(link.evidence.detail, /join 5 people, 3 of whom pay/)
})

test('payments before the purchases are another matter', () => {
  assert.deepEqual(mapOf(lentAmong(LOANS, LAUNCH_SLOT + 10).evidence()).clusters, [])
})

test('a host who pays his guests joins no one', () => {
  const guests: readonly Ends[] = ['b', 'c', 'd', 'e'].map((name) => ['a', name] as const)
  const back: readonly Ends[] = [
    ['b', 'a'],
    ['c', 'a'],
  ]
  assert.deepEqual(mapOf(lentAmong([...guests, ...back]).evidence()).clusters, [])
})

test('three friends who pay each other are not joined by that alone', () => {
  const loans: readonly Ends[] = [
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'a'],
  ]
  const map = mapOf(lentAmong(loans, BOUGHT_SLOT, ['a', 'b', 'c']).evidence())
  assert.deepEqual(map.clusters, [])
  assert(map.links.some(({ type, weight }) => type === 'mutual_payment' && weight === 0.5))
})

test('people who deal with many others are no closed circle; exchanges do not count', () => {
  const made = lentAmong(LOANS)
  for (let i = 0; i < 6; i++) pay(made, [wallet('a'), BINANCE], BOUGHT_SLOT + 9_000 + i)
  for (let i = 0; i < 5; i++) pay(made, [wallet('a'), wallet(`shop${i}`)], BOUGHT_SLOT + 9_100 + i)
  assert(areJoined(mapOf(made.evidence()), NAMES))
  pay(made, [wallet('shop of its own'), wallet('e')], BOUGHT_SLOT + 9_200)
  assert.deepEqual(mapOf(made.evidence()).clusters, [])
})
