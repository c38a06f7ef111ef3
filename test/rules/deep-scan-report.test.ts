import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Compile } from 'typebox/compile'
import { SEVERITIES } from '../../src/contract/check.ts'
import { DeepScanReport, LAYER_NAMES } from '../../src/contract/deep-scan.ts'
import { judgeScan } from '../../src/services/deep-scan/judge-scan.ts'
import { LAYERS } from '../../src/services/deep-scan/layers/index.ts'
import { HARD_CAPS } from '../../src/services/deep-scan/score.ts'
import type { Gathered, InputBundle } from '../../src/services/evidence-bundle/input-bundle.ts'
import type { SellProof } from '../../src/services/evidence-bundle/sell-proof.ts'
import type { SecurityReport } from '../../src/upstreams/capabilities.ts'
import { NO_SECURITY_FACTS } from '../../src/upstreams/security-check.ts'
import { ANY_OWNER, bundleOf, evidenceOf, gathered, mintOf } from '../support/bundle-of.ts'
import { holdersOf } from '../support/layer-inputs.ts'

/** What a Deep Scan report makes of its layers and providers (spec 2.2), over bundles put together by hand. */

const SHA256 = 'ab'.repeat(32)
const schema = Compile(DeepScanReport)

function judge(own: Partial<InputBundle> = {}): DeepScanReport {
  const report = judgeScan(bundleOf(own), SHA256)
  assert(schema.Check(report), JSON.stringify([...schema.Errors(report)].slice(0, 2)))
  return report
}

function opinion(own: Partial<SecurityReport> = {}): Gathered<SecurityReport> {
  return gathered<SecurityReport>({
    provider: 'any',
    scoreSafe0to100: 77,
    rugged: false,
    facts: NO_SECURITY_FACTS,
    checks: [{ id: 'own_check', ok: false, severity: 'critical', label: 'Bad', detail: 'very' }],
    notes: ['no market known'],
    ...own,
  })
}
const unconfigured = bundleOf().providers.rugcheck
/** Something fails at every layer of state, at several severities. */
const BAD_MINT = mintOf({ mintAuthority: ANY_OWNER, metadataMutable: true, metadataAuthority: ANY_OWNER })
const holders = holdersOf([40, 20, 10, 5])

test('the report has the sixteen layers and both providers, whatever was read', () => {
  for (const own of [{}, { evidence: gathered<never>(null, 'upstream_failed: down') }]) {
    const report = judge(own)
    assert.deepEqual(Object.keys(report.layers), [...LAYER_NAMES])
    assert.deepEqual(Object.keys(report.providers), ['rugcheck', 'goplus'])
    assert.equal(report.bundle, SHA256)
    assert.equal(report.generatedAt, bundleOf().generatedAtMs)
  }
})

test('a layer whose input is missing is a stub that says why, and the others stay whole', () => {
  const { layers, weights } = judge({ evidence: gathered(evidenceOf({ holders })), dev: gathered<never>(null, 'down') })
  assert.deepEqual(layers.devforensics, { ok: false, checks: [], errors: ['dev: down'], _stub: true })
  for (const { name, needs } of LAYERS) {
    const isStub = needs.includes('dev')
    assert.equal(layers[name].ok, !isStub, name)
    assert.equal(layers[name].checks.length > 0, !isStub, name)
    assert.equal(layers[name]._stub, isStub ? true : undefined, name)
    assert.equal(weights.layersFailed.includes(name), isStub)
  }
})

test('a layer whose inputs came after its deadline is a stub', () => {
  const { layers } = judge({ late: ['holders'] })
  const { deadlineMs } = LAYERS.find(({ name }) => name === 'holders')!
  assert.deepEqual(layers.holders, {
    ok: false,
    checks: [],
    errors: [`its inputs took longer than ${deadlineMs} ms`],
    _stub: true,
  })
  assert.equal(layers.contract.ok, true)
})

