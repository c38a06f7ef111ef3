import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DevEvidence } from '../../../src/services/evidence-bundle/input-bundle.ts'
import { FUNDER_TRACE } from '../../../src/services/forensics/funder-trace.ts'
import { judgeRing, RING } from '../../../src/services/forensics/operator-ring.ts'
import { devEvidenceOf, devTokenOf, exitOf, LAUNCH_SEC, rugOf } from '../../support/forensic-evidence.ts'
import { walletAt } from '../../support/layer-inputs.ts'

const FUNDER = walletAt(50)
type Sibling = DevEvidence['siblings'][number]
/** The creator of a rugged token; `own` changes it. */
const sibling = (index: number, secsLater: number | null = 0, own: Partial<Sibling> = {}): Sibling => ({
  wallet: walletAt(index),
  funder: FUNDER,
  mint: walletAt(index + 100),
  launchSlot: 1,
  launchTimeSec: secsLater === null ? null : LAUNCH_SEC + secsLater,
  signature: `launch ${index}`,
  life: rugOf(600, index),
  ...own,
})
const judge = (siblings: readonly Sibling[], own = {}) =>
  judgeRing(devEvidenceOf({ siblings, ...own }), LAUNCH_SEC, LAUNCH_SEC)
const alive = (index: number) => sibling(index, 90_000, { life: devTokenOf({ mint: walletAt(index + 100) }) })
const unread = (index: number) =>
  sibling(index, 90_000, { life: devTokenOf({ trades: 0, complete: false, peakPriceQuote: null }) })

test('nothing is said of a ring when the funders were not read', () => {
  assert.deepEqual(judgeRing(null, LAUNCH_SEC, LAUNCH_SEC), {
    fundedCreators: null,
    operatorRing: null,
    operatorRingDetected: null,
    ringCoLaunchBurst: null,
  })
  assert.deepEqual(judge([]), {
    fundedCreators: [],
    operatorRing: [],
    operatorRingDetected: false,
    ringCoLaunchBurst: false,
  })
})

test('one other creator may be a friend, two are a ring; their tokens do not count twice', () => {
  assert.equal(judge([sibling(1), sibling(1, 90_000)]).operatorRingDetected, false)
  const ring = judge([sibling(2, 90_000), sibling(1, 90_000)])
  assert.equal(ring.operatorRingDetected, true)
  assert.deepEqual(ring.operatorRing, [walletAt(1), walletAt(2)].sort())
})

test('principle 10: a ring needs rugs: a studio all of whose tokens live is none, and its creators are still named', () => {
  const studio = judge([alive(1), alive(2), alive(3)])
  assert.deepEqual([studio.operatorRing, studio.operatorRingDetected, studio.ringCoLaunchBurst], [[], false, false])
  assert.deepEqual(
    studio.fundedCreators!.map(({ wallet, rugged }) => [wallet, rugged]),
    [1, 2, 3].map((i) => [walletAt(i), false]).sort(),
  )
  assert.equal(judge([alive(1), alive(2), sibling(3)]).operatorRingDetected, false, 'one of three cheated the studio')
  assert.equal(judge([alive(1), sibling(2), sibling(3)]).operatorRingDetected, true)
  assert.equal(judge([alive(1), sibling(2)]).operatorRingDetected, true, 'half of them')
})

test('principle 10: a creator who sold all it had, and half of the rise with it, counts as one who rugged', () => {
  const sold = (lastPriceQuote: number, devSoldRaw = '20000000000') => ({
    life: devTokenOf({
      ...{ devBoughtRaw: '20000000000', devSoldRaw, lastPriceQuote },
      exit: exitOf({ soldRaw: devSoldRaw, wallets: 1, priceAfterQuote: lastPriceQuote, highestAfterQuote: null }),
    }),
  })
  const at = (...own: Parameters<typeof sold>) => {
    const { fundedCreators, operatorRingDetected } = judge([sibling(1, 0, sold(...own)), sibling(2, 0, sold(...own))])
    return [fundedCreators![0]!.rugged, fundedCreators![0]!.left, operatorRingDetected]
  }
  // Of a rise from 1 to 4.
  assert.deepEqual(
    [at(2.5), at(2.6)],
    [
      [false, true, true],
      [false, false, false],
    ],
  )
  const last = { firstTimeSec: LAUNCH_SEC - 1_000, lastTimeSec: LAUNCH_SEC - 1_000, signature: 'the last trade' }
  const silent = (sales: typeof last) =>
    judge([sibling(1, 0, { life: { ...sold(2.6).life, sales } })]).fundedCreators![0]!.left
  assert.deepEqual([silent(last), silent({ ...last, lastTimeSec: last.lastTimeSec - 1 })], [true, false])
  assert.deepEqual(at(2.5, '18000000000'), [false, false, false], 'it has reduced, not left')
})

test('principle 10: tokens of which nothing was read are neither rugged nor alive', () => {
  const unknown = { operatorRing: null, operatorRingDetected: null, ringCoLaunchBurst: null }
  const { fundedCreators, ...ring } = judge([unread(1), unread(2)])
  assert.deepEqual([ring, fundedCreators!.length], [unknown, 2])
  const { life: _life, ...old } = sibling(1)
  assert.equal(judge([old, { ...old, wallet: walletAt(2) }]).operatorRing, null, 'as in bundles of before')
  assert.equal(judge([unread(1), sibling(2)]).operatorRingDetected, true, 'the one that is known decides')
  assert.equal(judge([unread(1), alive(2)]).operatorRingDetected, false)
})

test('of several tokens of one creator the worst speaks', () => {
  const both = judge([alive(1), { ...sibling(1), mint: walletAt(300) }, unread(1), sibling(2)])
  assert.deepEqual(
    both.fundedCreators!.map(({ mint, rugged }) => [mint, rugged]).sort(),
    [
      [walletAt(300), true],
      [walletAt(102), true],
    ].sort(),
  )
})

test('three launches within the hour, this one among them, are a burst', () => {
  assert.equal(judge([sibling(1, -RING.burstSecs), sibling(2, -10)]).ringCoLaunchBurst, true)
  assert.equal(judge([sibling(1, -RING.burstSecs - 1), sibling(2, -10)]).ringCoLaunchBurst, false)
  assert.equal(judge([sibling(1, null), sibling(2, -10)]).ringCoLaunchBurst, false, 'a launch without a time')
})

test('creators paid by the same public service are strangers', () => {
  const service = {
    address: FUNDER,
    transactionsRead: 40,
    payees: FUNDER_TRACE.servicePayees,
    spanSecs: FUNDER_TRACE.serviceSpanSecs,
    payeesLookedAt: 20,
    launchers: 2,
  }
  assert.deepEqual(judge([sibling(1), sibling(2)], { funders: [service] }).operatorRing, [])
})
