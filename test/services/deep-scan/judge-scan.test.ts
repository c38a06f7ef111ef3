import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { SEVERITIES } from '../../../src/contract/check.ts'
import { DeepScanReport, LAYER_NAMES, type LayerName, PROVIDER_NAMES } from '../../../src/contract/deep-scan.ts'
import type { BundlePart } from '../../../src/services/checks/layer.ts'
import { judgeScan } from '../../../src/services/deep-scan/judge-scan.ts'
import judgeTask, { judgeBundleBytes } from '../../../src/services/deep-scan/judge-task.ts'
import { LAYERS } from '../../../src/services/deep-scan/layers/index.ts'
import { encodeBundle } from '../../../src/services/evidence-bundle/encode-bundle.ts'
import type { Gathered, InputBundle } from '../../../src/services/evidence-bundle/input-bundle.ts'
import type { SecurityFacts, SecurityReport } from '../../../src/upstreams/capabilities.ts'
import { ANY_OWNER, bundleOf, evidenceOf, gathered, mintOf } from '../../support/bundle-of.ts'
import { holdersOf } from '../../support/layer-inputs.ts'
import { marketOf, opinionOf, richBundle } from '../../support/rich-bundle.ts'
import { proofOf } from '../../support/sell-proof-of.ts'

const schema = Compile(DeepScanReport)
const DIGEST = 'd'.repeat(64)

function judge(bundle: InputBundle, sha256 = DIGEST): DeepScanReport {
  const report = judgeScan(bundle, sha256)
  if (!schema.Check(report)) assert.fail(JSON.stringify([...schema.Errors(report)].slice(0, 3)))
  return report
}
const bytesOf = (value: unknown) => JSON.stringify(value)
const stubOf = (...errors: string[]) => ({ ok: false, checks: [], errors, _stub: true })
const GAP = gathered<never>(null, 'upstream_timeout: nobody answered')
const whole = judge(richBundle())

/** Which layers differ from the whole report. */
const changedIn = ({ layers }: DeepScanReport) =>
  LAYER_NAMES.filter((name) => bytesOf(layers[name]) !== bytesOf(whole.layers[name]))
const needing = (part: BundlePart) => LAYERS.filter(({ needs }) => needs.includes(part)).map(({ name }) => name)

test('a bundle with everything in it has no stub, all layers in order, and fails where it should', () => {
  assert.deepEqual(Object.keys(whole.layers), [...LAYER_NAMES])
  assert.deepEqual(whole.weights.layersFailed, [])
  assert.equal(whole.weights.layersJudged, LAYER_NAMES.length)
  assert(whole.flags.length > 5)
  for (const name of LAYER_NAMES) assert(whole.layers[name].checks.length > 0, name)
})

/** Layers that look at a part without needing it. */
const LOOKING = { market: ['liquidity'], dev: ['creator'], sellProof: [] } as const

for (const part of ['market', 'dev', 'sellProof'] as const)
  test(`without ${part} the layers that need it are stubs; who only looks at it does not ask; the others are equal`, () => {
    const report = judge(richBundle({ [part]: GAP }))
    const looking: readonly LayerName[] = LOOKING[part]
    assert.deepEqual(
      changedIn(report).filter((name) => !looking.includes(name)),
      needing(part),
    )
    for (const name of needing(part))
      assert.deepEqual(report.layers[name], stubOf(`${part}: upstream_timeout: nobody answered`))
    for (const name of looking) {
      const [before, now] = [whole.layers[name].checks, report.layers[name].checks]
      assert.deepEqual(
        now.map(({ id }) => id),
        before.map(({ id }) => id),
      )
      const changed = now.filter((check, i) => bytesOf(check) !== bytesOf(before[i]))
      for (const { ok, severity, detail } of changed)
        assert.deepEqual([ok, severity, detail.startsWith('not judged: ')], [true, 'info', true], `${name}: ${detail}`)
    }
    assert.deepEqual(report.weights.layersFailed, needing(part))
    assert.equal(report.weights.layersJudged, LAYER_NAMES.length - needing(part).length)
  })

