import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type FaultyScans, startFaultyScans, stubsIn, WAYS } from '../support/scan-faults.ts'

/** Deep Scan while one outside provider after the other goes wrong. */

let scans: FaultyScans

before(async () => {
  scans = await startFaultyScans('graduated')
})
after(() => scans?.stop())

test('the whole scan has no stub, and a second server makes the same layers', async () => {
  assert.deepEqual(stubsIn(scans.whole), [])
  await scans.withFaults([], async (_, report) => assert.deepEqual(scans.changedIn(report), []))
})

for (const [i, way] of WAYS.entries()) {
  const [provider, other] = i % 2 === 0 ? (['rugcheck', 'goplus'] as const) : (['goplus', 'rugcheck'] as const)
  test(`${provider}: ${way.kind}. Its entry says so; every layer, the score and the other provider stay`, async () => {
    const { whole, withFaults, changedIn, assertRecovers } = scans
    await withFaults([{ provider, ...way }], async (server, report) => {
      assert.deepEqual(changedIn(report), [])
      assert.deepEqual([report.score, report.grade], [whole.score, whole.grade])
      const { ok, available, scoreSafe0to100, checks, errors } = report.providers[provider]
      assert.deepEqual([ok, available, scoreSafe0to100, checks, errors.length], [false, true, null, [], 1])
      assert.match(errors[0]!, /^upstream_/)
      assert.deepEqual(report.providers[other], whole.providers[other])
      assert(report.flags.every(({ source }) => source !== provider))
      if (i < 2) await assertRecovers(server, report)
    })
  })

  test(`market data: ${way.kind}. Pools and prices come from the chain; only market and liquidity may differ`, async () => {
    const { withFaults, changedIn, assertRecovers, assertNothingAccused } = scans
    await withFaults([{ provider: 'dexscreener', ...way }], async (server, report) => {
      assert.deepEqual(stubsIn(report), [])
      for (const name of changedIn(report)) assert(['market', 'liquidity'].includes(name), name)
      assertNothingAccused(report)
      if (i === 0) await assertRecovers(server, report)
    })
  })
}

for (const provider of ['jupiter', 'das'])
  test(`${provider}: every layer stays, and the scan is short-lived`, async () => {
    await scans.withFaults([{ provider, ...WAYS[0] }], async (server, report) => {
      assert.deepEqual(scans.changedIn(report), [])
      await scans.assertRecovers(server, report)
    })
  })

test('providers that a scan does not ask change nothing, and it lives its whole time', async () => {
  const faults = ['helius', 'mobula', 'geckoterminal', 'coingecko', 'pyth'].map((provider) => ({
    provider,
    ...WAYS[0],
  }))
  await scans.withFaults(faults, async (server, report) => {
    assert.deepEqual(scans.changedIn(report), [])
    server.clock.push(60_000)
    assert.equal((await scans.ask(server)).bundle, report.bundle)
  })
})

test('outside opinions that hang: their entries are late, all layers are there', async () => {
  const faults = ['rugcheck', 'goplus'].map((provider) => ({ provider, kind: 'delay', delayMs: 600_000 }))
  await scans.withFaults(faults, async (_, report) => {
    assert.deepEqual(scans.changedIn(report), [])
    for (const name of ['rugcheck', 'goplus'] as const)
      assert.match(report.providers[name].errors[0]!, /^(not read in time|upstream_timeout)/)
  })
})
