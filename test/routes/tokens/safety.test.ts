import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { NO_ADDRESS, type PublishedToken, publishedTokens, strangerAddress } from '../../support/published-tokens.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'
import { usedSandbox } from '../../support/used-sandbox.ts'

const chipOf = successOf('GET /api/v2/tokens/{mint}/safety')
const chipsOf = successOf('GET /api/v2/tokens/safety')
const scanOf = successOf('GET /api/v2/tokens/{mint}/deepscan')

let sandbox: StartedSandbox
let tokens: readonly PublishedToken[]
let server: OpenServer

before(async () => {
  sandbox = await usedSandbox('faults')
  tokens = await publishedTokens(sandbox)
  server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})
afterEach(() => sandbox.control('DELETE', '/faults'))

const ofArchetype = (archetype: string, nth = 0) => tokens.filter((token) => token.archetype === archetype)[nth]!
const pathOf = (mint: string, query = '') => `/api/v2/tokens/${mint}/safety${query}`
const bad = ({ topRed }: { topRed: { id: string }[] }) => topRed.map(({ id }) => id)

test('without a scan the chip is partial, from intel, and never safe', async () => {
  const { mint } = ofArchetype('healthy')
  const chip = chipOf(await server.get(pathOf(mint)))
  const intel = (await server.get(`/api/v2/tokens/${mint}/intel`)).json
  assert.deepEqual([chip.status, chip.source, chip.mint], ['partial', 'intel', mint])
  assert.equal(chip.verdict, 'Usable with care: it was not scanned yet')
  assert.deepEqual(
    [intel.verdict, intel.risk.verdict, chip.score],
    [null, 'safe', Math.min(84, 100 - intel.risk.score)],
  )
  assert.notEqual(chip.grade, 'safe')
  assert.equal(chip.hardCapped, false)
})

test('a chip never runs a scan', async () => {
  const { mint } = ofArchetype('graduated', 1)
  chipOf(await server.get(pathOf(mint, '?refresh=1')))
  const intel = (await server.get(`/api/v2/tokens/${mint}/intel`)).json
  assert.equal(intel.deepscanAvailable, false)
})

test('after a scan the chip is complete at once, with its score and grade and its own checks', async () => {
  const { mint } = ofArchetype('bundled')
  assert.equal(chipOf(await server.get(pathOf(mint))).status, 'partial')
  const scan = scanOf(await server.get(`/api/v2/tokens/${mint}/deepscan`))
  const chip = chipOf(await server.get(pathOf(mint, '?flags=5')))
  assert.deepEqual(
    [chip.status, chip.source, chip.score, chip.grade, chip.verdict, chip.scannedAt],
    ['complete', 'deepscan', scan.score, scan.grade, scan.verdict, scan.generatedAt],
  )
  const own = new Set(
    Object.entries(scan.layers as Record<string, { checks: { id: string; ok: boolean }[] }>).flatMap(
      ([layer, { checks }]) => checks.filter(({ ok }) => !ok).map(({ id }) => `${layer}.${id}`),
    ),
  )
  assert.equal(chip.topRed.length, 5)
  for (const id of bad(chip)) assert(own.has(id), `${id} is a failing check of a layer`)
  assert.equal(chip.topRed[0].severity, 'critical')
  assert.equal(chip.hardCapped, scan.weights.hardCapped)
})

test('what outside providers say is on no chip', async () => {
  const { mint } = ofArchetype('honeypot')
  const scan = scanOf(await server.get(`/api/v2/tokens/${mint}/deepscan`))
  assert(
    scan.flags.some(({ source }: { source: string }) => source === 'rugcheck' || source === 'goplus'),
    'providers raise flags of their own in the scan',
  )
  const chip = chipOf(await server.get(pathOf(mint, '?flags=5')))
  for (const id of bad(chip)) assert.doesNotMatch(id, /^(rugcheck|goplus)\./)
})

