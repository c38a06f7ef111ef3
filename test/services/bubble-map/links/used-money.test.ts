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

/** Money that was not a wallet's first: what it bought with, specks, deposits, and money back. */

const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const OTHER_MINT = wallet('some other mint')
const PAID_SEC = LAUNCH_SEC - 3_600
const linksOf = (map: ReturnType<typeof mapOf>, type: string) => map.links.filter((link) => link.type === type)
const atSec = (sec: number) => ({ slot: LAUNCH_SLOT + Math.floor((sec - LAUNCH_SEC) * 2), timeSec: sec })

/** A wallet with a life of its own, from an exchange long ago. */
function old(made: Token, name: string): void {
  made.fund(BINANCE, name, 0.2, LAUNCH_SEC - 20 * 86_400)
  made.know(name, { signatureCount: 40 })
}

function pay(made: Token, from: string, to: string, sol: number, sec: number): void {
  const lamports = `${BigInt(Math.round(sol * 1e9))}`
  made.act({ ...atSec(sec), feePayer: wallet(from), solMoves: [{ from: wallet(from), to: wallet(to), lamports }] })
}

function payToken(made: Token, mint: string, from: string, to: string, sec: number): void {
  const move = { mint, from: wallet(from), to: wallet(to), amountRaw: '500000000' }
  made.act({ ...atSec(sec), feePayer: wallet(from), otherMoves: [move] })
}

test('a peel chain that fills wallets with lives of their own is followed, link by link', () => {
  const made = token()
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  made.fund(BINANCE, 'relay0', 30, PAID_SEC - 900)
  for (const [i, name] of names.entries()) {
    old(made, name)
    if (i > 0) {
      made.fund(BINANCE, `relay${i}`, 0.1, PAID_SEC - 800)
      pay(made, `relay${i - 1}`, `relay${i}`, 30 - 4 * i, PAID_SEC + i * 300 - 30)
    }
    pay(made, `relay${i}`, name, 3, PAID_SEC + i * 300)
    made.buy(name, LAUNCH_SLOT + 100 + i * 900)
  }
  addCrowd(made, 8)
  assert(areJoined(mapOf(made.evidence()), names))
})

test('stablecoins from a wallet made for it join those who bought soon after; those of long ago do not', () => {
  const paid = (sec: number) => {
    const made = token()
    made.fund(BINANCE, 'purse', 20, sec - 900)
    for (const [i, name] of ['a', 'b', 'c'].entries()) {
      old(made, name)
      payToken(made, USDC, 'purse', name, sec + i * 60)
      made.buy(name, LAUNCH_SLOT + 100 + i * 900)
    }
    return mapOf(made.evidence())
  }
  const soon = paid(PAID_SEC)
  assert(areJoined(soon, ['a', 'b', 'c']))
  assert.equal(linksOf(soon, 'same_funder')[0]!.evidence.unit, 'stablecoin')
  assert.deepEqual(paid(LAUNCH_SEC - 5 * 86_400).clusters, [])
})

test('another token counts as money once those who got it have sold it', () => {
  const paid = (isSold: boolean) => {
    const made = token()
    made.fund(BINANCE, 'purse', 20, PAID_SEC - 900)
    for (const [i, name] of ['a', 'b', 'c'].entries()) {
      old(made, name)
      payToken(made, OTHER_MINT, 'purse', name, PAID_SEC + i * 60)
      if (isSold) made.act({ ...atSec(PAID_SEC + 600), otherSales: [{ wallet: wallet(name), mint: OTHER_MINT }] })
      made.buy(name, LAUNCH_SLOT + 100 + i * 900)
    }
    return mapOf(made.evidence())
  }
  assert(areJoined(paid(true), ['a', 'b', 'c']))
  assert.deepEqual(paid(false).clusters, [], 'an airdrop of something else')
})

test('an employer whose first payday was weeks before the purchases, and who goes on paying, joins no one', () => {
  const paid = (signatureCount: number) => {
    const made = token()
    const sec = LAUNCH_SEC - 15 * 86_400
    made.fund(BINANCE, 'company', 40, sec - 900)
    for (const [i, name] of ['a', 'b', 'c'].entries()) {
      made.fund('company', name, 1 + i / 10, sec + i)
      made.buy(name, LAUNCH_SLOT + 300 + i * 900)
    }
    made.know('company', { signatureCount })
    return mapOf(made.evidence())
  }
  assert.deepEqual(paid(90).clusters, [])
  assert(areJoined(paid(5), ['a', 'b', 'c']), 'a purse that did nothing else')
})