test('without the evidence all that rest on it are stubs, and the market and the sale are still judged', () => {
  const report = judge(richBundle({ evidence: GAP, dev: GAP }))
  const { layersFailed } = report.weights
  assert.deepEqual(
    layersFailed,
    LAYERS.filter(({ needs }) => needs.some((part) => part === 'evidence' || part === 'dev')).map(({ name }) => name),
  )
  assert.deepEqual(
    LAYER_NAMES.filter((name) => !layersFailed.includes(name)),
    ['market', 'honeypot'],
  )
  assert.equal(bytesOf(report.layers.honeypot), bytesOf(whole.layers.honeypot))
  assert.equal(report.entity, null)
  assert.match(report.summary, /Not judged: contract, holders/)
  assert.deepEqual([report.score, report.grade], [59, 'risky'])
  assert.equal(report.verdict, 'Too little of it could be read to judge it')
})

test('where no transaction could be read, that no wallets are tied together is not said of anyone', () => {
  const gaps = [{ part: 'history', reason: 'upstream_failed: down' }]
  const own = { transactions: [], wallets: [], launch: null, gaps }
  const report = judge(richBundle({ evidence: gathered({ ...richBundle().evidence.value!, ...own }) }))
  for (const { ok, severity, detail } of report.layers.bubblemap.checks)
    assert.deepEqual([ok, severity, detail], [true, 'info', 'not judged: history: upstream_failed: down'])
  const hidden = report.layers.holderstats.checks.find(({ id }) => id === 'hidden_supply')!
  assert.equal(hidden.severity, 'info')
  assert(!report.weights.safeEarnedBy.includes('bubblemap'))
})

test('what snipers did elsewhere is needed by no layer: without it the others stay, and its checks are not asked', () => {
  const report = judge(richBundle({ snipers: GAP }))
  assert.deepEqual(report.weights.layersFailed, [])
  for (const name of changedIn(report)) assert.equal(name, 'sniperforensics')
})

test('a late layer is a stub that says how long was waited, although its inputs are there', () => {
  for (const { name, deadlineMs } of LAYERS) {
    const report = judge(richBundle({ late: [name] }))
    assert.deepEqual(changedIn(report), [name])
    assert.deepEqual(report.layers[name], stubOf(`its inputs took longer than ${deadlineMs} ms`))
  }
})

test('a gap is the reason, not the lateness that came of it', () => {
  const { layers } = judge(richBundle({ market: GAP, late: ['market'] }))
  assert.deepEqual(layers.market.errors, ['market: upstream_timeout: nobody answered'])
})

test('a layer that throws is a stub with its message, and the others are the same to the byte', (t) => {
  for (const layer of LAYERS) {
    const broken = t.mock.method(layer, 'judge', () => {
      throw new Error('a bug')
    })
    const report = judge(richBundle())
    broken.mock.restore()
    assert.deepEqual(changedIn(report), [layer.name])
    assert.deepEqual(report.layers[layer.name], stubOf('the layer failed: a bug'))
  }
})

test('stubs take off no points and earn nothing', () => {
  const all = judge(richBundle({ late: [...LAYER_NAMES] }))
  assert.deepEqual([all.weights.severityPenalty, all.weights.totalFailing, all.weights.safeEarnedBy], [0, 0, []])
  assert.deepEqual([all.score, all.grade], [84, 'caution'], 'the chain was read, though late')
  assert.deepEqual(all.flags, [])
})

test('flags are the failing checks of layers and providers, critical to info, then by source and id', () => {
  const checks = SEVERITIES.filter((severity) => severity !== 'warning').map((severity) => ({
    ...{ id: `is_${severity}`, ok: false, severity: severity as 'low', label: 'theirs', detail: 'said' },
  }))
  const opinion = opinionOf({}, { checks: [...checks, { ...checks[0]!, id: 'fine', ok: true }] })
  const providers = { rugcheck: gathered(opinion), goplus: gathered(opinion) }
  const { flags, layers } = judge(richBundle({ providers }))
  const keys = flags.map(({ severity, source, id }) => `${SEVERITIES.indexOf(severity)} ${source} ${id}`)
  assert.deepEqual(keys, [...keys].sort())
  const failing = LAYER_NAMES.flatMap((name) => layers[name].checks.filter(({ ok }) => !ok))
  assert.equal(flags.length, failing.length + 2 * checks.length)
  assert(new Set(flags.map(({ severity }) => severity)).size >= 5)
})

