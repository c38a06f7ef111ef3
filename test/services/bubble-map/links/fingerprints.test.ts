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

/** same_slot, budget_fingerprint, withdrawal_fingerprint: weak as pairs; a run far beyond chance joins by itself. */

const TEAM = ['a', 'b', 'c', 'd', 'e']
const ODD = { computeUnitLimit: 231_417, computeUnitPrice: '1234567' }
const linksOf = (map: ReturnType<typeof mapOf>, type: string) => map.links.filter((link) => link.type === type)

/** `names` set one budget, at slots of their own. */
function setting(names: readonly string[], budget: typeof ODD, slots: (i: number) => number) {
  const made = token()
  for (const [i, name] of names.entries()) made.buy(name, slots(i), budget)
  addCrowd(made, 10)
  return mapOf(made.evidence())
}
const apart = (i: number): number => LAUNCH_SLOT + 20 + i * 7

test('principle 1: a run of one odd budget joins by itself and says how likely it is; a pair never does', () => {
  const run = setting(TEAM, ODD, apart)
  assert(areJoined(run, TEAM))
  assert.match(
    linksOf(run, 'budget_fingerprint')[0]!.evidence.detail,
    /as 5 of 1[5-9] buyers do; by chance 1 in \de\d+/,
  )
  assert.deepEqual(setting(TEAM.slice(0, 2), ODD, apart).clusters, [])
})

test('principle 1: a budget of few digits is what programs set for everyone, also where twenty set it', () => {
  const many = Array.from({ length: 20 }, (_, i) => `user${i}`)
  const common = { computeUnitLimit: 290_000, computeUnitPrice: '3125000' }
  const map = setting(many, common, () => LAUNCH_SLOT)
  assert.deepEqual([map.clusters, linksOf(map, 'budget_fingerprint')], [[], []])
})

test('principle 1: what an app sets in the purchases it signs is one trace with the app, not a second one', () => {
  const names = ['a', 'b', 'c', 'd']
  const through = (app: string | null) => {
    const made = token()
    if (app !== null) made.know(app, { roles: ['funder'], isBusy: true, signatureCount: 1_000 })
    for (const name of names)
      made.buy(name, LAUNCH_SLOT, { ...ODD, signers: [wallet(name), ...(app === null ? [] : [wallet(app)])] })
    addCrowd(made, 10)
    return mapOf(made.evidence())
  }
  assert(areJoined(through(null), names))
  assert.deepEqual(through('app').clusters, [])
})

test('two with one budget in the launch slot may be chance', () => {
  const made = token()
  for (const name of ['a', 'b']) made.buy(name, LAUNCH_SLOT, ODD)
  addCrowd(made, 10)
  assert.deepEqual(mapOf(made.evidence()).clusters, [])
})

test('a budget that buyers of all times set is no fingerprint', () => {
  const made = token()
  for (let i = 0; i < 9; i++) made.buy(`user${i}`, LAUNCH_SLOT + (i < 4 ? 0 : i * 2_000), ODD)
  addCrowd(made, 10)
  const map = mapOf(made.evidence())
  assert.deepEqual([map.clusters, linksOf(map, 'budget_fingerprint')], [[], []])
})

test('everyone in the launch slot with nothing else in common stays apart', () => {
  const made = token()
  for (let i = 0; i < 20; i++) made.buy(`early${i}`, LAUNCH_SLOT + (i % 3))
  addCrowd(made, 10)
  const map = mapOf(made.evidence())
  assert.deepEqual(map.clusters, [])
  assert.equal(
    linksOf(map, 'same_slot').filter(({ weight }) => weight === 0.45).length,
    28,
    'seven of the slot and the creator',
  )
})

test('withdrawals of one size within minutes join buyers of the launch slot, and only those', () => {
  const drawn = (slot: (i: number) => number) => {
    const made = token()
    for (const [i, name] of TEAM.entries()) {
      made.fund(BINANCE, name, 2.3471 + i * 0.0004, LAUNCH_SEC - 3_000 + i * 100)
      made.buy(name, slot(i))
    }
    addCrowd(made, 8)
    return mapOf(made.evidence())
  }
  assert(
    areJoined(
      drawn(() => LAUNCH_SLOT),
      TEAM,
    ),
  )
  const late = drawn((i) => LAUNCH_SLOT + 300 + i * 800)
  assert.deepEqual(late.clusters, [])
  assert(linksOf(late, 'withdrawal_fingerprint').every(({ weight }) => weight! > 0.5 && weight! < 1))
})

test('round sums weigh less, others and far ones nothing', () => {
  const pair = (a: number, b: number, secs: number) => {
    const made = token()
    made.fund(BINANCE, 'a', a, LAUNCH_SEC - 9_000)
    made.fund(BINANCE, 'b', b, LAUNCH_SEC - 9_000 + secs)
    made.buy('a', LAUNCH_SLOT + 100)
    made.buy('b', LAUNCH_SLOT + 900)
    return linksOf(mapOf(made.evidence()), 'withdrawal_fingerprint')[0]?.weight ?? 0
  }
  assert.equal(pair(2.347, 2.348, 60), 0.6)
  assert.equal(pair(2, 2, 60), 0.24)
  assert.equal(pair(2.347, 2.41, 60), 0)
  assert.equal(pair(2.347, 2.348, 2_000), 0)
  assert(pair(2.347, 2.375, 900) < 0.3)
})

test('a crowd of newcomers from one exchange is not merged', () => {
  const made = token()
  for (let i = 0; i < 24; i++) {
    const sol = i % 3 === 0 ? 1 : 0.4 + ((i * 37) % 97) / 31
    made.fund(BINANCE, `new${i}`, sol, LAUNCH_SEC - 5_000 + i * 300)
    made.buy(`new${i}`, LAUNCH_SLOT + 30 + i * 400)
  }
  assert.deepEqual(mapOf(made.evidence()).clusters, [])
})

/** Pairs of buyers who first bought in one transaction, with who else signed it. */
function together(pairs: number, helper: string | null) {
  const made = token()
  const names: string[] = []
  for (let i = 0; i < pairs; i++) {
    const own = [`p${i}a`, `p${i}b`]
    names.push(...own)
    const slot = apart(i)
    const [one, other] = own.map((name) => token().buy(name, slot).trades[0]!)
    made.buy(own[1]!, slot, {
      feePayer: wallet(own[0]!),
      signers: [...own.map(wallet), ...(helper === null ? [] : [wallet(helper)])],
      trades: [one!, other!],
    })
  }
  if (helper !== null) made.know(helper, { roles: ['funder'], isBusy: true, signatureCount: 1_000 })
  addCrowd(made, 10)
  return { map: mapOf(made.evidence()), names }
}

test('principle 1: transactions that several buyers signed, one after another, have one sender', () => {
  const run = together(5, null)
  assert(areJoined(run.map, run.names))
  assert(
    linksOf(run.map, 'same_bundle').some(({ evidence }) => /5 of 15 transactions .* by chance/.test(evidence.detail)),
  )
  const few = together(2, null)
  assert(!areJoined(few.map, few.names), 'two are no run')
  const collected = together(5, 'solver')
  assert(!areJoined(collected.map, collected.names), 'a service that collects signatures')
})
