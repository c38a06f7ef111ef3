import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ObservedTurnover } from '../../../../src/services/evidence-bundle/evidence.ts'
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

/** Places that value of any kind came from before the purchases, or went to after them. */

const MEMBERS = ['a', 'b', 'c', 'd', 'e']
const OTHER_MINT = wallet('other coin')
const BEFORE_SLOT = LAUNCH_SLOT - 90_000
const AFTER_SLOT = LAUNCH_SLOT + 30_000

type Payment = {
  readonly from: string
  readonly to: string
  readonly mint?: string | null
  readonly amount: bigint
  /** What the sender had before, and the receiver after; all of it when left out. */
  readonly held?: bigint
  readonly holds?: bigint
  readonly slot: number
}

function pay(made: Token, { from, to, mint = null, amount, held = amount, holds = amount, slot }: Payment): void {
  const [payer, payee] = [from === 'binance' ? BINANCE : wallet(from), wallet(to)]
  made.act({
    slot,
    feePayer: payer,
    ...(mint === null
      ? { solMoves: [{ from: payer, to: payee, lamports: `${amount}` }] }
      : { otherMoves: [{ mint, from: payer, to: payee, amountRaw: `${amount}` }] }),
    holdings: [
      { wallet: payer, mint, beforeRaw: `${held}`, afterRaw: `${held - amount}` },
      { wallet: payee, mint, beforeRaw: `${holds - amount}`, afterRaw: `${holds}` },
    ],
  })
}

function turnover(mint: string | null, sums: Partial<Record<keyof ObservedTurnover, bigint>>): ObservedTurnover {
  const textOf = (name: keyof ObservedTurnover): string => `${sums[name] ?? 0n}`
  return {
    mint,
    toPeopleRaw: textOf('toPeopleRaw'),
    toOthersRaw: textOf('toOthersRaw'),
    fromPeopleRaw: textOf('fromPeopleRaw'),
    fromOthersRaw: textOf('fromOthersRaw'),
  }
}

function serves(
  made: Token,
  name: string,
  own: ObservedTurnover,
  others = 0,
  met: { readonly people: number; readonly peoplePaid?: number } = { people: MEMBERS.length },
): void {
  const customers = { sampled: 20, ...met, others, mostOthersInADay: 1, turnover: [own] }
  made.know(name, { roles: ['funder'], signatureCount: 120, firstSeenSec: 1_000, customers })
}

/** Members with money of their own, who buy far apart. */
function members(names: readonly string[] = MEMBERS): Token {
  const made = token()
  names.forEach((name, i) => {
    made.fund(BINANCE, name, 2 + i / 7, LAUNCH_SEC - (i + 4) * 70_000)
    made.buy(name, LAUNCH_SLOT + 300 + i * 1_700)
  })
  addCrowd(made, 8)
  return made
}

/** Each member gets units of a token it never sells. */
function lend(names: readonly string[], courierOf: (i: number) => string, holds?: bigint): Token {
  const made = members(names)
  for (const [i, name] of names.entries())
    pay(made, {
      from: courierOf(i),
      to: name,
      mint: OTHER_MINT,
      amount: 5_000n,
      ...(holds === undefined ? {} : { holds }),
      slot: BEFORE_SLOT + i * 800,
    })
  return made
}

/** Each member hands in most of its SOL after it bought. */
function handIn(tillOf: (i: number) => string, held = 1_100_000_000n): Token {
  const made = members()
  for (const [i, name] of MEMBERS.entries())
    pay(made, { from: name, to: tillOf(i), amount: 1_000_000_000n, held, slot: AFTER_SLOT + i * 500 })
  return made
}

const OWN_TOKEN = turnover(OTHER_MINT, { toPeopleRaw: 25_000n, toOthersRaw: 1_000n })
const OWN_TILL = turnover(null, { fromPeopleRaw: 5_000_000_000n })

