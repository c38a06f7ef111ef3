import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addCrowd,
  areJoined,
  BINANCE,
  LAUNCH_SEC,
  LAUNCH_SLOT,
  mapOf,
  token,
  wallet,
} from '../../../support/map-evidence.ts'

/** same_funder, peel, common_funder and first money between two holders. */

const FUNDED_SEC = LAUNCH_SEC - 3_600
const linksOf = (map: ReturnType<typeof mapOf>, type: string) => map.links.filter((link) => link.type === type)

test('wallets paid by one fresh funding wallet are joined, wherever they buy, with the payment as evidence', () => {
  const made = token()
  made.fund(BINANCE, 'purse', 10, FUNDED_SEC - 600)
  for (const [i, name] of ['a', 'b', 'c'].entries()) {
    made.fund('purse', name, 1 + i / 10, FUNDED_SEC + i * 20)
    made.buy(name, LAUNCH_SLOT + 100 + i * 900)
  }
  addCrowd(made, 8)
  const map = mapOf(made.evidence())
  assert(areJoined(map, ['a', 'b', 'c']))
  assert.equal(map.clusters.length, 1)
  const [first] = linksOf(map, 'same_funder')
  assert.equal(first!.weight, 1)
  assert.equal(first!.evidence.via, wallet('purse'))
  assert.match(first!.evidence.signature!, /^s\d+$/)
  assert.equal(first!.evidence.unit, 'lamports')
  assert.deepEqual([map.clusters[0]!.rootFunder, map.clusters[0]!.devLinked], [wallet('purse'), false])
})

test('dust from one wallet joins no one', () => {
  const made = token()
  made.fund(BINANCE, 'purse', 10, FUNDED_SEC - 600)
  for (const name of ['a', 'b']) {
    made.fund('purse', name, 0.01, FUNDED_SEC)
    made.buy(name, LAUNCH_SLOT + 400)
  }
  assert.deepEqual(linksOf(mapOf(made.evidence()), 'same_funder'), [])
})

for (const [what, facts] of [
  ['is busy', { isBusy: true, signatureCount: 1_000 }],
  ['serves more strangers', { customers: { sampled: 32, people: 4, others: 20, mostOthersInADay: 4 } }],
  [
    'is owned by a program',
    { identity: { entity: null, entityType: 'program' as const, source: 'program' as const, isContract: true } },
  ],
] as const)
  test(`a payer that ${what} joins no one`, () => {
    const made = token()
    made.fund(BINANCE, 'purse', 10, FUNDED_SEC - 600)
    for (const name of ['a', 'b']) {
      made.fund('purse', name, 1, FUNDED_SEC)
      made.buy(name, LAUNCH_SLOT + 400)
    }
    made.know('purse', facts)
    const map = mapOf(made.evidence())
    assert.deepEqual([map.clusters, linksOf(map, 'same_funder')], [[], []])
  })

test('a funding wallet that lived before and does other things is weak: it joins only with something else', () => {
  const paid = (slots: readonly number[]) => {
    const made = token()
    for (const [i, name] of ['a', 'b'].entries()) {
      made.fund('mixer', name, 1 + i, FUNDED_SEC + i * 300)
      made.buy(name, slots[i]!)
    }
    made.know('mixer', { firstSeenSec: 100, signatureCount: 60 })
    return mapOf(made.evidence())
  }
  const apart = paid([LAUNCH_SLOT + 300, LAUNCH_SLOT + 900])
  assert.equal(linksOf(apart, 'same_funder')[0]!.weight, 0.6)
  assert.deepEqual(apart.clusters, [])
  assert(areJoined(paid([LAUNCH_SLOT, LAUNCH_SLOT]), ['a', 'b']), 'with the launch slot in common they are')
})

test('payments of one funding wallet more than a day apart are two matters', () => {
  const made = token()
  made.fund(BINANCE, 'purse', 10, FUNDED_SEC - 90_000)
  made.fund('purse', 'a', 1, FUNDED_SEC - 88_000)
  made.fund('purse', 'b', 1, FUNDED_SEC)
  for (const name of ['a', 'b']) made.buy(name, LAUNCH_SLOT + 400)
  assert.deepEqual(linksOf(mapOf(made.evidence()), 'same_funder'), [])
})

