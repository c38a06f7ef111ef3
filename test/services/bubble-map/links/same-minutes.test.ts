import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BubbleMapReport } from '../../../../src/contract/bubble-map.ts'
import { tailOf } from '../../../../src/services/bubble-map/poisson.ts'
import { addCrowd, areJoined, LAUNCH_SEC, LAUNCH_SLOT, mapOf, token, wallet } from '../../../support/map-evidence.ts'

/** Wallets that came to life one right after the other, whoever paid them. */

const NAMES = ['a', 'b', 'c', 'd', 'e']

type Plan = {
  readonly gapSecs?: number
  readonly people?: number
  readonly crowd?: number
  readonly slot?: number
  readonly fromSec?: number
}

/** Each first paid by an exchange of its own, in sums of their own. */
function paid({
  gapSecs = 50,
  people = 5,
  crowd = 0,
  slot = LAUNCH_SLOT,
  fromSec = LAUNCH_SEC - 20_000,
}: Plan): BubbleMapReport {
  const made = token()
  for (const [i, name] of NAMES.slice(0, people).entries()) {
    made.know(`exchange${i}`, { roles: ['funder'], isBusy: true, signatureCount: 1_000 })
    made.fund(`exchange${i}`, name, 1.3 + i * 0.41, fromSec + i * gapSecs)
    made.buy(name, slot === LAUNCH_SLOT ? slot : slot + i * 1_700)
  }
  for (let i = 0; i < crowd; i++) {
    made.know('other', { roles: ['funder'], isBusy: true, signatureCount: 1_000 })
    made.fund('other', `crowd${i}`, 2 + i / 9, LAUNCH_SEC - 38_000 + i * 150)
  }
  addCrowd(made, Math.max(8, crowd))
  return mapOf(made.evidence())
}
const linksOf = (map: BubbleMapReport) => map.links.filter(({ type }) => type === 'same_minutes')

test('principle 1: a run of first money before the launch joins by itself where chance brings it once in a million', () => {
  const map = paid({ slot: LAUNCH_SLOT + 4_000 })
  assert(areJoined(map, NAMES))
  assert.match(linksOf(map)[0]!.evidence.detail, /5 people .* by chance 1 in \de\d+/)
  assert(!areJoined(paid({ gapSecs: 120 }), NAMES))
})

test('a run of four joins with the slot of the launch, and not on its own', () => {
  const four = NAMES.slice(0, 4)
  const map = paid({ people: 4, gapSecs: 80, crowd: 3 })
  assert.equal(linksOf(map)[0]!.weight, 0.5)
  assert(areJoined(map, four))
  const apart = paid({ people: 4, gapSecs: 80, crowd: 3, slot: LAUNCH_SLOT + 4_000 })
  assert.deepEqual(apart.clusters, [])
  assert.equal(linksOf(apart).length, 6)
})

test('after the launch a call may have sent them: then a run is a fingerprint', () => {
  const map = paid({ fromSec: LAUNCH_SEC + 60, slot: LAUNCH_SLOT + 4_000 })
  assert.deepEqual(map.clusters, [])
  assert.equal(linksOf(map)[0]!.weight, 0.5)
})

test('minutes apart, or three, is no run', () => {
  assert.deepEqual(linksOf(paid({ gapSecs: 120 })), [])
  assert.deepEqual(linksOf(paid({ people: 3 })), [])
})

test('where everyone withdraws all the time a run is chance', () => {
  assert.deepEqual(linksOf(paid({ crowd: 240 })), [])
})

test('sums alike from one exchange are a withdrawal fingerprint, and no second trace', () => {
  const made = token()
  made.know('exchange', { roles: ['funder'], isBusy: true, signatureCount: 1_000 })
  for (const [i, name] of NAMES.slice(0, 4).entries()) {
    made.fund('exchange', name, 1.30007 + i * 0.0001, LAUNCH_SEC - 20_000 + i * 80)
    made.buy(name, LAUNCH_SLOT + 4_000 + i * 1_700)
  }
  for (let i = 0; i < 3; i++) made.fund('exchange', `crowd${i}`, 2 + i / 9, LAUNCH_SEC - 38_000 + i * 150)
  addCrowd(made, 8)
  const map = mapOf(made.evidence())
  assert.deepEqual([linksOf(map), map.clusters], [[], []])
  assert(
    map.links.some(({ type, evidence }) => type === 'withdrawal_fingerprint' && evidence.via === wallet('exchange')),
  )
})

test('the tail of a Poisson distribution', () => {
  assert.equal(tailOf(0, 3), 1)
  assert(Math.abs(tailOf(1, 0.5) - (1 - Math.exp(-0.5))) < 1e-12)
  assert(Math.abs(tailOf(3, 2) - 0.3233) < 1e-4)
})