test('units of another token from one address tie those who then bought, with the gift as evidence', () => {
  const made = lend(MEMBERS, () => 'courier')
  serves(made, 'courier', OWN_TOKEN)
  const map = mapOf(made.evidence())
  assert(areJoined(map, MEMBERS))
  const link = map.links.find(({ type }) => type === 'shared_hub')!
  assert.equal(link.weight, 1)
  assert.equal(link.evidence.amount, '5000')
  assert.equal(link.evidence.unit, 'other')
  assert.equal(link.evidence.via, wallet('courier'))
  assert(link.evidence.signature !== null && link.evidence.slot !== null && link.evidence.slot < LAUNCH_SLOT)
})

test('gas for wallets that were given their bags ties them, over tanks that one address filled', () => {
  const bags = (amount: bigint, lamports: bigint) => {
    const made = token()
    addCrowd(made, 8)
    for (const tank of ['tank0', 'tank1'])
      pay(made, { from: 'owner', to: tank, amount: 900_000_000n, slot: BEFORE_SLOT + Number(tank.at(-1)) })
    for (const [i, name] of MEMBERS.entries()) {
      const seller = `seller${i}`
      made.buy(seller, LAUNCH_SLOT + 500 + i * 2_300)
      pay(made, { from: `tank${i % 2}`, to: name, amount: lamports, slot: AFTER_SLOT + i * 700 })
      made.know(name, { roles: ['receiver'], firstSeenSlot: AFTER_SLOT + i * 700 })
      made.act({
        slot: AFTER_SLOT + i * 700 + 300,
        feePayer: wallet(seller),
        tokenMoves: [{ from: wallet(seller), to: wallet(name), amountRaw: `${amount}` }],
      })
    }
    for (const hub of ['owner', 'tank0', 'tank1']) made.know(hub, { roles: ['funder'], signatureCount: 5 })
    return mapOf(made.evidence())
  }
  assert(areJoined(bags(2_000_000n, 30_000_000n), MEMBERS))
  assert(!areJoined(bags(2_000_000n, 8_000_000n), MEMBERS), 'a speck')
  assert(!areJoined(bags(900_000n, 30_000_000n), MEMBERS), 'a taste of the coin')
})

test('couriers that one address stocked are one place', () => {
  const made = lend(MEMBERS, (i) => (i < 3 ? 'courier' : 'other courier'))
  for (const courier of ['courier', 'other courier']) {
    serves(made, courier, OWN_TOKEN)
    pay(made, { from: 'stocker', to: courier, mint: OTHER_MINT, amount: 15_000n, slot: BEFORE_SLOT - 900 })
  }
  assert(!areJoined(mapOf(made.evidence()), ['a', 'd']), 'whose stocker was not read')
  serves(made, 'stocker', turnover(OTHER_MINT, { toPeopleRaw: 30_000n }))
  assert(areJoined(mapOf(made.evidence()), MEMBERS))
})

test('loans that come back hide no one', () => {
  const made = lend(MEMBERS, (i) => `courier of ${i}`)
  for (const [i, name] of MEMBERS.entries()) {
    const courier = `courier of ${i}`
    made.know(courier, { roles: ['funder'], signatureCount: 3, firstSeenSec: 1_000 })
    pay(made, { from: 'stocker', to: courier, mint: OTHER_MINT, amount: 6_000n, slot: BEFORE_SLOT - 900 + i })
    pay(made, { from: name, to: courier, mint: OTHER_MINT, amount: 5_000n, slot: AFTER_SLOT + i })
  }
  serves(made, 'stocker', turnover(OTHER_MINT, { toPeopleRaw: 30_000n }))
  assert(areJoined(mapOf(made.evidence()), MEMBERS))
})

test('who pays mostly others, few people, small parts, or is a known exchange, ties no one', () => {
  const studio = lend(MEMBERS, () => 'studio')
  serves(studio, 'studio', turnover(OTHER_MINT, { toPeopleRaw: 25_000n, toOthersRaw: 75_000n }))
  assert(!areJoined(mapOf(studio.evidence()), ['a', 'b']))
  const few = lend(MEMBERS.slice(0, 3), () => 'courier')
  serves(few, 'courier', OWN_TOKEN)
  assert(!areJoined(mapOf(few.evidence()), ['a', 'b']))
  const taste = lend(MEMBERS, () => 'courier', 500_000n)
  serves(taste, 'courier', OWN_TOKEN)
  assert(!areJoined(mapOf(taste.evidence()), ['a', 'b']))
  const exchange = lend(MEMBERS, () => 'binance')
  assert(!areJoined(mapOf(exchange.evidence()), ['a', 'b']))
})

