import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { DevHistory, SniperCohort } from '../../../src/contract/forensics.ts'
import type { IntelRecord } from '../../../src/contract/intel.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { NO_ADDRESS, strangerAddress } from '../../support/published-tokens.ts'
import { askNode } from '../../support/read-chain.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'
import { readTruth, type TrueToken, type Truth } from '../../support/true-tokens.ts'

/** Dev history and sniper cohort through the socket, held against the world's own truth. */

const historyOf = successOf('GET /api/v2/tokens/{mint}/dev-history')
const cohortOf = successOf('GET /api/v2/tokens/{mint}/snipers')
const intelOf = successOf('GET /api/v2/tokens/{mint}/intel')
let sandbox: StartedSandbox
let server: OpenServer
let truth: Truth

before(async () => {
  sandbox = await sharedSandbox()
  truth = await readTruth(sandbox)
  server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

const askHistory = async (mint: string): Promise<DevHistory> =>
  historyOf(await server.get(`/api/v2/tokens/${mint}/dev-history`))
const askCohort = async (mint: string): Promise<SniperCohort> =>
  cohortOf(await server.get(`/api/v2/tokens/${mint}/snipers`))
const ofArchetype = (archetype: string) => truth.tokens.filter((token) => token.archetype === archetype)
const failing = ({ checks }: Pick<DevHistory, 'checks'>) => checks.filter(({ ok }) => !ok)
const sorted = (list: readonly string[]) => [...list].sort()

test('serial ruggers are found with every token they rugged, when, and by which transaction', async () => {
  const ruggers = ofArchetype('serial_rugger')
  assert(ruggers.length >= 3)
  const byMint = new Map(truth.tokens.map((token) => [token.mint, token]))
  for (const { mint, dev, priorTokens } of ruggers) {
    const history = await askHistory(mint)
    assert.deepEqual([history.ok, history.dev, history.devSource, history.errors], [true, dev, 'launch', []])
    assert.deepEqual(sorted(history.priorTokens!.map((prior) => prior.mint)), sorted(priorTokens))
    for (const prior of history.priorTokens!) {
      const real = byMint.get(prior.mint)!
      assert.equal(prior.rugged, real.rugged, `${real.recipe?.name ?? real.archetype}: ${prior.detail}`)
      assert(prior.timeToRugSecs! > 0 && prior.peakValueUsd! > 1_000, prior.detail)
      if (real.launchSlot !== null) assert.equal(prior.launchSlot, real.launchSlot)
    }
    assert.deepEqual([history.serialRugger, history.rugRate, history.ruggedPriorTokens], [true, 1, priorTokens.length])
    assert.equal(history.medianTimeToRugSamples, priorTokens.length)
    const serial = failing(history).find(({ id }) => id === 'serial_rugger')!
    assert.equal(serial.severity, 'critical')
    assert(serial.evidence!.every(({ signature }) => signature !== null))
  }
})

test('the time and the transaction of a launch are of its slot, where the mint is older too', async () => {
  const url = sandbox.urls['rpc']!
  let older = 0
  for (const archetype of ['other_dex', 'honeypot', 'fresh_launch'])
    for (const { mint } of ofArchetype(archetype).slice(0, 4)) {
      const { launchSlot, launchTime } = await askCohort(mint)
      if (launchSlot === null) continue
      assert.equal(launchTime, await askNode(url, 'getBlockTime', [launchSlot]), archetype)
      const { launch, metadata } = intelOf(await server.get(`/api/v2/tokens/${mint}/intel`)) as IntelRecord
      const { slot } = await askNode(url, 'getTransaction', [launch!.signature, { maxSupportedTransactionVersion: 1 }])
      assert.deepEqual([launch!.slot, slot], [launchSlot, launchSlot], archetype)
      if (metadata.createdAt! < launchTime! * 1_000) older++
    }
  assert(older > 0, 'no mint is older than its launch')
})

test('pulled pools and dumps on the curve are distinguished in words', async () => {
  const details = new Set<string>()
  for (const { mint } of ofArchetype('serial_rugger'))
    for (const { detail } of (await askHistory(mint)).priorTokens!)
      details.add(/liquidity/.test(detail) ? 'pulled' : 'dumped')
  assert.deepEqual(sorted([...details]), ['dumped', 'pulled'])
})

test('a creator without earlier tokens has no verdict on behaviour', async () => {
  const fresh = truth.tokens.filter(
    ({ archetype, priorTokens }) =>
      ['fresh_launch', 'graduated', 'bundled'].includes(archetype) && priorTokens.length === 0,
  )
  assert(fresh.length >= 8)
  for (const { mint, dev } of fresh) {
    const history = await askHistory(mint)
    // Some creators of the world launched more than one token.
    if (truth.tokens.some((other) => other.dev === dev && other.mint !== mint)) continue
    const { serialRugger, fastRugger, rugRate, medianTimeToRugSecs, peakPriorValueUsd, priorTokens } = history
    assert.deepEqual(
      [serialRugger, fastRugger, rugRate, medianTimeToRugSecs, peakPriorValueUsd, priorTokens],
      [null, null, null, null, null, []],
    )
    assert.equal(history.dev, dev)
  }
})

test('the root funder of a team’s creator is the one that the money really came from', async () => {
  const byId = new Map(truth.entities.map((entity) => [entity.id, entity]))
  const kinds = new Set<string>()
  for (const { mint, teamId, recipe, archetype } of truth.tokens) {
    const team = teamId === null ? undefined : byId.get(teamId)
    if (team === undefined || archetype !== 'bundled' || recipe !== undefined) continue
    kinds.add(team.funding)
    const history = await askHistory(mint)
    assert.equal(history.devRootFunder, team.rootFunder, team.funding)
    assert.equal(history.devFunderTerminal?.category, 'exchange')
    if (team.funding === 'multi_hop') assert.equal(history.devFunderPeeled, true)
    if (team.funding === 'exchange')
      assert.deepEqual([history.devFunderPeel!.length, history.devFunderPeeled], [1, false])
    for (const { address, lamports, signature } of history.devFunderPeel!) {
      const paid = truth.funding.some((payment) => payment.from === address && payment.lamports === lamports)
      assert(paid && signature !== null, `${team.funding}: nobody was paid ${lamports} by ${address}`)
    }
  }
  assert.deepEqual(sorted([...kinds]), ['direct', 'exchange', 'multi_hop', 'peel'])
})

test('an unnamed service ends the trace, and costs the creator nothing', async () => {
  const mixed = truth.tokens.filter(({ recipe }) => recipe?.name === 'privacy-hop')
  assert(mixed.length >= 1)
  for (const { mint } of mixed) {
    const history = await askHistory(mint)
    assert.deepEqual([history.devFunderTerminal?.category, history.privacyHops], ['service', 0])
    assert(!failing(history).some(({ id }) => id === 'privacy_funding'))
  }
})

test('honest launches fail no check above low, and what they are asked they pass', async () => {
  const honest = truth.tokens.filter(({ recipe, launchSlot }) => recipe?.intent === 'honest' && launchSlot !== null)
  assert(honest.length >= 1)
  for (const { mint, recipe } of honest) {
    for (const report of [await askHistory(mint), await askCohort(mint)]) {
      assert.deepEqual(
        failing(report).filter(({ severity }) => !['low', 'info'].includes(severity)),
        [],
        recipe!.name,
      )
      assert(
        report.checks.some(({ ok, severity }) => ok && severity !== 'info'),
        recipe!.name,
      )
    }
  }
})

test('bundlers and snipers are those of the truth, with the very shares of the intel record', async () => {
  const launched = truth.tokens.filter(
    ({ launchSlot, archetype }) => launchSlot !== null && archetype !== 'rugged_prior',
  )
  assert(launched.length >= 15)
  for (const token of launched) {
    const cohort = await askCohort(token.mint)
    const { distribution, launch } = intelOf(await server.get(`/api/v2/tokens/${token.mint}/intel`))
    assert.deepEqual(
      [
        cohort.sniperPct,
        cohort.bundledPct,
        cohort.sniperCount,
        cohort.bundleWalletCount,
        cohort.launchSlot,
        cohort.windowSlots,
      ],
      [
        distribution.snipers_pct,
        distribution.bundlers_pct,
        launch.snipers,
        launch.bundlers,
        launch.slot,
        launch.window_slots,
      ],
    )
    assert.equal(cohort.launchSlot, token.launchSlot)
    if (token.recipe === undefined) {
      assert.equal(cohort.sniperCount, token.snipers.length)
      assert.equal(cohort.bundleWalletCount, token.bundlers.length)
    }
    assert.equal(cohort.slot0SniperCount! + cohort.cohortSniperCount!, cohort.sniperCount)
    const { classified, holding, soldPartial, soldFull, boughtMore } = cohort.sniperExit!
    assert.equal(holding + soldPartial + soldFull + boughtMore, classified)
    assert.equal(classified, cohort.sniperCount, 'every purchase of the window was read')
  }
})

test('who sniped several launches is serial, and the measured slot time is the chain’s', async () => {
  const launches = new Map<string, number>()
  for (const { snipers } of truth.tokens)
    for (const sniper of snipers) launches.set(sniper, (launches.get(sniper) ?? 0) + 1)
  let serial = 0
  for (const { mint, snipers } of [...ofArchetype('bundled'), ...ofArchetype('serial_rugger')].filter(
    ({ recipe }) => recipe === undefined,
  )) {
    const cohort = await askCohort(mint)
    assert.deepEqual(sorted(cohort.sampledSnipers.map(({ address }) => address)), sorted(snipers))
    for (const sampled of cohort.sampledSnipers) {
      assert(sampled.fungibles! >= 1)
      if (sampled.serial) serial++
      if (sampled.serial) assert(launches.get(sampled.address)! > 1, 'it sniped this launch only')
    }
    const known = cohort.sampledSnipers.filter((one) => one.serial !== null)
    assert.equal(cohort.serialSniperRatio, known.filter((one) => one.serial).length / known.length)
    assert(cohort.slotMs! > 350 && cohort.slotMs! < 450, `${cohort.slotMs}`)
  }
  assert(serial >= 5, 'the world’s professionals were not found')
})

test('tokens without a launch on record give nulls and say why', async () => {
  for (const { mint } of ofArchetype('no_pool')) {
    const cohort = await askCohort(mint)
    const { launchSlot, sniperCount, sniperPct, sniperExit, bundledPct, serialSniperRatio } = cohort
    assert.deepEqual(
      [launchSlot, sniperCount, sniperPct, sniperExit, bundledPct, serialSniperRatio],
      [null, null, null, null, null, null],
    )
    assert.deepEqual([cohort.sampledSnipers, cohort.errors], [[], ['the launch was not found on the chain']])
    const history = await askHistory(mint)
    assert.deepEqual([history.serialRugger, history.rugRate], [null, null])
  }
})

test('an address without a mint is 200 with nothing known; text that is no address likewise or 400', async () => {
  const history = await askHistory(strangerAddress(3))
  assert.deepEqual([history.ok, history.dev, history.priorTokens], [false, null, null])
  assert.equal((await askCohort(strangerAddress(3))).sniperCount, null)
  for (const name of ['dev-history', 'snipers']) {
    assertFails(await server.get(`/api/v2/tokens/xyz/${name}`), 400, 'invalid mint')
    const reply = await server.get(`/api/v2/tokens/${NO_ADDRESS}/${name}`)
    assert.equal(reply.status, 200, reply.text.slice(0, 200))
    assertFails(await server.get(`/api/v2/tokens/${strangerAddress(3)}/${name}`, { key: null }), 401, 'missing API key')
  }
})

test('without a node both are 503 with its name', async () => {
  const bare = await openServer({ MINTGLASS_MODE: 'live', DEXSCREENER_URL: sandbox.urls['dexscreener']! })
  try {
    for (const name of ['dev-history', 'snipers'])
      assertFails(await bare.get(`/api/v2/tokens/${strangerAddress(3)}/${name}`), 503, 'provider not configured: rpc')
  } finally {
    await bare.stop()
  }
})

test('a wider launch window is configured, said, and counts more snipers', async () => {
  const stealthy = truth.tokens.find(({ recipe }) => recipe?.name === 'stealth-snipers') as TrueToken
  const usual = await askCohort(stealthy.mint)
  const wide = await openServer({ SANDBOX_URL: sandbox.urls['rpc']!, MINTGLASS_LAUNCH_WINDOW_SLOTS: '8' })
  try {
    const cohort: SniperCohort = cohortOf(await wide.get(`/api/v2/tokens/${stealthy.mint}/snipers`))
    assert.deepEqual([usual.windowSlots, cohort.windowSlots], [2, 8])
    assert(cohort.sniperCount! > usual.sniperCount!, `${cohort.sniperCount} of ${usual.sniperCount}`)
    assert(cohort.sniperPct! > usual.sniperPct!)
  } finally {
    await wide.stop()
  }
})
