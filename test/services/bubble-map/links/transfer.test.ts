import assert from 'node:assert/strict'
import { test } from 'node:test'
import { transfersOnlyBaseline } from '../../../../eval/entity-baseline.ts'
import {
  addCrowd,
  areJoined,
  BINANCE,
  DEV,
  LAUNCH_SLOT,
  mapOf,
  SUPPLY,
  slotSec,
  type Token,
  token,
  wallet,
} from '../../../support/map-evidence.ts'

const linksOf = (map: ReturnType<typeof mapOf>, type: string) => map.links.filter((link) => link.type === type)

function hand(to: Token, from: string, receiver: string, amountRaw: bigint, slot: number, untouched: boolean): void {
  to.act({
    slot,
    feePayer: wallet(from),
    tokenMoves: [{ from: wallet(from), to: wallet(receiver), amountRaw: `${amountRaw}` }],
  })
  to.hold(receiver, amountRaw)
  const firstSeenSlot = untouched ? slot : slot - 50_000
  to.know(receiver, { roles: ['receiver', 'holder'], firstSeenSlot, firstSeenSec: slotSec(firstSeenSlot) })
}

test('a buyer who spreads to wallets no one has seen before is one with all of them', () => {
  const made = token()
  made.buy('buyer', LAUNCH_SLOT)
  const receivers = Array.from({ length: 30 }, (_, i) => `r${i}`)
  receivers.forEach((name, i) => {
    hand(made, 'buyer', name, SUPPLY / 100n, LAUNCH_SLOT + 300 + i, true)
  })
  const map = mapOf(made.evidence())
  assert(areJoined(map, ['buyer', ...receivers]))
  assert.deepEqual(linksOf(map, 'transfer')[0]!.evidence.unit, 'token')
})

test('an airdrop to people with lives of their own joins no one, though a map of transfers alone would', () => {
  const made = token()
  made.buy('dropper', LAUNCH_SLOT)
  const receivers = Array.from({ length: 30 }, (_, i) => `r${i}`)
  receivers.forEach((name, i) => {
    hand(made, 'dropper', name, SUPPLY / 100n, LAUNCH_SLOT + 300 + i, false)
  })
  const evidence = made.evidence()
  assert.deepEqual(mapOf(evidence).clusters, [])
  assert.equal(new Set(receivers.map((name) => transfersOnlyBaseline(evidence).get(wallet(name)))).size, 1)
})

test('a stake moved to one older wallet joins; crumbs and gifts to fellow buyers do not', () => {
  const moved = (amountRaw: bigint, buysToo: boolean) => {
    const made = token()
    made.buy('a', LAUNCH_SLOT + 50)
    if (buysToo) made.buy('b', LAUNCH_SLOT + 5_000)
    hand(made, 'a', 'b', amountRaw, LAUNCH_SLOT + 400, false)
    return mapOf(made.evidence())
  }
  assert(areJoined(moved(SUPPLY / 100n, false), ['a', 'b']))
  for (const map of [moved(SUPPLY / 100_000n, false), moved(SUPPLY / 100n, true)]) {
    assert.deepEqual(map.clusters, [])
    assert.equal(linksOf(map, 'transfer')[0]!.weight, 0.3)
  }
})

function sellInto(to: Token, names: readonly string[], fundingWallet: string): void {
  for (const [i, name] of names.entries()) {
    to.buy(name, LAUNCH_SLOT + 100 + i * 900)
    to.sell(name, LAUNCH_SLOT + 20_000 + i * 10, 2)
    to.act({
      slot: LAUNCH_SLOT + 20_100 + i * 10,
      feePayer: wallet(name),
      solMoves: [{ from: wallet(name), to: fundingWallet, lamports: '1900000000' }],
    })
  }
}

test('sellers whose proceeds meet in one funding wallet are joined with it, and it is named the collector', () => {
  const made = token()
  sellInto(made, ['a', 'b', 'c'], wallet('purse'))
  made.know('purse', { roles: ['funder'], firstSeenSec: 5, signatureCount: 4 })
  const map = mapOf(made.evidence())
  assert(areJoined(map, ['a', 'b', 'c', 'purse']))
  assert.equal(map.clusters[0]!.collector, wallet('purse'))
  assert(map.checks.some(({ id, ok }) => id === 'map_collector' && !ok))
})