test('a layer that throws is a stub, and the others stay whole', () => {
  const legs = { token: { adapter: 'local' }, pool: { adapter: 'local' } }
  const withoutReasons = { status: 'sellable', cases: [], legs } as unknown as SellProof
  const { layers } = judge({ sellProof: gathered(withoutReasons) })
  const { ok, checks, errors, _stub } = layers.honeypot
  assert.deepEqual([ok, checks, _stub], [false, [], true])
  assert.match(errors[0]!, /^the layer failed: ./)
  assert.equal(layers.contract.ok, true)
})

test('a provider that is not configured, one that failed and one that answered', () => {
  const failed = { ...gathered<SecurityReport>(null, 'upstream_timeout: too slow') }
  const { providers } = judge({ providers: { rugcheck: unconfigured, goplus: failed } })
  const none = { ok: false, scoreSafe0to100: null, checks: [] }
  assert.deepEqual(providers.rugcheck, { ...none, available: false, errors: [], _notConfigured: true })
  assert.deepEqual(providers.goplus, { ...none, available: true, errors: ['upstream_timeout: too slow'] })
  const told = judge({ providers: { rugcheck: opinion(), goplus: unconfigured } }).providers.rugcheck
  assert.deepEqual(
    [told.ok, told.available, told.scoreSafe0to100, told.checks.length, told.errors, told._notConfigured],
    [true, true, 77, 1, ['no market known'], undefined],
  )
})

test('flags are the failing checks of layers and providers, critical to info, then by source', () => {
  const checks = SEVERITIES.flatMap((severity) => [
    { id: `bad_${severity}`, ok: false, severity, label: 'Bad', detail: 'x' } as const,
    { id: `good_${severity}`, ok: true, severity, label: 'Good', detail: 'x' } as const,
  ])
  const { flags, layers } = judge({
    evidence: gathered(evidenceOf({ mintInfo: BAD_MINT, holders })),
    // The provider that comes first by name is listed last.
    providers: { rugcheck: opinion({ checks: checks as never }), goplus: opinion({ checks: checks as never }) },
  })
  const failing = Object.values(layers).flatMap((layer) => layer.checks.filter(({ ok }) => !ok))
  assert(failing.length >= 3)
  assert.equal(flags.length, failing.length + 2 * SEVERITIES.length)
  assert(flags.every(({ id }) => !id.startsWith('good_')))
  const rows = flags.map(({ severity, source, id }) => `${SEVERITIES.indexOf(severity)} ${source} ${id}`)
  assert.deepEqual(rows, rows.toSorted())
  assert.deepEqual(
    flags.filter(({ severity }) => severity === 'warning').map(({ source }) => source),
    ['goplus', 'rugcheck'],
  )
})

test('what providers say changes neither score nor layers', () => {
  const evidence = gathered(evidenceOf({ holders }))
  const alone = judge({ evidence })
  const told = judge({ evidence, providers: { rugcheck: opinion({ rugged: true }), goplus: opinion() } })
  assert.deepEqual([told.score, told.weights, told.layers], [alone.score, alone.weights, alone.layers])
  assert.equal(told.flags.length, alone.flags.length + 2)
})

test('cross-validation: the chain beside each provider, what is not said left out, null when no one spoke', () => {
  assert.deepEqual(judge().crossValidation, { agreement: null, conflicts: 0, facts: [] })
  const evidence = gathered(evidenceOf({ mintInfo: mintOf({ mintAuthority: ANY_OWNER }) }))
  const agreeing = opinion({ facts: { ...NO_SECURITY_FACTS, mintable: true, freezable: false } })
  const lying = opinion({ facts: { ...NO_SECURITY_FACTS, mintable: false } })
  const { agreement, conflicts, facts } = judge({
    evidence,
    providers: { rugcheck: agreeing, goplus: lying },
  }).crossValidation
  assert.deepEqual(
    facts.map(({ fact, chain, said, agree }) => [fact, chain, said, agree]),
    [
      ['mintable', 'yes', { rugcheck: 'yes', goplus: 'no' }, false],
      ['freezable', 'no', { rugcheck: 'no', goplus: null }, true],
    ],
  )
  assert.deepEqual([agreement, conflicts], [0.5, 1])
})

