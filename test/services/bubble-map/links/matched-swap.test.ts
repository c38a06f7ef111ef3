import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addCrowd,
  areJoined,
  BINANCE,
  LAUNCH_SEC,
  LAUNCH_SLOT,
  mapOf,
  type Token,
  token,
  wallet,
} from '../../../support/map-evidence.ts'

/** Sums that go into an exchange and come out of it minutes later, less by a fee. */

const NAMES = ['a', 'b', 'c', 'd']
const LAMPORTS_PER_SOL = 1e9

type Plan = {
  readonly people?: readonly string[]
  /** Deposit by withdrawal. */
  readonly ratio?: number
  readonly beforeSecs?: number
  readonly fundingWalletOf?: (i: number) => string
  readonly noise?: readonly number[]
}

function swapped({
  people = NAMES,
  ratio = 1.006,
  beforeSecs = 300,
  fundingWalletOf = () => 'purse',
  noise = [],
}: Plan = {}): Token {
  const made = token()
  for (const [i, name] of people.entries()) {
    const sol = 2.1 + i * 0.37
    const sec = LAUNCH_SEC - 90_000 - i * 9_000
    made.fund(BINANCE, name, sol, sec)
    deposit(made, `address${i}`, fundingWalletOf(i), sol * ratio, sec - beforeSecs)
    for (const [n, other] of noise.entries())
      deposit(made, `noise${i}-${n}`, fundingWalletOf(i), sol * other, sec - beforeSecs - 60)
    made.buy(name, LAUNCH_SLOT + 300 + i * 1_700)
  }
  addCrowd(made, 8)
  return made
}

/** The funding wallet fills an address that is used once, and that passes on what it got. */
function deposit(made: Token, address: string, fundingWallet: string, sol: number, sec: number): void {
  const slot = LAUNCH_SLOT + Math.floor((sec - LAUNCH_SEC) * 2)
  const lamports = `${BigInt(Math.round(sol * LAMPORTS_PER_SOL))}`
  made.fund(fundingWallet, address, sol, sec - 60)
  made.know(fundingWallet, { roles: ['funder'], signatureCount: 20 })
  made.know(address, { signatureCount: 2 })
  const from = wallet(address)
  made.act({ slot, timeSec: sec, feePayer: from, solMoves: [{ from, to: BINANCE, lamports }] })
}

test('withdrawals that follow a deposit of as much and a fee by one funding wallet join their receivers', () => {
  const map = mapOf(swapped().evidence())
  assert(areJoined(map, NAMES))
  assert.deepEqual(map.clusters[0]!.kinds, ['matched_swap'])
  const link = map.links.find(({ type }) => type === 'matched_swap')!
  assert.equal(link.weight, 1)
  assert.equal(link.evidence.via, wallet('purse'))
  assert.match(link.evidence.detail, /300 s before/)
})

test('three may be chance', () => {
  assert.deepEqual(mapOf(swapped({ people: ['a', 'b', 'c'] }).evidence()).clusters, [])
})

test('smaller deposits, much larger ones and old ones are no match', () => {
  for (const plan of [{ ratio: 0.99 }, { ratio: 1.03 }, { beforeSecs: 2_760 }])
    assert.deepEqual(mapOf(swapped(plan).evidence()).clusters, [], JSON.stringify(plan))
})

test('deposits of different people are theirs', () => {
  assert.deepEqual(mapOf(swapped({ fundingWalletOf: (i) => `purse${i}` }).evidence()).clusters, [])
})

test('who sends sums of every size to the exchange all day is matched by chance', () => {
  assert.deepEqual(mapOf(swapped({ noise: [0.99, 0.985] }).evidence()).clusters, [])
})

test('a sender that is busy is a service', () => {
  const made = swapped()
  made.know('purse', { signatureCount: 1_000, isBusy: true })
  assert.deepEqual(mapOf(made.evidence()).clusters, [])
})

test('what one withdrew pays for the next: the chain is one hand', () => {
  const map = mapOf(
    swapped({
      people: ['a', 'b', 'c', 'd', 'e'],
      fundingWalletOf: (i) => ['b', 'c', 'd', 'e', 'purse'][i]!,
    }).evidence(),
  )
  assert(areJoined(map, ['a', 'b', 'c', 'd', 'e']))
})
