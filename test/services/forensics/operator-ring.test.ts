import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FUNDER_TRACE } from '../../../src/services/forensics/funder-trace.ts'
import { judgeRing, RING } from '../../../src/services/forensics/operator-ring.ts'
import { devEvidenceOf, LAUNCH_SEC } from '../../support/forensic-evidence.ts'
import { walletAt } from '../../support/layer-inputs.ts'

const PURSE = walletAt(50)
const sibling = (index: number, secsLater: number | null = 0, funder = PURSE) => ({
  wallet: walletAt(index),
  funder,
  mint: walletAt(index + 100),
  launchSlot: 1,
  launchTimeSec: secsLater === null ? null : LAUNCH_SEC + secsLater,
  signature: `launch ${index}`,
})
const judge = (siblings: readonly ReturnType<typeof sibling>[], own = {}) =>
  judgeRing(devEvidenceOf({ siblings, ...own }), LAUNCH_SEC)

test('nothing is said of a ring when the funders were not read', () => {
  assert.deepEqual(judgeRing(null, LAUNCH_SEC), {
    operatorRing: null,
    operatorRingDetected: null,
    ringCoLaunchBurst: null,
  })
  assert.deepEqual(judge([]), { operatorRing: [], operatorRingDetected: false, ringCoLaunchBurst: false })
})

test('one other creator may be a friend, two are a ring; their tokens do not count twice', () => {
  assert.equal(judge([sibling(1), sibling(1, 90_000)]).operatorRingDetected, false)
  const ring = judge([sibling(2, 90_000), sibling(1, 90_000)])
  assert.equal(ring.operatorRingDetected, true)
  assert.deepEqual(ring.operatorRing, [walletAt(1), walletAt(2)].sort())
})

test('three launches within the hour, this one among them, are a burst', () => {
  assert.equal(judge([sibling(1, -RING.burstSecs), sibling(2, -10)]).ringCoLaunchBurst, true)
  assert.equal(judge([sibling(1, -RING.burstSecs - 1), sibling(2, -10)]).ringCoLaunchBurst, false)
  assert.equal(judge([sibling(1, null), sibling(2, -10)]).ringCoLaunchBurst, false, 'a launch without a time')
})

test('creators paid by the same public service are strangers', () => {
  const service = {
    address: PURSE,
    transactionsRead: 40,
    payees: FUNDER_TRACE.servicePayees,
    spanSecs: FUNDER_TRACE.serviceSpanSecs,
    payeesLookedAt: 20,
    launchers: 2,
  }
  assert.deepEqual(judge([sibling(1), sibling(2)], { funders: [service] }).operatorRing, [])
})