test('a holder who gives newcomers a part of what it has is their host, one who gives most of it their funding wallet', () => {
  const given = (had: number) => {
    const made = token()
    made.fund(BINANCE, 'host', had, PAID_SEC - 86_400)
    for (const [i, name] of ['a', 'b', 'c'].entries()) {
      made.fund('host', name, 1 + i / 10, PAID_SEC + i * 60)
      made.buy(name, LAUNCH_SLOT + 300 + i * 900)
    }
    made.buy('host', LAUNCH_SLOT + 5_000)
    return areJoined(mapOf(made.evidence()), ['a', 'b', 'c'])
  }
  assert.deepEqual([given(20), given(4)], [false, true])
})

test('specks that the creator sent to buyers join them; those of someone who pays everyone do not', () => {
  const names = ['a', 'b', 'c', 'd']
  const tried = (payer: string, signatureCount: number) => {
    const made = token()
    if (payer !== 'dev') made.fund(BINANCE, payer, 1, PAID_SEC - 86_400)
    for (const [i, name] of names.entries()) {
      made.fund(BINANCE, name, 1 + i / 7, PAID_SEC - i * 9_000)
      const from = payer === 'dev' ? DEV : wallet(payer)
      made.act({
        ...atSec(PAID_SEC + i * 30),
        feePayer: from,
        solMoves: [{ from, to: wallet(name), lamports: '1200000' }],
      })
      made.buy(name, LAUNCH_SLOT + 100 + i * 900)
    }
    if (payer !== 'dev') made.know(payer, { signatureCount })
    return mapOf(made.evidence())
  }
  const byDev = tried('dev', 5)
  assert(areJoined(byDev, ['dev', ...names]))
  assert.equal(linksOf(byDev, 'shared_payer')[0]!.evidence.via, DEV)
  assert(areJoined(tried('helper', 5), names), 'a wallet that does nothing else')
  assert.deepEqual(tried('platform', 120).clusters, [])
})

test('principle 6: a creator who pays buyers that are known to everyone joins none of them, three or seven', () => {
  for (const count of [3, 7]) {
    const made = token()
    const victims = Array.from({ length: count }, (_, i) => `victim${i}`)
    for (const [i, name] of victims.entries()) {
      made.fund(BINANCE, name, 0.2 + i / 30, LAUNCH_SEC - (20 + i) * 86_400)
      made.know(name, { signatureCount: 40 })
      pay(made, 'dev', name, 0.0012 * (i + 1), PAID_SEC + i * 30)
      made.buy(name, LAUNCH_SLOT + i)
    }
    addCrowd(made, 10)
    const map = mapOf(made.evidence())
    assert.deepEqual(map.clusters, [])
    assert.deepEqual(linksOf(map, 'shared_payer'), [])
    assert(map.nodes.every(({ kind, entity_id }) => kind === 'dev' || entity_id === null))
  }
})

test('principle 2: who pays a crowd of strangers, too, says less of those who came here', () => {
  const weightOf = (toOthersRaw: string | null) => {
    const made = token()
    for (const [i, name] of ['a', 'b', 'c'].entries()) {
      made.fund('refunds', name, 1 + i / 7, PAID_SEC + i * 30)
      made.buy(name, LAUNCH_SLOT + 40 + i * 9)
    }
    const turnover = {
      mint: null,
      toPeopleRaw: '1000',
      toOthersRaw: toOthersRaw ?? '0',
      fromPeopleRaw: '0',
      fromOthersRaw: '0',
    }
    const customers = { sampled: 32, people: 1, peoplePaid: 3, others: 31, mostOthersInADay: 31, turnover: [turnover] }
    made.know('refunds', { signatureCount: 500, firstSeenSec: 1_000, ...(toOthersRaw === null ? {} : { customers }) })
    return linksOf(mapOf(made.evidence()), 'same_funder')[0]!.weight
  }
  assert.deepEqual([weightOf(null), weightOf('0'), weightOf('9000')], [0.6, 0.6, 0.06])
})

test('principle 2: who gives tokens to a crowd of strangers, too, says less of those who sold them to come here', () => {
  const weightOf = (toOthersRaw: string) => {
    const made = token()
    for (const [i, name] of ['a', 'b', 'c'].entries()) {
      old(made, name)
      payToken(made, OTHER_MINT, 'airdrop', name, PAID_SEC + i * 60)
      made.act({ ...atSec(PAID_SEC + 600 + i), otherSales: [{ wallet: wallet(name), mint: OTHER_MINT }] })
      made.buy(name, LAUNCH_SLOT + 40 + i * 900)
    }
    const turnover = { mint: OTHER_MINT, toPeopleRaw: '1000', toOthersRaw, fromPeopleRaw: '0', fromOthersRaw: '0' }
    const customers = { sampled: 32, people: 1, peoplePaid: 3, others: 31, mostOthersInADay: 31, turnover: [turnover] }
    made.know('airdrop', { signatureCount: 300, firstSeenSec: 1_000, customers })
    return linksOf(mapOf(made.evidence()), 'same_funder')[0]!.weight
  }
  assert.deepEqual([weightOf('0'), weightOf('9000')], [0.6, 0.06])
})

