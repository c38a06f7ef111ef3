import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ObservedTransaction } from '../../../../src/services/evidence-bundle/evidence.ts'
import {
  addCrowd,
  areJoined,
  LAUNCH_SEC,
  LAUNCH_SLOT,
  mapOf,
  TIP_ACCOUNT,
  token,
  wallet,
} from '../../../support/map-evidence.ts'

/** First purchases for one amount, or with one tip, that hardly anyone would choose. */

const linksOf = (map: ReturnType<typeof mapOf>) => map.links.filter(({ type }) => type === 'same_amount')
const namesOf = (count: number) => Array.from({ length: count }, (_, i) => `w${i}`)
const tipped = (lamports: string): Partial<ObservedTransaction> => ({ tips: [{ to: TIP_ACCOUNT, lamports }] })

type Plan = {
  readonly count: number
  readonly lamports?: string
  readonly more?: (i: number) => Partial<ObservedTransaction>
  readonly stepSlots?: number
}

/** So many first purchases, an hour from first to last, and a crowd beside them. */
function bought({ count, lamports, more = () => ({}), stepSlots = 400 }: Plan) {
  const made = token()
  made.know('app', { roles: ['funder'], isBusy: true, signatureCount: 1_000 })
  for (const [i, name] of namesOf(count).entries())
    made.buy(name, LAUNCH_SLOT + 60 + i * stepSlots, {
      ...more(i),
      ...(lamports === undefined ? {} : spending(name, lamports)),
    })
  addCrowd(made, 20)
  return mapOf(made.evidence())
}

function spending(name: string, quoteRaw: string): Partial<ObservedTransaction> {
  const made = token()
  const { trades } = made.buy(name, LAUNCH_SLOT)
  return { trades: [{ ...trades[0]!, quoteRaw }] }
}

test('principle 1: a run that spent one odd amount joins by itself, with its chance; a pair never does', () => {
  const run = bought({ count: 9, lamports: '1220000000' })
  assert(areJoined(run, namesOf(9)))
  assert.match(linksOf(run)[0]!.evidence.detail, /9 of \d+ buyers spent 1220000000 lamports; by chance 1 in \de\d+/)
  assert.deepEqual(linksOf(bought({ count: 2, lamports: '1220000000' })), [])
  assert.deepEqual(bought({ count: 4, lamports: '1220000000' }).clusters, [])
})

test('principle 1: amounts that people like, and those that an app calculates, are no trace', () => {
  assert.deepEqual(linksOf(bought({ count: 20, lamports: '250000000' })), [], 'two digits')
  assert.deepEqual(linksOf(bought({ count: 20, lamports: '33333333' })), [], 'five dollars at the price of the day')
})

test('principle 1: an amount that an app offers is one trace with the app', () => {
  const through = (i: number) => ({ signers: [wallet(`w${i}`), wallet('app')] })
  assert.deepEqual(linksOf(bought({ count: 9, lamports: '1220000000', more: through })), [])
})

test('principle 1: one odd tip over the hours joins a run; the going rate of a moment and round tips do not', () => {
  const odd = () => tipped('4942000')
  assert(areJoined(bought({ count: 7, more: odd }), namesOf(7)))
  assert.deepEqual(linksOf(bought({ count: 7, more: odd, stepSlots: 1 })), [])
  assert.deepEqual(linksOf(bought({ count: 20, more: () => tipped('1000000') })), [])
})

/** Buyers who each send gas and all their tokens to a new wallet, in a crowd who do not. */
function movedOn(count: number, lamportsOf: (i: number) => number) {
  const made = token()
  for (const [i, name] of namesOf(count).entries()) {
    const slot = LAUNCH_SLOT + 60 + i * 700
    made.buy(name, slot)
    made.fund(name, `new${i}`, lamportsOf(i) / 1e9, LAUNCH_SEC + 20_000 + i * 900)
    made.act({
      slot: LAUNCH_SLOT + 40_020 + i * 1_800,
      feePayer: wallet(name),
      tokenMoves: [{ from: wallet(name), to: wallet(`new${i}`), amountRaw: '2000000' }],
    })
  }
  addCrowd(made, 20)
  return mapOf(made.evidence())
}

test('principle 1: movers who all send one odd sum ahead of their tokens use one tool; a round sum is anyone’s', () => {
  const map = movedOn(9, () => 45_000_000)
  assert(areJoined(map, namesOf(9)))
  assert.match(
    linksOf(map)[0]!.evidence.detail,
    /9 of 9 who moved on to new wallets sent those 45000000 lamports; by chance/,
  )
  assert.deepEqual(linksOf(movedOn(9, () => 20_000_000)), [])
  assert.deepEqual(linksOf(movedOn(9, (i) => 41_000_000 + i * 1_000_000)), [])
})
