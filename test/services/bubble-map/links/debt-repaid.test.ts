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
  token,
  wallet,
} from '../../../support/map-evidence.ts'

/** debt_repaid and paid_together: what goes back says who stands behind what came. */

const HOUR = 3_600
const LENDERS = [
  ['a', 'b', 'c'],
  ['d', 'e', 'f'],
]
const ALL = LENDERS.flat()
const linksOf = (map: ReturnType<typeof mapOf>, type: string) => map.links.filter((link) => link.type === type)

type Plan = { readonly payers: (lender: number) => readonly string[]; readonly life?: number }

/** Two lenders who advanced money to three buyers each, and who paid them back. */
function lent({ payers, life = 5 }: Plan) {
  const made = token()
  for (const [l, names] of LENDERS.entries()) {
    const lender = `lender${l}`
    made.fund(BINANCE, lender, 4, LAUNCH_SEC - 20 * HOUR - l * 1_000)
    for (const [i, name] of names.entries()) {
      made.fund(lender, name, 1 + i / 10, LAUNCH_SEC - 2 * HOUR - l * 3_000 - i * 400)
      made.buy(name, LAUNCH_SLOT + 900 + (l * 3 + i) * 2_000)
    }
    for (const [i, from] of payers(l).entries())
      made.act({
        slot: LAUNCH_SLOT + 40_000 + l * 1_000 + i,
        feePayer: from,
        solMoves: [{ from, to: wallet(lender), lamports: `${300_000_000 + l}` }],
      })
    made.know(lender, { signatureCount: life })
  }
  addCrowd(made, 20)
  return mapOf(made.evidence())
}

test('principle 1: money that some advanced and one repaid is one debt: it joins all whom it paid for', () => {
  const map = lent({ payers: () => [DEV] })
  assert(areJoined(map, ['dev', ...ALL]))
  assert.match(
    linksOf(map, 'debt_repaid')[0]!.evidence.detail,
    /2 lenders of 6 people were repaid so, with 1 transaction of others; by chance/,
  )
})

test('a loan that comes back from who got it, and a payment to one who lends to strangers, are no debt of others', () => {
  assert.deepEqual(linksOf(lent({ payers: (l) => LENDERS[l]!.map(wallet) }), 'debt_repaid'), [])
  assert.deepEqual(linksOf(lent({ payers: () => [DEV], life: 200 }), 'debt_repaid'), [])
})

/** Six buyers who pay the creator, each so many seconds after the one before. */
function paid(stepSecs: number, lamports: (i: number) => number) {
  const made = token()
  for (const [i, name] of ALL.entries()) made.buy(name, LAUNCH_SLOT + 900 + i * 2_000)
  for (const [i, name] of ALL.entries())
    made.act({
      slot: LAUNCH_SLOT + 40_000 + i * stepSecs * 2,
      feePayer: wallet(name),
      solMoves: [{ from: wallet(name), to: DEV, lamports: `${lamports(i)}` }],
    })
  addCrowd(made, 20)
  return mapOf(made.evidence())
}

test('principle 1: holders who all pay the creator within a minute have one hand; over hours, or one price, they have not', () => {
  const map = paid(10, (i) => 6_000_000 + i * 1_000_000)
  assert(areJoined(map, ['dev', ...ALL]))
  assert.match(linksOf(map, 'paid_together')[0]!.evidence.detail, /6 people paid \w+ within 50 s; by chance/)
  assert.deepEqual(paid(1_500, (i) => 6_000_000 + i * 1_000_000).clusters, [])
  assert.deepEqual(paid(10, () => 10_000_000).clusters, [])
})