test('SOL that lay idle and is handed in after the purchase ties who handed it in, over tills that end in one chest', () => {
  const made = handIn((i) => (i < 3 ? 'till' : 'other till'))
  for (const till of ['till', 'other till']) {
    serves(made, till, OWN_TILL)
    pay(made, { from: till, to: 'chest', amount: 2_400_000_000n, slot: AFTER_SLOT + 9_000 })
  }
  serves(made, 'chest', OWN_TILL)
  const map = mapOf(made.evidence())
  assert(areJoined(map, MEMBERS))
  assert.equal(map.links.find(({ type }) => type === 'shared_hub')!.evidence.via, wallet('chest'))
})

test('parts of what they have, which holders chip in for something, tie no one', () => {
  const made = handIn(() => 'fund', 4_000_000_000n)
  serves(made, 'fund', OWN_TILL)
  assert(!areJoined(mapOf(made.evidence()), ['a', 'b']))
})

test('specks to dozens of strangers make a funding wallet no service; as much to them as to people of the token does', () => {
  const paid = (toOthersRaw: bigint): Token => {
    const made = members()
    for (const [i, name] of MEMBERS.entries())
      pay(made, { from: 'purse', to: name, amount: 900_000_000n, slot: BEFORE_SLOT + i * 900 })
    serves(made, 'purse', turnover(null, { toPeopleRaw: 4_500_000_000n, toOthersRaw }), 24)
    return made
  }
  assert(areJoined(mapOf(paid(60_000_000n).evidence()), MEMBERS))
  assert(!areJoined(mapOf(paid(4_500_000_000n).evidence()), ['a', 'b']))
})

test('among many strangers a sample meets few of those it paid: the others are known', () => {
  const paid = (met: { readonly people: number; readonly peoplePaid?: number }): Token => {
    const made = members()
    for (const [i, name] of MEMBERS.entries())
      pay(made, { from: 'purse', to: name, amount: 900_000_000n, slot: BEFORE_SLOT + i * 900 })
    serves(made, 'purse', turnover(null, { toPeopleRaw: 4_500_000_000n, toOthersRaw: 60_000_000n }), 24, met)
    return made
  }
  assert(areJoined(mapOf(paid({ people: 2, peoplePaid: MEMBERS.length }).evidence()), MEMBERS))
  assert(!areJoined(mapOf(paid({ people: 2, peoplePaid: 3 }).evidence()), ['a', 'b']), 'three are no team')
  assert(!areJoined(mapOf(paid({ people: 2 }).evidence()), ['a', 'b']), 'an older bundle does not say')
})

test('a holder in whose hands the idle SOL of the others meets is joined with them', () => {
  const made = handIn(() => 'keeper')
  made.buy('keeper', LAUNCH_SLOT + 4_000)
  serves(made, 'keeper', OWN_TILL)
  assert(areJoined(mapOf(made.evidence()), [...MEMBERS, 'keeper']))
})

test('a holder who lends the others all it has of a token is joined with them, one who gives away a part is not', () => {
  const lentBy = (held: bigint): Token => {
    const made = members()
    for (const [i, name] of MEMBERS.entries())
      pay(made, { from: 'host', to: name, mint: OTHER_MINT, amount: 5_000n, held, slot: BEFORE_SLOT + i * 800 })
    made.buy('host', LAUNCH_SLOT + 4_000)
    serves(made, 'host', OWN_TOKEN)
    return made
  }
  assert(areJoined(mapOf(lentBy(25_000n).evidence()), [...MEMBERS, 'host']))
  assert(!areJoined(mapOf(lentBy(90_000n).evidence()), ['a', 'b']))
})
