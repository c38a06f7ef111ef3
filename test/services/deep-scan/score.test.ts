import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Check, SEVERITIES, type Severity } from '../../../src/contract/check.ts'
import { LAYER_NAMES } from '../../../src/contract/deep-scan.ts'
import { LAYERS } from '../../../src/services/deep-scan/layers/index.ts'
import {
  gradeOf,
  HARD_CAPS,
  type Judged,
  SAFE_NEEDS_LAYERS,
  SEVERITY_POINTS,
  scoreReport,
} from '../../../src/services/deep-scan/score.ts'
import { bundleOf, evidenceOf, gathered } from '../../support/bundle-of.ts'

const check = (id: string, ok: boolean, severity: Severity): Check => ({ id, ok, severity, label: id, detail: id })

/** Half of the early supply is known to be public: just enough. */
const REACH = {
  ...{ pct: 50, leastPct: 50, earlyPct: 25, wallets: 4, publicWallets: 2 },
  notPublicPct: { money: 50, signers: 0, tools: 0, groups: 0 },
}
const SEEN = { entityAdjusted: false, reach: REACH }

/** Every layer judged: all its checks passed, but for those named as `layer.check`. */
function judgedBut(failing: Readonly<Record<string, Severity>> = {}, unasked = false): Judged[] {
  return LAYERS.map((layer) => ({
    layer,
    report: {
      ok: true,
      errors: [],
      checks: layer.rules.map(({ id, severity }) => {
        const failed = failing[`${layer.name}.${id}`]
        if (failed !== undefined) return check(id, false, failed)
        return check(id, true, unasked ? 'info' : severity)
      }),
    },
  }))
}

test('the sixteen layers stand in the order of the report', () => {
  assert.deepEqual(
    LAYERS.map(({ name }) => name),
    LAYER_NAMES,
  )
})

test('every rule has an id of its own within its layer, a threshold and a source', () => {
  for (const { name, rules } of LAYERS) {
    assert.equal(new Set(rules.map(({ id }) => id)).size, rules.length, name)
    assert(
      rules.some(({ scored }) => scored),
      `${name} has a scored check`,
    )
    for (const { id, label, threshold, source } of rules)
      assert(id && label && threshold && source, `${name}.${id} is explained`)
  }
})

test('grades begin at 85, 60 and 35', () => {
  const grades = [100, 85, 84.9, 60, 59.9, 35, 34.9, 0].map(gradeOf)
  assert.deepEqual(grades, ['safe', 'safe', 'caution', 'caution', 'risky', 'risky', 'danger', 'danger'])
})

test('a token on which every check passed is safe with the full score', () => {
  const { score, grade, weights } = scoreReport(bundleOf(), judgedBut(), SEEN)
  assert.equal(score, 100)
  assert.equal(grade, 'safe')
  assert.equal(weights.totalFailing, 0)
  assert.equal(weights.hardCapped, false)
})

test('revoked authorities and locked liquidity alone never earn safe', () => {
  const stateOnly = judgedBut({}, true).map(({ layer, report }) =>
    layer.behavioural ? { layer, report } : judgedBut()[LAYERS.indexOf(layer)]!,
  )
  const { score, grade, weights } = scoreReport(bundleOf(), stateOnly, SEEN)
  assert.equal(grade, 'caution')
  assert.equal(score, 84)
  assert.deepEqual(weights.safeEarnedBy, [])
  assert.equal(weights.hardCapped, true)
})

test(`safe needs ${SAFE_NEEDS_LAYERS} behavioural layers that were really judged`, () => {
  const behavioural = LAYERS.filter((layer) => layer.behavioural).sort(
    (a, b) => Number(b.name === 'honeypot') - Number(a.name === 'honeypot'),
  )
  for (const enough of [SAFE_NEEDS_LAYERS - 1, SAFE_NEEDS_LAYERS]) {
    const asked = new Set(behavioural.slice(0, enough))
    const judged = judgedBut({}, true).map((one) =>
      asked.has(one.layer) ? judgedBut()[LAYERS.indexOf(one.layer)]! : one,
    )
    const { grade } = scoreReport(bundleOf(), judged, SEEN)
    assert.equal(grade, enough === SAFE_NEEDS_LAYERS ? 'safe' : 'caution')
  }
})

