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

/** Wallets that went through other tokens one after the other, days before the token. */

const DAY_SECS = 86_400
const NAMES = ['a', 'b', 'c', 'd', 'dev']

function trade(made: Token, name: string, mint: string, sec: number): void {
  const address = name === 'dev' ? DEV : wallet(name)
  made.act({
    slot: LAUNCH_SLOT + Math.floor((sec - LAUNCH_SEC) * 2),
    timeSec: sec,
    feePayer: address,
    otherTrades: [
      {
        wallet: address,
        side: 'buy',
        mint: wallet(mint),
        pool: wallet(`${mint} pool`),
        baseRaw: '5000000',
        lamports: '20000000',
      },
    ],
  })
}

type March = {
  readonly names?: readonly string[]
  readonly sessions?: number
  /** Seconds after the beginning of session `s` at which the n-th of them trades; null: not that day. */
  readonly at?: (n: number, s: number) => number | null
  readonly tell?: (made: Token) => void
}
const startSec = (session: number): number => LAUNCH_SEC - (9 - session) * DAY_SECS
/** Another one is first each day. */
const inScanQueue = (n: number, s: number): number => 60 + ((n + s * 2) % NAMES.length) * 90

function marched({ names = NAMES, sessions = 4, at = inScanQueue, tell }: March) {
  const made = token()
  names.forEach((name, n) => {
    if (name !== 'dev') {
      made.fund(BINANCE, name, 2, LAUNCH_SEC - (14 + n) * DAY_SECS)
      made.buy(name, LAUNCH_SLOT + 300 + n * 1_700)
    }
    for (let s = 0; s < sessions; s++) {
      const after = at(n, s)
      if (after !== null) trade(made, name, `token${s % 2}`, startSec(s) + after)
    }
  })
  addCrowd(made, 8)
  tell?.(made)
  return mapOf(made.evidence())
}

test('wallets led through the same tokens in the same hours of several days are joined, the creator with them', () => {
  const map = marched({})
  assert(areJoined(map, NAMES))
  const link = map.links.find(({ type }) => type === 'shared_route')!
  assert.equal(link.weight, 1)
  assert(link.evidence.signature !== null && link.evidence.otherSignature !== null)
  assert([wallet('token0'), wallet('token1')].includes(link.evidence.via!))
})

test('who came to two of the sessions and did nothing else is joined with them', () => {
  const names = ['a', 'b', 'c', 'd', 'e']
  const at = (n: number, s: number): number | null => (n === 4 && s % 2 === 1 ? null : inScanQueue(n, s))
  assert(areJoined(marched({ names, at }), names))
})

test('two sessions, or three people, are not enough', () => {
  assert(!areJoined(marched({ sessions: 2 }), ['a', 'b']))
  assert(!areJoined(marched({ names: ['a', 'b', 'c'] }), ['a', 'b']))
})

test('machines that copy within seconds, and followers of one who is always first, join no one', () => {
  assert(!areJoined(marched({ at: (n) => n }), ['a', 'b']))
  assert(!areJoined(marched({ at: (n, s) => (n === 0 ? 0 : inScanQueue(n, s)) }), ['b', 'c']))
})

test('a token of the day that others of this token trade all day joins no one', () => {
  const tell = (made: Token): void => {
    for (let i = 0; i < 5; i++)
      for (let s = 0; s < 4; s++) trade(made, `crowd${i}`, `token${s % 2}`, startSec(s) + (i + 2) * 7_100)
  }
  assert(!areJoined(marched({ tell }), ['a', 'b']))
})

test('who traded other things most of the time is not joined by the same hours', () => {
  const tell = (made: Token): void => {
    for (const [n, name] of NAMES.entries())
      for (let i = 0; i < 4; i++) trade(made, name, `own${n}${i}`, LAUNCH_SEC - (i + n + 1) * 40_000)
  }
  assert(!areJoined(marched({ tell }), ['a', 'b']))
})
