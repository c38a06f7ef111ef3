// second run: waits for a scan that runs on to end

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { LAYER_NAMES } from '../../../src/contract/deep-scan.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { NO_ADDRESS, type PublishedToken, publishedTokens, strangerAddress } from '../../support/published-tokens.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'
import { until } from '../../support/until.ts'

const scanOf = successOf('GET /api/v2/tokens/{mint}/deepscan')
const mapOf = successOf('GET /api/v2/tokens/{mint}/bubblemap')
const historyOf = successOf('GET /api/v2/tokens/{mint}/dev-history')
const cohortOf = successOf('GET /api/v2/tokens/{mint}/snipers')
const intelOf = successOf('GET /api/v2/tokens/{mint}/intel')
const chipOf = successOf('GET /api/v2/tokens/{mint}/safety')
const ALL = [
  ...['bluechip', 'stablecoin', 'healthy', 'graduated', 'fresh_launch', 'bundled', 'serial_rugger'],
  ...['honeypot', 'no_pool', 'other_dex'],
]

let sandbox: StartedSandbox
let tokens: readonly PublishedToken[]
let server: OpenServer

before(async () => {
  sandbox = await sharedSandbox()
  tokens = await publishedTokens(sandbox)
  server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']!, MINTGLASS_TRUST_LISTS: '0' })
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

const ofArchetype = (archetype: string, nth = 0) => tokens.filter((token) => token.archetype === archetype)[nth]!
const pathOf = (mint: string, name = 'deepscan') => `/api/v2/tokens/${mint}/${name}`
const ask = async (mint: string, query = '') => scanOf(await server.get(`${pathOf(mint)}${query}`))

test('the world shows these archetypes and no others', () => {
  assert.deepEqual(new Set(tokens.map(({ archetype }) => archetype)), new Set(ALL))
})

for (const archetype of ALL)
  test(`${archetype}: all layers in order, none failed, both providers, a grade that fits the score`, async () => {
    const { mint } = ofArchetype(archetype)
    const before = server.ctx.clock.nowMs()
    const report = await ask(mint)
    assert.deepEqual(Object.keys(report.layers), [...LAYER_NAMES])
    for (const name of LAYER_NAMES) {
      const { ok, checks, errors, _stub } = report.layers[name]
      assert.deepEqual([ok, errors, _stub], [true, [], undefined], name)
      assert(checks.length > 0, `${name} says nothing`)
    }
    assert.deepEqual(Object.keys(report.providers), ['rugcheck', 'goplus'])
    assert.equal(report.mint, mint)
    assert(report.generatedAt >= before && report.generatedAt <= server.ctx.clock.nowMs())
    assert.match(report.bundle, /^[0-9a-f]{64}$/)
    const { score, grade, weights } = report
    const from = { safe: 85, caution: 60, risky: 35, danger: 0 }
    assert(score >= from[grade as 'safe'], `${score} is not ${grade}`)
    assert.equal(weights.layersJudged, LAYER_NAMES.length)
    assert.deepEqual([weights.whitelisted, weights.regulatedStablecoin], [false, false], 'lists are off')
  })

test('rugs and traps are danger; what grew on its own is not', async () => {
  const gradeOf = async (archetype: string) => (await ask(ofArchetype(archetype).mint)).grade
  for (const archetype of ['bundled', 'serial_rugger', 'honeypot']) assert.equal(await gradeOf(archetype), 'danger')
  for (const archetype of ['bluechip', 'stablecoin', 'healthy', 'graduated'])
    assert.match(await gradeOf(archetype), /^(safe|caution)$/, archetype)
})

test('a honeypot is confirmed by execution, and the score held', async () => {
  const { weights, score, layers } = await ask(ofArchetype('honeypot').mint)
  assert.equal(weights.honeypotConfirmed, true)
  assert.equal(weights.hardCapReasons[0], 'it cannot be sold')
  assert(score <= weights.hardCap && weights.hardCap <= 8)
  const failing = layers.honeypot.checks.filter(({ ok }: { ok: boolean }) => !ok)
  assert.equal(failing[0].severity, 'critical')
  assert(failing[0].evidence.length > 0)
})

test('a token without a pool is never safe: its sale is not proven', async () => {
  const { grade, layers } = await ask(ofArchetype('no_pool').mint)
  assert.notEqual(grade, 'safe')
  const proven = layers.honeypot.checks.find(({ id }: { id: string }) => id === 'sell_proven')
  assert.equal(proven.ok, false)
})

test('explain=1 adds a row per input, and nothing else changes', async () => {
  const { mint } = ofArchetype('graduated')
  const plain = await ask(mint)
  const { explain, ...rest } = await ask(mint, '?explain=1')
  assert.equal('explain' in plain, false)
  assert.deepEqual(rest, plain)
  assert.deepEqual(
    explain.slice(0, 7).map(({ input }: { input: string }) => input),
    ['evidence', 'dev', 'snipers', 'market', 'sellProof', 'rugcheck', 'goplus'],
  )
  const [evidence] = explain
  assert.equal(evidence.source, 'chain:evidence')
  assert(evidence.slot > 0 && evidence.asOf <= plain.generatedAt)
  for (const query of ['?explain=0', '?explain=no', '?explain='])
    assert.equal('explain' in (await ask(mint, query)), false)
  assert('explain' in (await ask(mint, '?explain=true')))
})

test('flags are the failing checks of layers and providers, worst first', async () => {
  const { flags, layers, providers, weights } = await ask(ofArchetype('serial_rugger').mint)
  const order = ['critical', 'high', 'medium', 'warning', 'low', 'info']
  const places = flags.map(({ severity }: { severity: string }) => order.indexOf(severity))
  assert.deepEqual(
    places,
    [...places].sort((a: number, b: number) => a - b),
  )
  type Source = { checks: { ok: boolean }[] }
  const failing = (sources: Record<string, Source>) =>
    Object.values(sources).flatMap(({ checks }) => checks.filter(({ ok }) => !ok)).length
  assert.equal(flags.length, failing(layers) + failing(providers))
  assert.equal(weights.totalFailing, failing(layers), 'providers weigh nothing')
})

test('the score is the start minus the visible penalties, held by the caps', async () => {
  for (const archetype of ALL) {
    const { score, weights } = await ask(ofArchetype(archetype).mint)
    const { startScore, severityPenalty, additiveScore, penalties, hardCap, hardCapped } = weights
    const sum = penalties.reduce((all: number, { points }: { points: number }) => all + points, 0)
    assert(Math.abs(sum - severityPenalty) < 0.06, `${archetype}: ${sum} and ${severityPenalty}`)
    assert(Math.abs(additiveScore - Math.max(0, startScore - severityPenalty)) < 0.06, archetype)
    assert.equal(score, hardCap === null ? additiveScore : Math.min(additiveScore, hardCap), archetype)
    assert.equal(hardCapped, hardCap !== null && hardCap < additiveScore, archetype)
  }
})

test('bubble map, dev history, snipers, intel and chip say the same', async () => {
  const { mint } = ofArchetype('bundled', 1)
  const scan = await ask(mint)
  const map = mapOf(await server.get(pathOf(mint, 'bubblemap')))
  assert.deepEqual(scan.entity, {
    decentralizationScore: map.decentralizationScore,
    largestClusterPct: map.largestClusterPct,
    entityCount: map.summary.entityCount,
    clusteredPct: map.summary.clusteredPct,
    hiddenSupplyPct: map.summary.hiddenSupplyPct,
    entity_nakamoto: map.summary.entity_nakamoto,
    entity_gini: map.summary.entity_gini,
    nodeCount: map.summary.nodeCount,
    linkCount: map.summary.linkCount,
    roles: map.roles,
  })
  const history = historyOf(await server.get(pathOf(mint, 'dev-history')))
  assert.deepEqual(scan.layers.devforensics.checks, history.checks)
  const cohort = cohortOf(await server.get(pathOf(mint, 'snipers')))
  assert.deepEqual(scan.layers.sniperforensics.checks.slice(0, cohort.checks.length), cohort.checks)
  const intel = intelOf(await server.get(pathOf(mint, 'intel')))
  const { sniperCount, bundleWalletCount, sniperPct, bundledPct } = cohort
  assert.deepEqual([intel.launch.snipers, intel.launch.bundlers], [sniperCount, bundleWalletCount])
  const { snipers_pct, bundlers_pct } = intel.distribution
  assert(Math.abs(snipers_pct - sniperPct) < 0.01 && Math.abs(bundlers_pct - bundledPct) < 0.01)
  const share = scan.layers.bundle.checks.find(({ id }: { id: string }) => id === 'bundle_share')
  assert(share.detail.includes(String(Math.round(bundledPct * 100) / 100)), `${share.detail} and ${bundledPct} %`)
  const chip = chipOf(await server.get(pathOf(mint, 'safety')))
  assert.deepEqual(
    [chip.score, chip.grade, chip.verdict, chip.scannedAt, chip.status],
    [scan.score, scan.grade, scan.verdict, scan.generatedAt, 'complete'],
  )
})

test('intel shows that a scan is at hand once there is one', async () => {
  const { mint } = ofArchetype('graduated', 1)
  assert.equal(intelOf(await server.get(pathOf(mint, 'intel'))).deepscanAvailable, false)
  await ask(mint)
  server.clock.push(61_000)
  assert.equal(intelOf(await server.get(pathOf(mint, 'intel'))).deepscanAvailable, true)
})

test('a scan is kept 120 s, also for those who ask for the explanation, and then made again', async () => {
  const { mint } = ofArchetype('fresh_launch', 1)
  const first = await ask(mint)
  server.clock.push(100_000)
  assert.deepEqual(await ask(mint), first)
  assert.equal((await ask(mint, '?explain=1')).bundle, first.bundle)
  server.clock.push(21_000)
  const second = await ask(mint)
  assert(second.generatedAt > first.generatedAt)
  assert.notEqual(second.bundle, first.bundle)
})

test('a scan is no older than the evidence another engine had gathered before', async () => {
  const { mint } = ofArchetype('fresh_launch', 2)
  mapOf(await server.get(pathOf(mint, 'bubblemap')))
  // Both scans may last most of a minute: before the first the evidence is fresh, before the second it is not.
  server.clock.push(60_000)
  const first = await ask(mint)
  server.clock.push(62_000)
  assert(
    (await ask(mint)).generatedAt > first.generatedAt,
    'the evidence has passed its 120 s, and with it what was made of it',
  )
})

test('each scan is stored with its inputs', async () => {
  const { bundle } = await ask(ofArchetype('healthy').mint)
  const { reports } = server.ctx.store
  await until(async () => (await reports.get(bundle, 'deepscan')) !== undefined, 'the scan is stored')
  const stored = (await reports.get(bundle, 'deepscan'))!
  assert.equal(stored.mint, ofArchetype('healthy').mint)
  assert.equal(JSON.parse(Buffer.from(stored.report).toString()).bundle, bundle)
})

test('who leaves takes no scan from those who stay', async () => {
  const { mint } = ofArchetype('bundled', 2)
  const leaving = new AbortController()
  const url = `${server.url}${pathOf(mint)}?explain=1`
  const gone = fetch(url, { headers: { 'X-API-Key': 'mg_test_wide' }, signal: leaving.signal }).catch(() => 'gone')
  await new Promise((resolve) => setTimeout(resolve, 30))
  const staying = ask(mint)
  leaving.abort()
  assert.equal(await gone, 'gone')
  const { weights } = await staying
  assert.deepEqual(weights.layersFailed, [])
})

test('an address without a mint is judged as one: 200, contract.not_a_mint, danger', async () => {
  for (const mint of [strangerAddress(77), NO_ADDRESS]) {
    const { grade, layers, entity, weights } = await ask(mint)
    const check = layers.contract.checks.find(({ id }: { id: string }) => id === 'not_a_mint')
    assert.deepEqual([check.ok, check.severity], [false, 'critical'])
    assert.equal(grade, 'danger')
    assert.equal(entity, null)
    assert.deepEqual(weights.safeEarnedBy, [])
  }
})

test('an invalid mint is 400', async () => {
  assertFails(await server.get(pathOf('short')), 400, 'invalid mint')
})

test('without a node it is 503, whatever else is configured', async () => {
  const bare = await openServer({ MINTGLASS_MODE: 'live', DEXSCREENER_URL: 'http://127.0.0.1:9' })
  try {
    assertFails(await bare.get(pathOf(ofArchetype('healthy').mint)), 503, 'provider not configured: rpc')
  } finally {
    await bare.stop()
  }
})

test('outside providers change neither score nor layers', async () => {
  const alone = await openServer({
    MINTGLASS_MODE: 'live',
    MINTGLASS_TRUST_LISTS: '0',
    SOLANA_RPC_URL: sandbox.urls['rpc']!,
  })
  try {
    const { mint } = ofArchetype('serial_rugger')
    const own = scanOf(await alone.get(pathOf(mint)))
    const all = await ask(mint)
    assert.deepEqual([own.score, own.grade], [all.score, all.grade])
    for (const { _notConfigured, available } of Object.values(own.providers) as Record<string, unknown>[])
      assert.deepEqual([_notConfigured, available], [true, false])
    assert.equal(own.crossValidation.agreement, null)
    assert.notEqual(all.crossValidation.agreement, null)
    for (const name of LAYER_NAMES) if (name !== 'market') assert.equal(own.layers[name].ok, true, name)
  } finally {
    await alone.stop()
  }
})