const withGaps = (...parts: string[]) =>
  bundleOf({ evidence: gathered(evidenceOf({ gaps: parts.map((part) => ({ part, reason: 'upstream_failed' })) })) })

test('nothing is safe whose sale was not proven, whatever else passed', () => {
  const judged = (report: Judged['report']) =>
    judgedBut().map((one) => (one.layer.name === 'honeypot' ? { ...one, report } : one))
  const stub = { ok: false, checks: [], errors: ['late'], _stub: true } as const
  for (const report of [
    { ...stub, checks: [], errors: ['late'] },
    { ok: true, checks: [], errors: [] },
  ]) {
    const { score, grade, weights } = scoreReport(bundleOf(), judged(report), SEEN)
    assert.deepEqual([score, grade], [84, 'caution'])
    assert(weights.hardCapReasons.includes('that it can be sold is not proven'))
  }
  const failing = judgedBut({ 'honeypot.sell_proven': 'medium' })
  assert.equal(scoreReport(bundleOf(), failing, SEEN).grade, 'caution')
})

test('nothing is safe while part of its evidence could not be read, and the parts are named', () => {
  for (const part of ['pools', 'holders']) {
    const { score, weights } = scoreReport(withGaps(part), judgedBut(), SEEN)
    assert.deepEqual([score, weights.hardCapReasons], [84, [`not read in full: ${part}`]])
  }
  assert.equal(scoreReport(withGaps('exits', 'tables', 'owners', 'clock'), judgedBut(), SEEN).grade, 'safe')
})

test('principle 13: safe needs reach: below the bar, or where nothing was seen, nothing is safe, and the share is named', () => {
  const judge = (reach: typeof REACH | null) => scoreReport(bundleOf(), judgedBut(), { entityAdjusted: false, reach })
  assert.deepEqual([judge(REACH).score, judge(REACH).grade], [100, 'safe'])
  const below = judge({ ...REACH, pct: 49.99 })
  assert.deepEqual([below.score, below.grade], [84, 'caution'])
  assert.deepEqual(below.weights.hardCapReasons, ['only 49.99 % of the early supply is in wallets known to be public'])
  const unseen = judge(null)
  assert.deepEqual([unseen.score, unseen.grade], [84, 'caution'])
  assert.deepEqual(unseen.weights.hardCapReasons, ['who bought it early is not known'])
})

test('without the chain, the mint or any transaction nothing is better than risky', () => {
  const unread = bundleOf({ evidence: gathered<never>(null, 'upstream_timeout: late') })
  for (const [bundle, reason] of [
    [unread, 'the chain could not be read'],
    [withGaps('mint', 'history'), 'its mint could not be read'],
    [withGaps('history'), 'its history could not be read'],
    [withGaps('launch'), 'its history could not be read'],
  ] as const) {
    const { score, grade, weights } = scoreReport(bundle, judgedBut(), SEEN)
    assert.deepEqual([score, grade, weights.hardCapReasons], [59, 'risky', [reason]])
  }
})

test('a failing check takes off the points of its severity, a layer no more than its cap', () => {
  const layer = LAYERS.find(({ name }) => name === 'bundle')!
  const one = { [`bundle.${layer.rules[0]!.id}`]: 'medium' as const }
  assert.equal(scoreReport(bundleOf(), judgedBut(one), SEEN).weights.severityPenalty, SEVERITY_POINTS.medium)
  const all = Object.fromEntries(layer.rules.map(({ id }) => [`bundle.${id}`, 'high' as const]))
  const { weights } = scoreReport(bundleOf(), judgedBut(all), SEEN)
  assert.equal(weights.severityPenalty, Math.min(layer.maxPenalty, layer.rules.length * SEVERITY_POINTS.high))
  assert.equal(
    weights.penalties.reduce((sum, { points }) => sum + points, 0),
    weights.severityPenalty,
  )
})