test('relays of their own do not hide a common root', () => {
  const made = token()
  made.fund(BINANCE, 'root', 10, FUNDED_SEC - 5_000)
  for (const [i, name] of ['a', 'b', 'c'].entries()) {
    made.fund('root', `relay${i}`, 2, FUNDED_SEC - 4_000 + i * 60)
    made.fund(`relay${i}`, `second${i}`, 1.9, FUNDED_SEC - 2_000 + i * 60)
    made.fund(`second${i}`, name, 1.8, FUNDED_SEC + i * 60)
    made.buy(name, LAUNCH_SLOT + 200 + i * 700)
  }
  const map = mapOf(made.evidence())
  assert(areJoined(map, ['a', 'b', 'c']))
  const [link] = linksOf(map, 'common_funder')
  assert.deepEqual([link!.evidence.via, link!.evidence.hops, link!.weight], [wallet('root'), 3, 1])
  assert.equal(map.clusters[0]!.rootFunder, wallet('root'))
})

test('money is not followed through an exchange, nor where less came in than went out, nor after days', () => {
  for (const [relayGot, relaySec] of [
    [0.5, FUNDED_SEC - 1_000],
    [2, FUNDED_SEC - 4 * 86_400],
  ] as const) {
    const made = token()
    made.fund(BINANCE, 'root', 10, relaySec - 600)
    for (const [i, name] of ['a', 'b'].entries()) {
      made.fund('root', `relay${i}`, relayGot, relaySec)
      made.fund(`relay${i}`, name, 1.8, FUNDED_SEC)
      made.know(`relay${i}`, { signatureCount: 20 })
      made.buy(name, LAUNCH_SLOT + 200 + i * 700)
    }
    assert.deepEqual(linksOf(mapOf(made.evidence()), 'common_funder'), [], `${relayGot} SOL at ${relaySec}`)
  }
  const made = token()
  for (const [i, name] of ['a', 'b'].entries()) {
    made.fund(BINANCE, `relay${i}`, 2, FUNDED_SEC - 1_000 - i * 40_000)
    made.fund(`relay${i}`, name, 1.8, FUNDED_SEC)
    made.buy(name, LAUNCH_SLOT + 200 + i * 700)
  }
  assert.deepEqual(mapOf(made.evidence()).clusters, [])
})

test('money that lies for days in wallets that do nothing else is followed', () => {
  const made = token()
  made.fund(BINANCE, 'root', 10, FUNDED_SEC - 9 * 86_400)
  for (const [i, name] of ['a', 'b'].entries()) {
    made.fund('root', `relay${i}`, 2, FUNDED_SEC - (8 - i) * 86_400)
    made.fund(`relay${i}`, name, 1.8, FUNDED_SEC)
    made.buy(name, LAUNCH_SLOT + 200 + i * 700)
  }
  const map = mapOf(made.evidence())
  assert(areJoined(map, ['a', 'b']))
  assert.equal(linksOf(map, 'common_funder')[0]!.evidence.via, wallet('root'))
})

test('a peel chain is joined link by link, however long', () => {
  const made = token()
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  let from = BINANCE
  for (const [i, name] of names.entries()) {
    made.fund(from, `peel${i}`, 20 - i * 2, FUNDED_SEC + i * 90)
    made.fund(`peel${i}`, name, 1.5, FUNDED_SEC + i * 90 + 30)
    made.buy(name, LAUNCH_SLOT + 100 + i * 900)
    from = `peel${i}`
  }
  const map = mapOf(made.evidence())
  assert(areJoined(map, names))
  assert.equal(linksOf(map, 'peel').length, names.length - 1)
  assert.match(linksOf(map, 'peel')[0]!.evidence.detail, /passed the rest on/)
})

test('first SOL from a holder shortly before the purchase joins; a gift of long ago does not', () => {
  const given = (sec: number) => {
    const made = token()
    made.buy('giver', LAUNCH_SLOT + 100)
    made.fund('giver', 'taker', 1, sec)
    made.know('giver', { roles: ['buyer'], firstSeenSec: 50, signatureCount: 200 })
    made.buy('taker', LAUNCH_SLOT + 5_000)
    return mapOf(made.evidence())
  }
  assert(areJoined(given(FUNDED_SEC), ['giver', 'taker']))
  const old = given(LAUNCH_SEC - 20 * 86_400)
  assert.deepEqual([old.clusters, linksOf(old, 'transfer')[0]!.weight], [[], 0.5])
})
