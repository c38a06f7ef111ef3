import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Compile } from 'typebox/compile'
import { SniperCohort } from '../../../src/contract/forensics.ts'
import type { TokenEvidence } from '../../../src/services/evidence-bundle/evidence.ts'
import type { SniperEvidence } from '../../../src/services/evidence-bundle/input-bundle.ts'
import { judgeSnipers } from '../../../src/services/forensics/snipers.ts'
import { ANY_MINT, evidenceOf, gathered } from '../../support/bundle-of.ts'
import { LAUNCH_SLOT, launchOf, sampledOf, sniperEvidenceOf } from '../../support/forensic-evidence.ts'
import { holdersOf, tradeOf, walletAt } from '../../support/layer-inputs.ts'

const schema = Compile(SniperCohort)
const WHO = { mint: ANY_MINT, generatedAtMs: 1_763_600_000_000 }

function judge(
  evidence: Partial<TokenEvidence>,
  snipers: SniperEvidence | null = sniperEvidenceOf(),
  gap: string | null = null,
) {
  const cohort = judgeSnipers({ evidence: gathered(evidenceOf(evidence)), snipers: gathered(snipers, gap) }, WHO)
  assert(schema.Check(cohort), JSON.stringify([...schema.Errors(cohort)].slice(0, 2)))
  return cohort
}
/** Whole tokens bought by a wallet so many slots after the launch. */
const buy = (wallet: number, base: number, slotsLater = 0, index = wallet) =>
  tradeOf({ wallet, side: 'buy', base, quote: 1, atSec: 1, slot: LAUNCH_SLOT + slotsLater }, index)
const verdict = (cohort: SniperCohort, id: string) => {
  const check = cohort.checks.find((one) => one.id === id)!
  return check.ok ? (check.severity === 'info' ? 'unasked' : 'passed') : check.severity
}

test('snipers of the launch slot and of the slots after it are counted apart, bundlers are not among them', () => {
  const launch = launchOf(
    [
      [0, 0],
      [1, 0],
      [2, 1],
      [3, 2],
      [0, 2],
    ],
    { bundlers: [walletAt(1)] },
  )
  const cohort = judge({ launch, holders: holdersOf([2, 3, 4, 0.5]), slotMs: 214 })
  assert.deepEqual([cohort.sniperCount, cohort.slot0SniperCount, cohort.cohortSniperCount], [3, 1, 2])
  assert.deepEqual([cohort.sniperPct, cohort.slot0SniperPct], [6.5, 2])
  assert.deepEqual([cohort.bundleWalletCount, cohort.bundledPct], [1, 3])
  assert.deepEqual([cohort.windowSlots, cohort.slotMs, cohort.launchSlot], [2, 214, LAUNCH_SLOT])
})

test('principle 8: with a map the cohort is that of its roles, in the order of the purchases, and says on what it rests', () => {
  const launch = launchOf([
    [0, 0],
    [1, 0],
    [2, 1],
    [3, 2],
  ])
  const evidence = { launch, holders: holdersOf([2, 3, 4, 0.5]), slotMs: 214 }
  const alone = judge(evidence)
  assert.deepEqual([alone.basis, alone.lowerBounds, alone.sniperCount], ['launch', ['bundledPct'], 4])
  const roles = {
    team: [walletAt(1), walletAt(2)],
    insiders: [walletAt(1), walletAt(2)],
    bundlers: [walletAt(1)],
    snipers: [walletAt(3), walletAt(0)].sort(),
  }
  const sampled = sniperEvidenceOf([sampledOf({ address: walletAt(2) }), sampledOf({ address: walletAt(3) })])
  const mapped = judgeSnipers(
    { evidence: gathered(evidenceOf(evidence)), snipers: gathered(sampled) },
    { ...WHO, roles },
  )
  assert(schema.Check(mapped))
  assert.deepEqual([mapped.basis, mapped.lowerBounds], ['map', []])
  assert.deepEqual([mapped.sniperCount, mapped.sniperPct, mapped.bundleWalletCount, mapped.bundledPct], [2, 2.5, 1, 3])
  assert.deepEqual(mapped.snipers, [
    { address: walletAt(0), slotsAfterLaunch: 0, afterMs: 0, serial: null },
    { address: walletAt(3), slotsAfterLaunch: 2, afterMs: 428, serial: false },
  ])
  assert.deepEqual(
    mapped.sampledSnipers.map(({ address }) => address),
    [walletAt(3)],
    'the creator was sampled, too',
  )
  const cut = judge({ ...evidence, launch: { ...launch, capped: true } })
  assert.deepEqual(cut.lowerBounds, ['sniperPct', 'slot0SniperPct', 'bundledPct'])
})