test('each hard cap names a check that exists, and holds the score', () => {
  const known = new Set(LAYERS.flatMap(({ name, rules }) => rules.map(({ id }) => `${name}.${id}`)))
  for (const { check: id, cap, reason } of HARD_CAPS) {
    assert(known.has(id), `${id} exists`)
    const { score, weights } = scoreReport(bundleOf(), judgedBut({ [id]: 'low' }), SEEN)
    assert(score <= cap, `${id} holds the score at ${cap}`)
    assert(weights.hardCapReasons.includes(reason))
  }
})

test('of several caps the lowest holds and is named first', () => {
  const failing = { 'contract.mint_authority': 'high', 'liquidity.pulled': 'critical' } as const
  const { hardCap, hardCapReasons } = scoreReport(bundleOf(), judgedBut(failing), SEEN).weights
  assert.equal(hardCap, 12)
  assert.deepEqual(hardCapReasons, ['the liquidity was taken out', 'more can be minted'])
})

test('any failing critical check leaves danger at most', () => {
  for (const { name, rules } of LAYERS)
    for (const { id } of rules)
      assert(scoreReport(bundleOf(), judgedBut({ [`${name}.${id}`]: 'critical' }), SEEN).score <= 34, `${name}.${id}`)
})

test('a listed token is safe unless its behaviour speaks against it', () => {
  const listed = bundleOf({ settings: { whitelisted: true, regulatedStablecoin: null } })
  assert.equal(scoreReport(listed, judgedBut({ 'contract.mint_authority': 'high' }), SEEN).score, 90)
  const trapped = scoreReport(listed, judgedBut({ 'honeypot.sell_blocked': 'critical' }), SEEN)
  assert.equal(trapped.score, 3)
  assert.equal(trapped.weights.honeypotConfirmed, true)
  const stablecoin = bundleOf({ settings: { whitelisted: false, regulatedStablecoin: { issuer: 'Somebody' } } })
  const { score, weights } = scoreReport(stablecoin, judgedBut({ 'contract.freeze_authority': 'high' }), SEEN)
  assert.equal(score, 90)
  assert.equal(weights.regulatedStablecoin, true)
})

test('layers that failed are named and earn nothing', () => {
  const judged = judgedBut().map(({ layer, report }) =>
    layer.behavioural
      ? { layer, report: { ok: false, checks: [], errors: ['broken'], _stub: true as const } }
      : { layer, report },
  )
  const { grade, weights } = scoreReport(bundleOf(), judged, SEEN)
  assert.equal(grade, 'caution')
  assert.deepEqual(
    weights.layersFailed,
    LAYERS.filter((layer) => layer.behavioural).map(({ name }) => name),
  )
})

test('another failing check never raises the score, and the score stays between 0 and 100', () => {
  const ids = LAYERS.flatMap(({ name, rules }) => rules.map(({ id }) => `${name}.${id}`))
  const failing = fc.dictionary(fc.constantFrom(...ids), fc.constantFrom(...SEVERITIES), { maxKeys: 20 })
  fc.assert(
    fc.property(failing, fc.constantFrom(...ids), fc.constantFrom(...SEVERITIES), (some, id, severity) => {
      const before = scoreReport(bundleOf(), judgedBut(some), SEEN).score
      const after = scoreReport(bundleOf(), judgedBut({ [id]: severity, ...some }), SEEN).score
      assert(before >= 0 && before <= 100)
      assert(after <= before)
    }),
    { numRuns: 200 },
  )
})