test('sellers who pay an exchange, a busy address, or only a fee are not joined', () => {
  const toExchange = token()
  sellInto(toExchange, ['a', 'b', 'c'], BINANCE)
  assert.deepEqual(mapOf(toExchange.evidence()).clusters, [])
  const toBusy = token()
  sellInto(toBusy, ['a', 'b', 'c'], wallet('hot'))
  toBusy.know('hot', { isBusy: true, signatureCount: 1_000 })
  assert.deepEqual(mapOf(toBusy.evidence()).clusters, [])
  const fees = token()
  addCrowd(fees, 4)
  for (const [i, name] of ['a', 'b', 'c'].entries()) {
    fees.buy(name, LAUNCH_SLOT + 100 + i * 900)
    const solMoves = [{ from: wallet(name), to: wallet('fees'), lamports: '900000000' }]
    fees.sell(name, LAUNCH_SLOT + 20_000 + i, 2, { solMoves })
  }
  assert.deepEqual(mapOf(fees.evidence()).clusters, [])
})

const SERVED = { sampled: 24, people: 4, others: 16, mostOthersInADay: 5 }

test('sellers who cash out to an address that serves more strangers are not joined, whatever else it serves', () => {
  const into = (customers: typeof SERVED) => {
    const made = token()
    sellInto(made, ['a', 'b', 'c'], wallet('till'))
    made.know('till', { roles: ['funder'], firstSeenSec: 5, signatureCount: 24, customers })
    return mapOf(made.evidence())
  }
  assert.deepEqual(into(SERVED).clusters, [])
  assert(areJoined(into({ ...SERVED, people: 9 }), ['a', 'b', 'c']), 'most of those it serves are of this token')
  assert(areJoined(into({ ...SERVED, people: 2, others: 7 }), ['a', 'b', 'c']), 'few others')
  assert(areJoined(into({ ...SERVED, mostOthersInADay: 9 }), ['a', 'b', 'c']), 'the others came all on one day')
})

test('a seller whose proceeds come, by way of another wallet, to the funding wallet that paid others is one with them', () => {
  const story = (grants: boolean) => {
    const made = token()
    made.fund(BINANCE, 'chest', 9, slotSec(LAUNCH_SLOT) - 9_000)
    made.know('chest', { signatureCount: 5 })
    made.know('pocket', { roles: ['funder'], signatureCount: 3 })
    sellInto(made, ['dev'], wallet('pocket'))
    made.act({
      slot: LAUNCH_SLOT + 20_900,
      feePayer: wallet('pocket'),
      solMoves: [{ from: wallet('pocket'), to: wallet('chest'), lamports: '1800000000' }],
    })
    for (const [i, name] of ['a', 'b', 'c'].entries()) {
      if (grants) made.fund('chest', name, 1, slotSec(LAUNCH_SLOT + 24_000 + i * 100))
      made.buy(name, LAUNCH_SLOT + 26_000 + i * 300)
    }
    addCrowd(made, 8)
    return mapOf(made.evidence())
  }
  const map = story(true)
  assert(areJoined(map, ['dev', 'a', 'b', 'c']))
  assert.equal(map.clusters[0]!.devLinked, true)
  assert(story(false).clusters.every(({ members }) => !members.includes(DEV)))
})

test('a seller who sends the proceeds back to the own main wallet is not joined with it', () => {
  const made = token()
  made.fund(BINANCE, 'main', 9, slotSec(LAUNCH_SLOT) - 9_000)
  made.know('main', { signatureCount: 4 })
  made.fund('main', 'a', 1, slotSec(LAUNCH_SLOT) - 4_000)
  sellInto(made, ['a'], wallet('main'))
  addCrowd(made, 8)
  assert.deepEqual(mapOf(made.evidence()).clusters, [])
})

test('a funding wallet that was not read is weak', () => {
  const made = token()
  sellInto(made, ['a', 'b'], wallet('purse'))
  const map = mapOf(made.evidence())
  assert.deepEqual([map.clusters, linksOf(map, 'transfer')[0]!.weight], [[], 0.6])
})

test('the creator is linked to a group that its own wallet pays', () => {
  const made = token()
  for (const [i, name] of ['a', 'b'].entries()) {
    made.fund('x', name, 1, slotSec(LAUNCH_SLOT) - 400 + i)
    made.buy(name, LAUNCH_SLOT + 200 + i * 900)
  }
  const evidence = made.evidence()
  const wallets = evidence.wallets.map((one) =>
    one.funding?.from === wallet('x') ? { ...one, funding: { ...one.funding, from: DEV } } : one,
  )
  const map = mapOf({ ...evidence, wallets })
  assert(areJoined(map, ['dev', 'a', 'b']))
  assert.deepEqual([map.clusters[0]!.kind, map.clusters[0]!.devLinked], ['team', true])
})