test('nothing is known of a launch that was not found; the window is the configured one', () => {
  const cohort = judgeSnipers(
    { evidence: gathered(evidenceOf()), snipers: gathered<SniperEvidence>(null) },
    { ...WHO, windowSlots: 7 },
  )
  const { sniperCount, sniperPct, sniperExit, bundledPct, launchSlot, serialSniperRatio, sampledSnipers } = cohort
  assert.deepEqual(
    [sniperCount, sniperPct, sniperExit, bundledPct, launchSlot, serialSniperRatio],
    [null, null, null, null, null, null],
  )
  assert.deepEqual([sampledSnipers, cohort.windowSlots], [[], 7])
  assert(cohort.checks.every(({ ok, severity }) => ok && severity === 'info'))
  const other = judge({ launch: launchOf([[0, 0]], { windowSlots: 5 }) })
  assert.equal(other.windowSlots, 5, 'that of the facts counts')
})

test('degraded forensics give an empty sample and no ratio; the counts stay', () => {
  const launch = launchOf([[0, 0]])
  for (const [snipers, gap] of [
    [null, 'upstream_failed: the node is down'],
    [sniperEvidenceOf([sampledOf({ otherSnipes: null, fungibles: 4 })]), null],
  ] as const) {
    const cohort = judge({ launch, holders: holdersOf([2]) }, snipers, gap)
    assert.deepEqual([cohort.sampledSnipers, cohort.serialSniperRatio], [[], null])
    assert.equal(cohort.sniperPct, 2)
    assert.match(cohort.errors.join(' '), /snipers: /)
  }
})

test('a sniper is serial with one other snipe and heavy with fifty tokens or endless transactions', () => {
  const snipe = { mint: walletAt(60), signature: 'x', slotsAfterLaunch: 1 }
  const cohort = judge(
    {
      launch: launchOf([
        [0, 0],
        [1, 0],
        [2, 0],
        [3, 0],
      ]),
    },
    sniperEvidenceOf([
      sampledOf({ otherSnipes: [snipe], fungibles: 50 }),
      sampledOf({ address: walletAt(1), fungibles: 49 }),
      sampledOf({ address: walletAt(2), fungibles: null, isBusy: true }),
      sampledOf({ address: walletAt(3), fungibles: null, otherSnipes: null }),
    ]),
  )
  assert.deepEqual(
    cohort.sampledSnipers.map(({ serial, heavy, fungibles }) => [serial, heavy, fungibles]),
    [
      [true, true, 50],
      [false, false, 49],
      [false, true, null],
      [null, null, null],
    ],
  )
  assert.equal(cohort.serialSniperRatio, 1 / 3, 'of those that were read')
})

test('no snipers at all: an empty sample, and no ratio of no one', () => {
  const cohort = judge({ launch: launchOf(), holders: holdersOf([5]) })
  assert.deepEqual([cohort.sniperCount, cohort.sniperPct, cohort.serialSniperRatio], [0, 0, null])
  assert.deepEqual([verdict(cohort, 'sniper_share'), verdict(cohort, 'sniper_crowd')], ['passed', 'passed'])
  assert.deepEqual(cohort.errors, [])
})

test('what snipers hold next to what they bought in the window shows what they did', () => {
  const launch = launchOf([
    [0, 0],
    [1, 0],
    [2, 1],
    [3, 2],
    [4, 0],
    [5, 0],
  ])
  const holders = holdersOf([1, 0.5, 0.009, 1.02, 0, 3])
  const bought = [buy(0, 10_000), buy(1, 10_000), buy(2, 10_000, 1), buy(3, 10_000, 2), buy(4, 10_000)]
  const later = buy(3, 200, 30, 90)
  const { sniperExit } = judge({ launch, holders, transactions: [...bought, later] })
  // The sixth sniper's purchase was not read.
  assert.deepEqual(sniperExit, { classified: 5, holding: 1, soldPartial: 1, soldFull: 2, boughtMore: 1 })
})