test('flags: 3 by default, clamped to 1..5, unreadable text counts as 3', async () => {
  const { mint } = ofArchetype('bundled')
  const sizes: readonly (readonly [string, number])[] = [
    ['', 3],
    ['?flags=0', 1],
    ['?flags=-4', 1],
    ['?flags=2', 2],
    ['?flags=99', 5],
    ['?flags=many', 3],
  ]
  await server.get(`/api/v2/tokens/${mint}/deepscan`)
  for (const [query, size] of sizes) {
    const chip = chipOf(await server.get(pathOf(mint, query)))
    assert.equal(chip.topRed.length, size, query)
    assert(chip.topGreen.length <= size, query)
  }
})

test('refresh passes by the memo of the chip and by nothing else', async () => {
  const { mint } = ofArchetype('fresh_launch')
  const first = chipOf(await server.get(pathOf(mint)))
  server.clock.push(10_000)
  const kept = chipOf(await server.get(pathOf(mint)))
  assert.deepEqual(kept, first)
  const refreshed = chipOf(await server.get(pathOf(mint, '?refresh=true')))
  assert.equal(refreshed.scannedAt, first.scannedAt, 'intel is younger than its 60 s and stays')
})

test('venues: one per DEX, the busiest pool first and primary', async () => {
  const { mint } = ofArchetype('bluechip')
  const chip = chipOf(await server.get(pathOf(mint)))
  const dexIds = chip.venues.map(({ dexId }: { dexId: string }) => dexId)
  assert.equal(new Set(dexIds).size, dexIds.length)
  assert.deepEqual(
    chip.venues.map(({ primary }: { primary: boolean }) => primary),
    dexIds.map((_: string, i: number) => i === 0),
  )
  assert.deepEqual(chip.primaryVenue, chip.venues[0])
  const { pairs } = (await server.post('/api/v2/tokens/pairs-batch', { mints: [mint] })).json
  assert.equal(chip.primaryVenue.pairAddress, pairs[mint].pairAddress)
})

test('a token without a pool has no venues', async () => {
  const chip = chipOf(await server.get(pathOf(ofArchetype('no_pool').mint)))
  assert.deepEqual([chip.venues, chip.primaryVenue], [[], null])
})

test('an address without a mint is pending, from its venues, with 200', async () => {
  const chip = chipOf(await server.get(pathOf(strangerAddress(3))))
  assert.deepEqual([chip.status, chip.source, chip.score, chip.grade], ['pending', 'venues', null, null])
  const unreal = chipOf(await server.get(pathOf(NO_ADDRESS)))
  assert.equal(unreal.status, 'pending')
})

test('with the node and every provider down the chip is pending and still 200', async () => {
  for (const provider of ['rpc', 'das', 'dexscreener', 'jupiter'])
    await sandbox.control('POST', '/faults', { provider, kind: 'status', status: 500 })
  const cold = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
  try {
    const chip = chipOf(await cold.get(pathOf(ofArchetype('healthy', 1).mint)))
    assert.equal(chip.status, 'pending')
    assert.deepEqual([chip.score, chip.grade, chip.verdict], [null, null, null])
    const { mint } = ofArchetype('healthy', 1)
    const { results } = chipsOf(await cold.get(`/api/v2/tokens/safety?mints=${mint}`))
    assert.equal(results[mint].status, 'pending')
  } finally {
    await cold.stop()
  }
})

test('invalid mint is 400', async () => {
  assertFails(await server.get(pathOf('short')), 400, 'invalid mint')
})

test('batch: mints by comma, the first 30 valid ones, repeats and rubbish dropped; equal to the single chips', async () => {
  const mints = tokens.map(({ mint }) => mint).slice(0, 34)
  const asked = [mints[0], 'rubbish', mints[0], ...mints]
  const { results } = chipsOf(await server.get(`/api/v2/tokens/safety?flags=2&mints=${asked.join(',')}`))
  assert.deepEqual(Object.keys(results).sort(), mints.slice(0, 30).sort())
  const { success: _, ...single } = chipOf(await server.get(pathOf(mints[0]!, '?flags=2')))
  assert.deepEqual(results[mints[0]!], single)
})

test('batch: none valid is 400', async () => {
  for (const query of ['', '?mints=', '?mints=rubbish,,x'])
    assertFails(await server.get(`/api/v2/tokens/safety${query}`), 400, 'mints required (max 30 valid mints)')
})