test('providers: not configured, unknown to it, failed, and an answer with its notes', () => {
  const of = (rugcheck: Gathered<SecurityReport>) =>
    judge(richBundle({ providers: { ...richBundle().providers, rugcheck } })).providers.rugcheck
  assert.deepEqual(of({ ...gathered<never>(null, 'not configured'), configured: false }), {
    ...{ ok: false, available: false, scoreSafe0to100: null, checks: [], errors: [] },
    _notConfigured: true,
  })
  const nothing = { ok: false, available: true, scoreSafe0to100: null, checks: [] }
  const unknown = 'the provider does not know this token'
  assert.deepEqual(of({ ...gathered<never>(null), gap: unknown }), { ...nothing, errors: [unknown] })
  assert.deepEqual(of(GAP), { ...nothing, errors: ['upstream_timeout: nobody answered'] })
  const check = { id: 'mintable', ok: false, severity: 'high', label: 'Mintable', detail: 'by Y' } as const
  assert.deepEqual(of(gathered(opinionOf({}, { checks: [check], notes: ['partial'], scoreSafe0to100: 12 }))), {
    ...{ ok: true, available: true, scoreSafe0to100: 12, checks: [check], errors: ['partial'] },
  })
})

function comparison(
  rugcheck: Partial<SecurityFacts> | null,
  goplus: Partial<SecurityFacts> | null,
  own: Partial<InputBundle> = {},
) {
  const part = (facts: Partial<SecurityFacts> | null) =>
    facts === null ? richBundle().providers.rugcheck : gathered(opinionOf(facts))
  const providers = { rugcheck: part(rugcheck), goplus: part(goplus) }
  return judge(richBundle({ providers, ...own })).crossValidation
}

test('cross-validation: no one compared is null, not full agreement', () => {
  assert.deepEqual(comparison(null, null), { agreement: null, conflicts: 0, facts: [] })
  assert.equal(comparison({}, {}).agreement, null, 'they answered and said nothing')
})

test('cross-validation: the chain wins, and each conflict is counted once', () => {
  const { agreement, conflicts, facts } = comparison({ mintable: true, freezable: false }, { mintable: true })
  assert.deepEqual([agreement, conflicts], [0.5, 1])
  assert.deepEqual(facts, [
    {
      fact: 'mintable',
      chain: 'no',
      said: { rugcheck: 'yes', goplus: 'yes' },
      agree: false,
      detail: 'the chain says no, rugcheck says yes, goplus says yes',
    },
    { fact: 'freezable', chain: 'no', said: { rugcheck: 'no', goplus: null }, agree: true, detail: 'all say no' },
  ])
})

test('cross-validation: each compared fact is read off the chain', () => {
  const extensions = {
    ...mintOf().extensions,
    ...{ transferFeeBps: 5, permanentDelegate: ANY_OWNER, transferHookProgram: ANY_OWNER },
    ...{ nonTransferable: true, defaultFrozen: true },
  }
  const own = { mintAuthority: ANY_OWNER, freezeAuthority: ANY_OWNER, metadataMutable: true, extensions }
  const evidence = gathered(evidenceOf({ mintInfo: mintOf(own) }))
  const opposite: Partial<SecurityFacts> = {
    ...{ mintable: false, freezable: false, transferFeePct: 0, hook: false, defaultFrozen: false },
    ...{ nonTransferable: false, permanentDelegate: false, metadataMutable: false },
  }
  const all = comparison(opposite, null, { evidence })
  assert.deepEqual([all.facts.length, all.conflicts, all.agreement], [8, 8, 0])
  const clean = comparison(opposite, null)
  assert.deepEqual([clean.conflicts, clean.agreement], [0, 1])
  const scheduled = comparison({ transferFeePct: 0, scheduledTransferFeePct: 3 }, null, { evidence })
  assert.equal(scheduled.conflicts, 0, 'a fee that is scheduled is a fee')
})

test('cross-validation: without the chain providers are compared with each other, and one alone with no one', () => {
  const evidence = gathered(evidenceOf({ mintInfo: null }))
  const { agreement, conflicts, facts } = comparison({ mintable: true, hook: true }, { mintable: false }, { evidence })
  assert.deepEqual([agreement, conflicts, facts.length], [0, 1, 1])
  assert.equal(facts[0]!.detail, 'the chain says nothing, goplus says no')
  assert.deepEqual(comparison({ mintable: true }, null, { evidence }), { agreement: null, conflicts: 0, facts: [] })
})