test('the edges of gone, whole and more are a hundredth', () => {
  const classOf = (heldPct: number) => {
    const launch = launchOf([[0, 0]])
    const { sniperExit } = judge({ launch, holders: holdersOf([heldPct, 5]), transactions: [buy(0, 10_000)] })
    return Object.entries(sniperExit!).find(([name, count]) => name !== 'classified' && count === 1)?.[0]
  }
  assert.deepEqual([classOf(0.0099), classOf(0.01)], ['soldFull', 'soldPartial'])
  assert.deepEqual([classOf(0.9899), classOf(0.99)], ['soldPartial', 'holding'])
  assert.deepEqual([classOf(1.0109), classOf(1.02)], ['holding', 'boughtMore'])
})

test('a share is null while one balance is unknown, and known again when it was asked for', () => {
  const launch = launchOf([
    [0, 0],
    [7, 0],
  ])
  const holders = holdersOf([2, 1], { ownerCount: 900 })
  assert.equal(judge({ launch, holders }).sniperPct, null)
  const asked = judge({ launch, holders }, sniperEvidenceOf([], [{ owner: walletAt(7), amountRaw: '5000000000' }]))
  assert.equal(asked.sniperPct, 2.5)
  assert.equal(verdict(judge({ launch, holders }), 'sniper_share'), 'unasked')
  assert.equal(judge({ launch, holders: null }).sniperExit, null)
})

test('snipers fail above ten percent of the supply, not at it', () => {
  const at = (pct: number) => verdict(judge({ launch: launchOf([[0, 0]]), holders: holdersOf([pct]) }), 'sniper_share')
  assert.deepEqual([at(10), at(10.000_1)], ['passed', 'medium'])
})

test('ten snipers are a crowd, nine are not', () => {
  const of = (count: number) => {
    const launch = launchOf(Array.from({ length: count }, (_, i) => [i, 0] as const))
    return verdict(judge({ launch, holders: holdersOf([]) }), 'sniper_crowd')
  }
  assert.deepEqual([of(9), of(10)], ['passed', 'warning'])
})

test('snipers have dumped when four fifths of at least five are gone', () => {
  const of = (gone: number, all: number) => {
    const launch = launchOf(Array.from({ length: all }, (_, i) => [i, 0] as const))
    const holders = holdersOf(Array.from({ length: all }, (_, i) => (i < gone ? 0 : 1)))
    const transactions = Array.from({ length: all }, (_, i) => buy(i, 10_000))
    return verdict(judge({ launch, holders, transactions }), 'snipers_dumped')
  }
  assert.deepEqual([of(4, 5), of(3, 5), of(4, 4), of(0, 4)], ['low', 'passed', 'unasked', 'passed'])
})

test('two sampled snipers do not show what most of them do', () => {
  const snipe = { mint: walletAt(60), signature: 'x', slotsAfterLaunch: 1 }
  const labelOf = (...serial: readonly boolean[]) => {
    const launch = launchOf(serial.map((_, i) => [i, 0] as const))
    const sampled = serial.map((is, i) => sampledOf({ address: walletAt(i), otherSnipes: is ? [snipe] : [] }))
    const { ok, label } = judge({ launch }, sniperEvidenceOf(sampled)).checks.find(({ id }) => id === 'serial_snipers')!
    return [ok, label]
  }
  assert.deepEqual(labelOf(true, true), [true, 'Most snipers snipe for a living?'])
  assert.deepEqual(labelOf(false), [true, 'Most snipers snipe for a living?'])
  assert.deepEqual(labelOf(true, true, false), [false, 'Most snipers snipe for a living'])
  assert.deepEqual(labelOf(true, false, false), [true, 'Most snipers do not snipe for a living'])
})

test('at most twelve snipers are sampled, launch slot first', () => {
  const launch = launchOf(Array.from({ length: 14 }, (_, i) => [i, 0] as const))
  const sampled = Array.from({ length: 14 }, (_, i) => sampledOf({ address: walletAt(i) }))
  const { sampledSnipers } = judge({ launch }, sniperEvidenceOf(sampled))
  assert.deepEqual(
    sampledSnipers.map(({ address }) => address),
    Array.from({ length: 12 }, (_, i) => walletAt(i)),
  )
})
