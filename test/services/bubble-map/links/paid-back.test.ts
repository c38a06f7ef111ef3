import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addCrowd,
  areJoined,
  BINANCE,
  DEV,
  LAUNCH_SEC,
  LAUNCH_SLOT,
  mapOf,
  type Token,
  token,
  wallet,
} from '../../../support/map-evidence.ts'

/** Holders who are paid for holding. Every purchase of these tokens costs half a SOL. */

const HOLDERS = ['a', 'b', 'c', 'd', 'e']
const AFTER_SLOT = LAUNCH_SLOT + 20_000

type Story = {
  readonly holders?: readonly string[]
  readonly sol?: (i: number) => number
  /** Who pays the i-th of them. */
  readonly payerOf?: (i: number) => string
  /** Transactions of each payer. */
  readonly signatureCount?: number
  readonly tell?: (made: Token) => void
}

function refunded({ holders = HOLDERS, sol = () => 0.54, payerOf = () => 'office', signatureCount = 8, tell }: Story) {
  const made = token()
  holders.forEach((name, i) => {
    made.fund(BINANCE, name, 2, LAUNCH_SEC - (i + 4) * 70_000)
    made.buy(name, LAUNCH_SLOT + 300 + i * 1_700)
  })
  addCrowd(made, 8)
  made.fund('chest', 'office', 4, LAUNCH_SEC + 9_000)
  made.fund('chest', 'other office', 4, LAUNCH_SEC + 9_100)
  for (const [i, name] of holders.entries()) pay(made, payerOf(i), name, sol(i), AFTER_SLOT + i * 40)
  for (const office of ['office', 'other office']) made.know(office, { signatureCount })
  tell?.(made)
  return mapOf(made.evidence())
}

function pay(made: Token, from: string, to: string, sol: number, slot: number): void {
  const lamports = `${BigInt(Math.round(sol * 1e9))}`
  const payer = from === 'dev' ? DEV : from === 'binance' ? BINANCE : wallet(from)
  made.act({ slot, feePayer: payer, solMoves: [{ from: payer, to: wallet(to), lamports }] })
}

const chestPaysDev = (made: Token): void => {
  made.fund('chest', 'dev', 3, LAUNCH_SEC - 4_000)
  made.know('chest', { firstSeenSec: LAUNCH_SEC - 9_000, signatureCount: 4 })
}

test('who gets the stake back after buying is joined, with the payment as evidence', () => {
  const map = refunded({})
  assert(areJoined(map, HOLDERS))
  const link = map.links.find(({ type }) => type === 'paid_back')!
  assert.equal(link.weight, 1)
  assert.equal(link.evidence.amount, '540000000')
  assert.equal(link.evidence.via, wallet('office'))
  assert(link.evidence.signature !== null && link.evidence.slot !== null && link.evidence.slot >= AFTER_SLOT)
  assert.equal(map.clusters[0]!.devLinked, false)
})

test('two funding wallets of one chest pay as one, and the creator whom the chest paid is one of them', () => {
  const map = refunded({ payerOf: (i) => (i < 2 ? 'office' : 'other office'), tell: chestPaysDev })
  assert(areJoined(map, [...HOLDERS, 'dev']))
})

test('half of the stake is enough from the funder of the creator, and not from anyone else', () => {
  assert(areJoined(refunded({ sol: () => 0.3, tell: chestPaysDev }), [...HOLDERS, 'dev']))
  assert(!areJoined(refunded({ sol: () => 0.3 }), ['a', 'b']))
})

test('three who are paid back, gifts of other sums and prizes for everyone join no one', () => {
  assert(!areJoined(refunded({ holders: HOLDERS.slice(0, 3) }), ['a', 'b']))
  assert(!areJoined(refunded({ sol: (i) => [0.05, 0.1, 0.05, 0.2, 0.05][i]!, tell: chestPaysDev }), ['a', 'b']))
  const toAll = (made: Token): void => {
    for (let i = 0; i < 4; i++) pay(made, 'office', `crowd${i}`, 0.01, AFTER_SLOT + 900 + i)
  }
  assert(!areJoined(refunded({ tell: toAll, signatureCount: 14 }), ['a', 'b']))
})

test('an exchange, a wallet that pays strangers too, and who gives back what it got join no one', () => {
  assert(!areJoined(refunded({ payerOf: () => 'binance' }), ['a', 'b']))
  assert(!areJoined(refunded({ signatureCount: 90 }), ['a', 'b']))
  const depositsFirst = (made: Token): void => {
    for (const name of HOLDERS) pay(made, name, 'office', 0.545, LAUNCH_SLOT - 9_000)
  }
  assert(!areJoined(refunded({ tell: depositsFirst, signatureCount: 12 }), ['a', 'b']))
})