test('whatever providers say, score, grade, layers and weights are the same', () => {
  const fact = fc.option(fc.boolean())
  const opinion = fc
    .record({
      facts: fc.record({ mintable: fact, freezable: fact, hook: fact, nonTransferable: fact, metadataMutable: fact }),
      scoreSafe0to100: fc.option(fc.integer({ min: 0, max: 100 })),
      rugged: fact,
      checks: fc.array(
        fc.record({
          id: fc.constantFrom('sell_blocked', 'mint_authority', 'rugged'),
          ok: fc.boolean(),
          severity: fc.constantFrom('critical', 'high', 'medium', 'low', 'info'),
          label: fc.string(),
          detail: fc.string(),
        }),
        { maxLength: 6 },
      ),
    })
    .map(({ facts, ...own }) => gathered(opinionOf(facts, own)))
  const answer = fc.oneof(opinion, fc.constant(GAP), fc.constant({ ...GAP, configured: false }))
  const settings = fc.constantFrom(
    { whitelisted: true, regulatedStablecoin: null },
    { whitelisted: false, regulatedStablecoin: null },
  )
  const judged = ({ score, grade, layers, weights, entity }: DeepScanReport) =>
    bytesOf({ score, grade, layers, weights, entity })
  fc.assert(
    fc.property(answer, answer, settings, (rugcheck, goplus, own) => {
      const report = judge(richBundle({ settings: own, providers: { rugcheck, goplus } }))
      assert.equal(judged(report), judged(judge(richBundle({ settings: own }))))
      assert.deepEqual(Object.keys(report.providers), [...PROVIDER_NAMES])
    }),
    { numRuns: 60 },
  )
})

test('the verdict names the grade and the worst of it; the summary the score, the finds and the groups', () => {
  assert.equal(whole.grade, 'danger')
  assert.equal(whole.verdict, `Stay away: ${whole.flags[0]!.label}`)
  const [first, second, third, fourth] = whole.flags.map(({ label }) => label)
  assert(whole.summary.startsWith(`Score ${whole.score} of 100 (danger). Found: ${first}; ${second}; ${third}.`))
  assert(!whole.summary.includes(fourth!))
  assert.match(whole.summary, /One group of wallets acts as one and holds 30 % of the supply\./)
})

test('a quiet token’s verdict speaks of nothing; what the lists vouch for is said', () => {
  const quiet = bundleOf({
    evidence: gathered(evidenceOf({ holders: holdersOf(Array.from({ length: 60 }, () => 1)) })),
    market: gathered(marketOf({ liquidityUsd: 900_000 })),
    sellProof: gathered(proofOf()),
  })
  assert.doesNotMatch(judge(quiet).verdict, /undefined|null/)
  const listed = judge({ ...quiet, settings: { whitelisted: true, regulatedStablecoin: null } })
  assert.match(listed.summary, /It is on the whitelist\.$/)
  const issued = judge({ ...quiet, settings: { whitelisted: false, regulatedStablecoin: { issuer: 'Somebody' } } })
  assert.match(issued.summary, /A regulated issuer stands behind it\.$/)
})

test('a token that no one holds and no one trades is judged too', () => {
  const report = judge(bundleOf({ evidence: gathered(evidenceOf({ mintInfo: null })) }))
  assert.notEqual(report.grade, 'safe')
  assert.equal(report.generatedAt, bundleOf().generatedAtMs)
})

test('the same bytes in give the same bytes out, and the digest is that of the inputs', async () => {
  const { bytes, sha256 } = await encodeBundle(richBundle())
  const report = judgeBundleBytes(bytes)
  assert(Buffer.from(report).equals(Buffer.from(judgeBundleBytes(Buffer.from(bytes)))))
  assert(Buffer.from(report).equals(Buffer.from(judgeTask({ bundle: new Uint8Array(bytes) }))))
  assert.equal(bytesOf(judge(richBundle(), sha256)), Buffer.from(report).toString())
  assert.equal(JSON.parse(Buffer.from(report).toString()).bundle, createHash('sha256').update(bytes).digest('hex'))
})

