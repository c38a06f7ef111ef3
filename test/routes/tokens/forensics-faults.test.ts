import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { IntelRecord } from '../../../src/contract/intel.ts'
import { loadLaunch } from '../../../src/services/tokens/intel/load-launch.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { successOf } from '../../support/reply-check.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'
import { readTruth, type TrueToken } from '../../support/true-tokens.ts'
import { usedSandbox } from '../../support/used-sandbox.ts'

/** Dev history and sniper cohort while the node fails in different places: 200, nulls, and the reason. */

const historyOf = successOf('GET /api/v2/tokens/{mint}/dev-history')
const intelOf = successOf('GET /api/v2/tokens/{mint}/intel')
const cohortOf = successOf('GET /api/v2/tokens/{mint}/snipers')
let sandbox: StartedSandbox
let rugger: TrueToken
let bundled: TrueToken

before(async () => {
  sandbox = await usedSandbox('faults')
  await sandbox.control('POST', '/slots/pause')
  const { tokens } = await readTruth(sandbox)
  rugger = tokens.find(({ archetype }) => archetype === 'serial_rugger')!
  bundled = tokens.find(({ archetype, snipers }) => archetype === 'bundled' && snipers.length > 0)!
})
after(() => sandbox?.stop())
afterEach(() => sandbox.control('DELETE', '/faults'))

const spoil = (fault: object, match?: string) =>
  sandbox.control('POST', '/faults', { provider: 'rpc', ...fault, ...(match === undefined ? {} : { match }) })
const pathOf = (mint: string, name: string) => `/api/v2/tokens/${mint}/${name}`

async function withServer(use: (server: OpenServer) => Promise<void>): Promise<void> {
  const server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
  try {
    await use(server)
    assert.deepEqual(
      server.logLines.filter((line) => /"level":(50|60)/.test(line)),
      [],
      'a node that fails is no error of ours',
    )
  } finally {
    await server.stop()
  }
}

test('a launch whose pool could not be searched for is not said to be none, and is found a minute later', async () => {
  const { tokens } = await readTruth(sandbox)
  const { mint } = tokens.find(({ archetype }) => archetype === 'other_dex')!
  await withServer(async (server) => {
    const { rpc } = server.ctx.chain
    const unsearched = { pools: [], arePartial: true }
    const facts = await loadLaunch(server.ctx, rpc!, mint, unsearched, AbortSignal.timeout(30_000))
    assert(facts.ok)
    assert.deepEqual([facts.value.status, facts.value.complete], ['not_found', false])
    server.clock.push(60_000)
    const { launch } = intelOf(await server.get(pathOf(mint, 'intel'))) as IntelRecord
    assert.notEqual(launch, null)
  })
})

for (const fault of [{ kind: 'status', status: 500 }, { kind: 'garbage' }, { kind: 'drop' }])
  test(`a node that fails altogether (${fault.kind}) gives nulls and the reason, and the next answer is whole`, async () => {
    await withServer(async (server) => {
      await spoil(fault)
      const history = historyOf(await server.get(pathOf(rugger.mint, 'dev-history')))
      const { ok, dev, priorTokens, ruggedPriorTokens, serialRugger, devSoldPct, operatorRing, devRootFunder } = history
      assert.deepEqual(
        [ok, dev, priorTokens, ruggedPriorTokens, serialRugger, devSoldPct, operatorRing, devRootFunder],
        [false, null, null, null, null, null, null, null],
      )
      assert.match(history.errors.join(' '), /evidence: upstream_/)
      const cohort = cohortOf(await server.get(pathOf(rugger.mint, 'snipers')))
      assert.deepEqual(
        [cohort.sniperCount, cohort.sniperPct, cohort.sampledSnipers, cohort.serialSniperRatio],
        [null, null, [], null],
      )
      assert.match(cohort.errors.join(' '), /evidence: upstream_/)
      assert(cohort.checks.every((check: { ok: boolean; severity: string }) => check.ok && check.severity === 'info'))

      await sandbox.control('DELETE', '/faults')
      // The breaker of the node opens again on its own; answers made of failures live five seconds.
      server.clock.push(60_000)
      assert.equal(historyOf(await server.get(pathOf(rugger.mint, 'dev-history'))).serialRugger, true)
      assert.equal(cohortOf(await server.get(pathOf(rugger.mint, 'snipers'))).sniperCount, rugger.snipers.length)
    })
  })

test('a node that answers only what was asked before leaves the creator named and its past unknown', async () => {
  await withServer(async (server) => {
    // The evidence is at hand after this; what the creator did elsewhere is not, once the reads that were shared are gone.
    cohortOf(await server.get(pathOf(rugger.mint, 'snipers')))
    server.ctx.parts.tokenReads.close()
    await spoil({ kind: 'status', status: 500 })
    const history = historyOf(await server.get(pathOf(rugger.mint, 'dev-history')))
    assert.deepEqual(
      [history.ok, history.dev, history.priorTokens, history.serialRugger],
      [false, rugger.dev, null, null],
    )
    assert.match(history.errors.join(' '), /^dev: upstream_/)
    assert.notEqual(history.devRootFunder, null, 'the trace rests on the evidence')
    await sandbox.control('DELETE', '/faults')
    server.clock.push(60_000)
    assert.equal(historyOf(await server.get(pathOf(rugger.mint, 'dev-history'))).serialRugger, true)
  })
})

test('degraded forensics: the counts stay, the sample is empty and its ratio null', async () => {
  await withServer(async (server) => {
    historyOf(await server.get(pathOf(bundled.mint, 'dev-history')))
    await spoil({ kind: 'rpcError', code: -32_005, message: 'node is behind' }, 'getSignaturesForAddress')
    const cohort = cohortOf(await server.get(pathOf(bundled.mint, 'snipers')))
    assert.deepEqual([cohort.sampledSnipers, cohort.serialSniperRatio], [[], null])
    assert.deepEqual([cohort.sniperCount, cohort.bundleWalletCount], [bundled.snipers.length, bundled.bundlers.length])
    assert.match(cohort.errors.join(' '), /snipers: /)
  })
})

test('a node that hides token accounts leaves what snipers hold null, and whether they are serial known', async () => {
  await withServer(async (server) => {
    historyOf(await server.get(pathOf(bundled.mint, 'dev-history')))
    await spoil({ kind: 'rpcError', code: -32_000, message: 'refused' }, 'getTokenAccountsByOwner')
    const { sampledSnipers, serialSniperRatio } = cohortOf(await server.get(pathOf(bundled.mint, 'snipers')))
    assert.equal(sampledSnipers.length, bundled.snipers.length)
    for (const { fungibles, serial } of sampledSnipers) assert.deepEqual([fungibles, typeof serial], [null, 'boolean'])
    assert.notEqual(serialSniperRatio, null)
  })
})

test('a creator none of whose transactions can be read is not called innocent', async () => {
  await withServer(async (server) => {
    cohortOf(await server.get(pathOf(rugger.mint, 'snipers')))
    server.ctx.parts.tokenReads.close()
    await spoil({ kind: 'rpcError', code: -32_009, message: 'missing in storage' }, 'getTransaction')
    const { ok, priorTokens, serialRugger, rugRate, errors } = historyOf(
      await server.get(pathOf(rugger.mint, 'dev-history')),
    )
    assert.deepEqual([ok, priorTokens, serialRugger, rugRate], [false, null, null, null])
    assert.match(errors.join(' '), /not one of the creator's transactions could be read/)
  })
})