test('entity is null without a map, and its figures with one', () => {
  assert.equal(judge().entity, null)
  const { entity } = judge({ evidence: gathered(evidenceOf({ holders })) })
  assert.deepEqual(Object.keys(entity!).sort(), [
    'clusteredPct',
    'decentralizationScore',
    'entityCount',
    'entity_gini',
    'entity_nakamoto',
    'hiddenSupplyPct',
    'largestClusterPct',
    'linkCount',
    'nodeCount',
    'roles',
  ])
  assert.deepEqual([entity!.nodeCount, entity!.largestClusterPct, entity!.clusteredPct], [4, 0, 0])
})

test('the weights state the start score, the points of each severity and how many checks failed', () => {
  const { weights, layers } = judge({ evidence: gathered(evidenceOf({ mintInfo: BAD_MINT, holders })) })
  const failing = Object.values(layers).flatMap((layer) => layer.checks.filter(({ ok }) => !ok))
  assert.deepEqual([weights.startScore, weights.totalFailing], [100, failing.length])
  assert.deepEqual(weights.perSeverity, { critical: 45, high: 18, medium: 8, warning: 4, low: 2, info: 0 })
  assert.equal(
    SEVERITIES.reduce((sum, severity) => sum + weights.failingCounts[severity], 0),
    failing.length,
  )
  assert.equal(weights.additiveScore, Math.max(0, 100 - weights.severityPenalty))
  assert.equal(weights.layersJudged, LAYERS.length)
})

test('the verdict names the worst finding, the summary the score and what held it', () => {
  const { score, grade, verdict, summary, flags } = judge({
    evidence: gathered(evidenceOf({ mintInfo: BAD_MINT, holders })),
    dev: gathered<never>(null, 'down'),
  })
  const worst = flags.find(({ severity }) => severity === 'critical' || severity === 'high')!
  assert(verdict.endsWith(`: ${worst.label}`), verdict)
  assert(summary.startsWith(`Score ${score} of 100 (${grade}).`), summary)
  assert.match(summary, /Not judged: .*devforensics/)
})

test('each input has its source, age and slot in explain, and what is missing says so', () => {
  const { explain } = judge({ dev: gathered<never>(null, 'upstream_failed: down') })
  assert.deepEqual(
    explain!.map(({ input }) => input),
    ['evidence', 'dev', 'snipers', 'market', 'sellProof', 'rugcheck', 'goplus'],
  )
  const [evidence, dev] = explain!
  assert.deepEqual([evidence!.source, evidence!.slot, typeof evidence!.asOf], ['test', 1_000, 'number'])
  assert.deepEqual([dev!.asOf, dev!.note], [null, 'upstream_failed: down'])
})

test('what no other virtue makes up for holds the score, softer for a mature token only where an issuer may have it', () => {
  const caps = Object.fromEntries(
    HARD_CAPS.map(({ check, cap, unlessMature }) => [check, [cap, unlessMature === true]]),
  )
  assert.deepEqual(caps, {
    'honeypot.sell_blocked': [3, false],
    'honeypot.sell_time_locked': [8, false],
    'honeypot.sell_taxed': [8, false],
    'honeypot.seizable': [20, true],
    'contract.paused': [10, false],
    'contract.pausable': [34, true],
    'contract.non_transferable': [3, false],
    'contract.mint_authority': [59, true],
    'contract.freeze_authority': [59, true],
    'contract.default_frozen': [10, true],
    'contract.transfer_hook': [59, true],
    'liquidity.pulled': [12, false],
    'creator.creator_left': [59, true],
  })
  const mintInfo = mintOf({ mintAuthority: ANY_OWNER })
  const { score, weights } = judge({ evidence: gathered(evidenceOf({ mintInfo, holders })) })
  assert(score <= 59)
  assert(weights.hardCapReasons.includes('more can be minted'))
})

test('a token no one could sell is not proven: the check fails, it is no pass and no cap', () => {
  const { layers, weights } = judge()
  assert.deepEqual(
    layers.honeypot.checks.map(({ id, ok, severity }) => [id, ok, severity]),
    [['sell_proven', false, 'medium']],
  )
  assert.deepEqual([weights.honeypotConfirmed, weights.safeEarnedBy.includes('honeypot')], [false, false])
})