test('bytes that stand inside a larger buffer are judged as they are', async () => {
  const { bytes } = await encodeBundle(richBundle())
  const inside = Buffer.concat([Buffer.from('before'), bytes, Buffer.from('after')])
  const view = new Uint8Array(inside.buffer, inside.byteOffset + 6, bytes.length)
  assert(Buffer.from(judgeBundleBytes(view)).equals(Buffer.from(judgeBundleBytes(bytes))))
})

test('the order of keys in the inputs changes the digest and nothing else', async () => {
  const turned = turnedAround(richBundle()) as InputBundle
  assert.notEqual((await encodeBundle(turned)).sha256, (await encodeBundle(richBundle())).sha256)
  assert.equal(bytesOf(judge(turned)), bytesOf(whole))
})

function turnedAround(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turnedAround)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, one]) => [key, turnedAround(one)]),
  )
}

test('one changed byte of the inputs is another digest, wherever it is', async () => {
  const { bytes, sha256 } = await encodeBundle(richBundle())
  const digits = [...bytes.keys()].filter((at) => bytes[at]! >= 0x31 && bytes[at]! <= 0x38)
  const seen = new Set([sha256])
  const places = fc.sample(fc.constantFrom(...digits), { numRuns: 25, seed: 7 })
  for (const at of new Set(places)) {
    const changed = Buffer.from(bytes)
    changed[at]!++
    const { bundle } = JSON.parse(Buffer.from(judgeBundleBytes(changed)).toString())
    assert(!seen.has(bundle), `byte ${at}`)
    seen.add(bundle)
  }
})

test('explain names each input, its source, age and slot, and what is missing', () => {
  const gaps = [{ part: 'history', reason: 'not all was read' }]
  const evidence = gathered({ ...richBundle().evidence.value!, gaps })
  const { explain } = judge(richBundle({ evidence, market: GAP, snipers: gathered<never>(null) }))
  assert.deepEqual(
    explain!.map(({ input }) => input),
    ['evidence', 'dev', 'snipers', 'market', 'sellProof', 'rugcheck', 'goplus', 'evidence.history'],
  )
  const row = (input: string) => explain!.find((one) => one.input === input)!
  assert.deepEqual([row('evidence').source, row('evidence').slot], ['test', 1_000])
  assert.match(row('evidence').note!, /^34 holders by program-accounts; all of 0 transactions; 16 wallets traced/)
  assert.deepEqual([row('market').note, row('market').asOf], ['upstream_timeout: nobody answered', null])
  assert.equal(row('snipers').note, 'asked, and there is nothing')
  assert.equal(row('sellProof').note, 'token leg local, pool leg node, 2 runs')
  assert.equal(row('evidence.history').note, 'not all was read')
})

test('the entity block is that of the map', () => {
  const { entity } = whole
  assert.deepEqual([entity!.largestClusterPct, entity!.clusteredPct, entity!.hiddenSupplyPct], [30, 30, 21])
  const unknown = judge(richBundle({ evidence: gathered(evidenceOf()) }))
  assert.equal(unknown.entity, null)
  assert.equal(unknown.weights.entityAdjusted, false)
})

test('hard caps hold the score of a clean token whose sale is blocked', () => {
  const proof = proofOf({ status: 'blocked' })
  const report = judge(richBundle({ sellProof: gathered(proof), dev: gathered<never>(null) }))
  assert.equal(report.layers.honeypot.checks[0]!.ok, false)
  assert(report.score <= 3)
  assert.equal(report.weights.honeypotConfirmed, true)
})

test('an engine that throws leaves the other engines and their layers whole', () => {
  const bundle = richBundle()
  const whole = judgeScan(bundle, DIGEST)
  // A balance that is no number breaks whoever counts it, and no one else.
  const evidence = bundle.evidence.value!
  const [first, ...others] = evidence.holders!.largest
  const broken = {
    ...bundle,
    evidence: {
      ...bundle.evidence,
      value: { ...evidence, holders: { ...evidence.holders!, largest: [{ ...first!, amountRaw: 'many' }, ...others] } },
    },
  }
  const report = judgeScan(broken, DIGEST)
  assert.equal(report.entity, null)
  assert.equal(report.layers.holders._stub, true)
  assert.deepEqual(report.layers.contract, whole.layers.contract)
  assert.deepEqual(report.layers.honeypot, whole.layers.honeypot)
})
