import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OtherCoinEvidence } from '../../../../src/services/evidence-bundle/evidence.ts'
import {
  addCrowd,
  areJoined,
  LAUNCH_SEC,
  LAUNCH_SLOT,
  mapOf,
  type Token,
  token,
  wallet,
} from '../../../support/map-evidence.ts'

/** People who were in the same other tokens before. */

const DAY_SECS = 86_400
const NAMES = ['a', 'b', 'c', 'd']

type RoundTrip = { readonly in: number; readonly out: number; readonly spent?: number; readonly got?: number }

function trade(made: Token, name: string, mint: string, side: 'buy' | 'sell', sec: number, sol: number): void {
  made.act({
    slot: LAUNCH_SLOT + Math.floor((sec - LAUNCH_SEC) * 2),
    timeSec: sec,
    feePayer: wallet(name),
    otherTrades: [
      {
        wallet: wallet(name),
        side,
        mint: wallet(mint),
        pool: wallet(`${mint} pool`),
        baseRaw: '5000000',
        lamports: `${BigInt(Math.round(sol * 1e9))}`,
      },
    ],
  })
}

function roundTrip(made: Token, name: string, mint: string, at: RoundTrip): void {
  trade(made, name, mint, 'buy', at.in, at.spent ?? 0.2)
  trade(made, name, mint, 'sell', at.out, at.got ?? 0.2)
}

const known = (mint: string, signatureCount: number): OtherCoinEvidence => ({
  mint: wallet(mint),
  pool: wallet(`${mint} pool`),
  signatureCount,
  isWhole: true,
})

type Past = {
  readonly tokens?: number
  readonly signatureCount?: number
  /** When the n-th of them comes to, and leaves, the i-th token, in seconds after its beginning. */
  readonly inAfter?: (n: number, i: number) => number
  readonly outAfter?: (n: number, i: number) => number
  readonly names?: readonly string[]
}

/** Everyone was in every token; who comes first to one comes last to the next. */
function cohort(past: Past = {}) {
  const { tokens = 2, signatureCount = 30, names = NAMES } = past
  const { inAfter = (n, i) => 60 * (i % 2 === 0 ? n : names.length - n), outAfter = (n, i) => 9_000 + inAfter(n, i) } =
    past
  const made = token()
  for (const [n, name] of names.entries()) {
    for (let i = 0; i < tokens; i++) {
      const startSec = LAUNCH_SEC - (9 - i) * DAY_SECS
      roundTrip(made, name, `coin${i}`, { in: startSec + inAfter(n, i), out: startSec + outAfter(n, i) })
    }
    made.buy(name, LAUNCH_SLOT + 200 + n * 900)
  }
  addCrowd(made, 8)
  const otherCoins = Array.from({ length: tokens }, (_, i) => known(`coin${i}`, signatureCount))
  return mapOf(made.evidence({ otherCoins }))
}

test('who came to the same small tokens and left them together is joined, with the token as evidence', () => {
  const map = cohort()
  assert(areJoined(map, NAMES))
  assert.equal(map.clusters[0]!.memberCount, 4)
  const link = map.links.find(({ type }) => type === 'shared_coin')!
  assert.equal(link.weight, 1)
  assert.equal(link.evidence.via, wallet('coin0'))
})

test('one shared token is a coincidence, and three people are few', () => {
  assert.deepEqual(cohort({ tokens: 1 }).clusters, [])
  const few = cohort({ names: ['a', 'b', 'c'] })
  assert.deepEqual(few.clusters, [])
  assert(few.links.some(({ type, weight }) => type === 'shared_coin' && weight === 0.5))
})

test('what many others traded is no evidence', () => {
  assert.deepEqual(cohort({ signatureCount: 60 }).clusters, [])
  assert.deepEqual(
    cohort({ signatureCount: 151 }).links.filter(({ type }) => type === 'shared_coin'),
    [],
  )
})

test('machines that copy a trade within seconds join no one', () => {
  assert.deepEqual(cohort({ inAfter: (n, i) => (i % 2 === 0 ? n : 3 - n) }).clusters, [])
})

test('followers of one who is first in and first out everywhere join no one', () => {
  assert.deepEqual(cohort({ inAfter: (n) => (n === 0 ? 0 : 60 * n) }).clusters, [])
})

test('who leaves the same tokens at other times went alone', () => {
  assert.deepEqual(cohort({ outAfter: (n) => 9_000 + n * 4_000 }).clusters, [])
})

type Wages = {
  readonly got?: number
  readonly soldSecsAgo?: number
  readonly signatureCount?: number
  readonly earners?: number
}

function paidByTrade({ got = 0.9, soldSecsAgo = 3_600, signatureCount = 17, earners = 4 }: Wages = {}) {
  const made = token()
  for (const [n, name] of NAMES.slice(0, earners).entries()) {
    const outSec = LAUNCH_SEC - soldSecsAgo + n * 200
    roundTrip(made, name, 'junk', { in: outSec - 20_000 - n * 5_000, out: outSec, spent: 0.3, got })
    made.buy(name, LAUNCH_SLOT + 200 + n * 100)
  }
  addCrowd(made, 8)
  return mapOf(made.evidence({ otherCoins: [known('junk', signatureCount)] }))
}

test('who earned the money for this token by selling one token that hardly anyone else traded is joined', () => {
  const map = paidByTrade()
  assert(areJoined(map, NAMES))
  assert.match(map.links.find(({ type }) => type === 'shared_coin')!.evidence.detail, /earned what they bought with/)
})

test('no wage: little gain, long ago, a market of many, or few who earned', () => {
  assert.deepEqual(paidByTrade({ got: 0.4 }).clusters, [])
  assert.deepEqual(paidByTrade({ soldSecsAgo: 3 * DAY_SECS }).clusters, [])
  assert.deepEqual(paidByTrade({ signatureCount: 40 }).clusters, [])
  assert.deepEqual(paidByTrade({ earners: 3, signatureCount: 12 }).clusters, [])
})

test('a bundle of before, which knows of no other tokens, is judged as before', () => {
  const made = token()
  for (const [n, name] of NAMES.entries()) made.buy(name, LAUNCH_SLOT + 200 + n * 900)
  const evidence = made.evidence()
  assert.equal('otherCoins' in evidence, false)
  assert.equal(mapOf(evidence).ok, true)
})