test('principle 2: one that came to life with the crew it pays is its funding wallet, also where it holds the token', () => {
  const crew = Array.from({ length: 9 }, (_, i) => `holder${i}`)
  const paidBy = (signatureCount: number, count: number) => {
    const made = token()
    made.fund(BINANCE, 'booster', 20, PAID_SEC - 600)
    for (const [i, name] of crew.slice(0, count).entries()) {
      made.fund('booster', name, 0.06 + i / 1_000, PAID_SEC + i)
      made.buy(name, LAUNCH_SLOT + 300 + i * 90)
    }
    made.buy('booster', LAUNCH_SLOT + 9_000)
    made.know('booster', { signatureCount })
    return areJoined(mapOf(made.evidence()), crew.slice(0, count))
  }
  assert.deepEqual([paidBy(12, 9), paidBy(60, 9), paidBy(6, 3)], [true, false, false])
})

test('a deposit address of one customer joins those who pay in; a fund, a public address and a seller do not', () => {
  const names = ['a', 'b', 'c']
  const deposited = (to: string | null, { signatureCount = 6, step = 0.07, payee = 'deposit' } = {}) => {
    const made = token()
    for (const [i, name] of names.entries()) {
      old(made, name)
      pay(made, name, payee, 0.4 + i * step, PAID_SEC - (i + 2) * 90_000)
      made.buy(name, LAUNCH_SLOT + 100 + i * 900)
    }
    if (to !== null)
      made.act({
        ...atSec(PAID_SEC),
        feePayer: wallet(payee),
        solMoves: [{ from: wallet(payee), to, lamports: '1200000000' }],
      })
    made.know(payee, { signatureCount, firstSeenSec: PAID_SEC - 400_000 })
    return mapOf(made.evidence())
  }
  const map = deposited(BINANCE)
  assert(areJoined(map, names))
  assert.equal(linksOf(map, 'shared_payee')[0]!.evidence.via, wallet('deposit'))
  assert.deepEqual(deposited(wallet('artist')).clusters, [])
  assert.deepEqual(deposited(null).clusters, [])
  assert.deepEqual(deposited(BINANCE, { signatureCount: 200 }).clusters, [])
  assert.deepEqual(deposited(BINANCE, { step: 0 }).clusters, [], 'one sum of all is a price')
  assert.deepEqual(deposited(BINANCE, { payee: 'dev' }).clusters, [], 'the creator cashes what it sold')
})

test('first money and another sum back make two wallets one person; a loan that comes back does not', () => {
  const known = (back: number | null) => {
    const made = token()
    made.fund(BINANCE, 'main', 9, LAUNCH_SEC - 12 * 86_400)
    made.fund('main', 'savings', 1, LAUNCH_SEC - 6 * 86_400)
    if (back !== null) pay(made, 'savings', 'main', back, LAUNCH_SEC - 5 * 86_400)
    made.buy('main', LAUNCH_SLOT + 300)
    made.buy('savings', LAUNCH_SLOT + 2_300)
    return areJoined(mapOf(made.evidence()), ['main', 'savings'])
  }
  assert.deepEqual([known(0.15), known(0.95), known(null)], [true, false, false])
})

test('a small gift to a friend is no link on its own, most of what one has is', () => {
  const given = (had: number) => {
    const made = token()
    made.fund(BINANCE, 'host', had, LAUNCH_SEC - 12 * 86_400)
    made.fund('host', 'friend', 1, PAID_SEC)
    made.buy('host', LAUNCH_SLOT + 300)
    made.buy('friend', LAUNCH_SLOT + 2_300)
    return areJoined(mapOf(made.evidence()), ['host', 'friend'])
  }
  assert.deepEqual([given(6), given(1.2)], [false, true])
})

test('a creator who leaves amid a group that leaves belongs to it; one who leaves after it does not', () => {
  const names = ['a', 'b', 'c', 'd', 'e']
  const left = (devSlot: number) => {
    const made = token()
    made.fund(BINANCE, 'purse', 20, PAID_SEC - 900)
    made.buy('dev', LAUNCH_SLOT)
    for (const [i, name] of names.entries()) {
      made.fund('purse', name, 1 + i / 10, PAID_SEC + i * 20)
      made.buy(name, LAUNCH_SLOT + 300 + i * 900)
      made.sell(name, LAUNCH_SLOT + 20_000 + i * 40, 1)
    }
    made.sell('dev', devSlot, 1)
    return mapOf(made.evidence())
  }
  const teamOf = (map: ReturnType<typeof mapOf>) => map.clusters.find(({ members }) => members.includes(wallet('a')))!
  assert(teamOf(left(LAUNCH_SLOT + 20_090)).members.includes(DEV))
  assert(!teamOf(left(LAUNCH_SLOT + 20_300)).members.includes(DEV))
})
