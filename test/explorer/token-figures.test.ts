import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  chosenPool,
  holdersWords,
  isJudged,
  isUnknownToken,
  mapWords,
  marketCapAt,
  newerPrice,
  notReadWords,
  ownerPlace,
  passedWords,
  share,
  sniperWords,
  stillHoldAll,
} from '../../explorer/src/token/figures.ts'
import { NODE_KINDS } from '../../src/contract/bubble-map.ts'

const passed = { id: 'a', ok: true, severity: 'high', label: 'It can be sold', detail: '' } as const
const failed = { id: 'b', ok: false, severity: 'high', label: 'It cannot be sold', detail: '' } as const
const unasked = {
  id: 'c',
  ok: true,
  severity: 'info',
  label: 'The creator has sold most of it?',
  detail: 'not judged: the creator is not known',
} as const

test('a check that could not be asked has not passed', () => {
  assert.deepEqual([passed, failed, unasked].map(isJudged), [true, true, false])
  const judged = (change: object) => isJudged({ ...unasked, ...change })
  assert.deepEqual(
    [judged({ ok: false }), judged({ severity: 'low' }), judged({ label: 'It is not known' })],
    [true, true, true],
  )
  assert.deepEqual(passedWords([unasked, unasked]), { isPassed: false, text: 'not judged' })
  assert.deepEqual(passedWords([passed, unasked]), { isPassed: true, text: '✓ 1 of 2 checks' })
  assert.deepEqual(passedWords([passed]), { isPassed: true, text: '✓ 1 check' })
  assert.equal(passedWords([]), null)
})

test('what was not read is named, and the rest counted', () => {
  assert.deepEqual([notReadWords(['Holders']), notReadWords(['a', 'b', 'c', 'd'])], ['Holders', 'a; b, and 2 more'])
  assert.deepEqual([notReadWords(['a', 'b']), notReadWords(['a', 'b', 'c'])], ['a; b', 'a; b, and 1 more'])
  assert.equal(notReadWords(['x'.repeat(130)]), `${'x'.repeat(120)}…`)
})

test('the market cap is that of the answer, at the price of the newest trade', () => {
  const intel = { market_cap: 600, price_usd: 2, supply: 1_000 }
  assert.equal(marketCapAt(intel, null), 600)
  assert.equal(marketCapAt(intel, 2), 600)
  assert.equal(marketCapAt(intel, 3), 900)
  assert.equal(marketCapAt({ ...intel, market_cap: null }, 3), 3_000)
  assert.equal(marketCapAt({ ...intel, price_usd: null }, 3), 600, 'moved on from no price')
  assert.equal(marketCapAt({ ...intel, price_usd: 0 }, 3), 600)
  assert.equal(marketCapAt({ ...intel, price_usd: 0.5 }, 1), 1_200)
  assert.equal(marketCapAt({ ...intel, market_cap: null, supply: 0 }, 3), 0)
  assert.equal(marketCapAt({ market_cap: null, price_usd: null, supply: null }, 3), null)
  assert.equal(marketCapAt(null, 3), null)
})

test('an unknown share has no bound', () => {
  assert.deepEqual([share(undefined, true), share(null, false)], ['–', '–'])
})

test('a share that may be more says "at least", and holders that were not all counted "over"', () => {
  assert.deepEqual(
    [share(33.23285, true), share(33.23285, false), share(null, true), share(0, true)],
    ['at least 33.23%', '33.23%', '–', 'at least 0%'],
  )
  const meta = { value: 1_028, source: 'enumeration', exact: true, capped: false, as_of: null } as const
  assert.equal(holdersWords({ holders: 1_028, holders_meta: meta }), '1,028')
  assert.equal(holdersWords({ holders: 1_028, holders_meta: { ...meta, capped: true } }), 'over 1,028')
  assert.equal(holdersWords({ holders: null, holders_meta: { ...meta, capped: true } }), '–')
})

test('a sniper who bought more still holds all', () => {
  assert.equal(stillHoldAll({ classified: 5, holding: 1, soldPartial: 1, soldFull: 1, boughtMore: 2 }), '3 of 5')
  assert.equal(stillHoldAll(null), '–')
})

test('a map says how many wallets it draws of how many holders, and how many of the links', () => {
  const summary = { holdersTotal: 20, linkCount: 66 } as never
  const map = { nodes: Array(27), links: Array(66), summary } as never
  assert.equal(mapWords(map), '27 wallets of a token with 20 holders, 66 links')
  assert.equal(
    mapWords({ nodes: Array(1), links: Array(3), summary: { holdersTotal: null, linkCount: 9 } } as never),
    '1 wallet, 3 of 9 links',
  )
})

test('the pool of the chart is the one that the address asks for, and another one is not passed off as it', () => {
  const [main, other] = [{ pairAddress: 'main' }, { pairAddress: 'other' }] as never[]
  const intel = { pair: main, pairs: [main, other] } as never
  assert.deepEqual(chosenPool(intel, null), { isAsked: true, pool: main })
  assert.deepEqual(chosenPool(intel, 'other'), { isAsked: true, pool: other })
  assert.deepEqual(chosenPool({ pair: null, pairs: [other, main] } as never, null), { isAsked: true, pool: other })
  assert.deepEqual(chosenPool({ pair: main, pairs: [other] } as never, null), { isAsked: true, pool: main })
  assert.deepEqual(chosenPool({ pair: main, pairs: [other] } as never, 'main'), { isAsked: true, pool: main })
  assert.deepEqual(chosenPool(intel, 'third'), { isAsked: false, pool: main })
  assert.deepEqual(chosenPool({ pair: null, pairs: [] }, null), { isAsked: true, pool: null })
  assert.deepEqual(chosenPool(null, 'main'), { isAsked: false, pool: null })
})

test('a trade before the answer does not replace the price of the answer', () => {
  const intel = { price_usd: 2, generatedAt: 1_000 }
  assert.equal(newerPrice(intel, { priceUsd: 3, atMs: 999 }), null)
  assert.equal(newerPrice(intel, { priceUsd: 3, atMs: 1_000 }), null)
  assert.equal(newerPrice(intel, { priceUsd: 3, atMs: 1_001 }), 3)
  assert.equal(newerPrice({ ...intel, price_usd: null }, { priceUsd: 3, atMs: 999 }), 3)
  assert.equal(newerPrice(null, { priceUsd: 3, atMs: 999 }), 3)
  assert.equal(newerPrice(intel, null), null)
})

test('what was not looked at of a sniper is not said to be none', () => {
  const words = (serial: boolean | null, fungibles: number | null) =>
    sniperWords({ address: 'x', heavy: null, serial, fungibles })
  assert.deepEqual(
    [words(null, null), words(true, 8), words(false, 1)],
    [
      'other launches not looked at, tokens not counted',
      'snipes other launches, too, holds 8 tokens',
      'no other snipe seen, holds 1 token',
    ],
  )
})

test('an address of which nothing is known is no token; a mint without a market is one', () => {
  const nothing = { supply: null, name: null, symbol: null, price_usd: null, holders: null, pairs: [] }
  assert.equal(isUnknownToken(nothing), true)
  assert.equal(isUnknownToken({ ...nothing, supply: 0 }), false)
  assert.equal(isUnknownToken({ ...nothing, symbol: '' }), false)
  for (const known of [{ name: 'x' }, { price_usd: 0 }, { holders: 0 }, { pairs: [{}] }])
    assert.equal(isUnknownToken({ ...nothing, ...(known as object) }), false, JSON.stringify(known))
})

test('an owner that is no wallet has no wallet page: a pool has that of its token, others their name alone', () => {
  const token = { mint: 'mint', pools: [{ pairAddress: 'pool' }] }
  const place = (kind: string, address = 'x') => ownerPlace({ address, kind }, token)
  assert.deepEqual(place('lp', 'pool'), { name: 'Pool', href: '/token/mint?pool=pool' })
  assert.deepEqual(place('program', 'pool'), { name: 'Pool', href: '/token/mint?pool=pool' })
  for (const [kind, name] of [
    ['lp', 'Pool'],
    ['liquidity', 'Pool'],
    ['dex', 'Venue'],
    ['cex', 'Exchange'],
    ['locker', 'Locker'],
    ['burn', 'Burn address'],
    ['program', 'Program'],
  ] as const)
    assert.deepEqual(place(kind), { name, href: null }, kind)
  assert.deepEqual(place('dev'), { name: 'Creator', href: '/wallet/x' })
  for (const kind of ['wallet', 'funder', 'service', 'mm', 'constructor'])
    assert.deepEqual(place(kind), { name: 'Wallet', href: '/wallet/x' }, kind)
  const odd = { mint: 'mint', pools: [{ pairAddress: 'a&b' }] }
  assert.equal(ownerPlace({ address: 'a&b', kind: 'lp' }, odd).href, '/token/mint?pool=a%26b')
})

test('every kind of node of a map that the server marks as a place of others has no wallet page', () => {
  const place = (kind: string) => ownerPlace({ address: 'x', kind }, { mint: 'm', pools: [] }).href
  assert.deepEqual(
    NODE_KINDS.filter((kind) => place(kind) === null),
    ['cex', 'dex', 'lp', 'locker', 'burn', 'program'],
  )
})
