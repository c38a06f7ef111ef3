import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type DeepScanReport, LAYER_NAMES, type LayerName } from '../../src/contract/deep-scan.ts'
import { type FaultyScans, startFaultyScans, stubsIn, WAYS } from '../support/scan-faults.ts'

/** Deep Scan while the node goes wrong, as a whole and method by method. */

let scans: FaultyScans

before(async () => {
  scans = await startFaultyScans('graduated')
})
after(() => scans?.stop())

const REFUSAL = { kind: 'rpcError', code: -32_005, message: 'node is behind' } as const
const noteOf = ({ explain }: DeepScanReport, input: string) => explain!.find((row) => row.input === input)?.note
const CHAIN = LAYER_NAMES.filter((name) => name !== 'market')

for (const [i, way] of WAYS.entries())
  test(`node: ${way.kind}. All but the market are stubs with the reason, and no one is called usable`, async () => {
    const { whole, withFaults, assertRecovers } = scans
    await withFaults([{ provider: 'rpc', ...way }], async (server, report) => {
      assert.deepEqual(stubsIn(report), CHAIN)
      for (const name of stubsIn(report)) {
        const { ok, checks, errors } = report.layers[name]
        assert.deepEqual([ok, checks], [false, []])
        assert.match(errors[0]!, /^(evidence|dev|sellProof): upstream_/, name)
      }
      const before = whole.layers.market.checks
      for (const check of report.layers.market.checks)
        if (check.severity !== 'info') assert(before.some((one) => JSON.stringify(one) === JSON.stringify(check)))
      assert.deepEqual([report.score, report.grade, report.entity], [59, 'risky', null])
      assert.equal(report.verdict, 'Too little of it could be read to judge it')
      assert.deepEqual(report.weights.safeEarnedBy, [])
      assert.equal(report.providers.goplus.ok, true)
      if (i === 0) await assertRecovers(server, report)
    })
  })

type MethodCase = {
  readonly stubs?: readonly LayerName[]
  /** Layers that must be the same to the byte; the others may differ. */
  readonly same: readonly LayerName[]
  /** Null: that of the whole scan. */
  readonly grade: string | null
  readonly gap?: RegExp
}
const except = (...names: LayerName[]) => LAYER_NAMES.filter((name) => !names.includes(name))

/** What a node may refuse on its own. */
const METHODS: Readonly<Record<string, MethodCase>> = {
  getTransaction: {
    stubs: ['devforensics'],
    same: ['contract', 'market', 'lplock', 'honeypot'],
    grade: 'risky',
    gap: /^\d+ of \d+ transactions? (was|were) not read$/,
  },
  getSignaturesForAddress: {
    stubs: ['devforensics'],
    same: ['contract', 'market', 'lplock', 'honeypot'],
    grade: 'risky',
    gap: /^upstream_/,
  },
  getMultipleAccounts: { stubs: ['honeypot'], same: ['market', 'devforensics', 'swapstats'], grade: 'risky' },
  getTokenAccountsByOwner: { same: except('sniperforensics'), grade: null },
  simulateTransaction: { same: except('honeypot'), grade: 'caution' },
  getBlockTime: { same: LAYER_NAMES, grade: null },
}

for (const [match, { stubs = [], same, grade, gap }] of Object.entries(METHODS))
  test(`a node that refuses ${match}: ${stubs.join(', ') || 'no layer'} a stub, nothing accused, soon made again`, async () => {
    const { whole, withFaults, changedIn, assertNothingAccused, assertRecovers } = scans
    await withFaults([{ provider: 'rpc', match, ...REFUSAL }], async (server, report) => {
      assert.deepEqual(stubsIn(report), stubs)
      const touched = changedIn(report).filter((name) => same.includes(name))
      assert.deepEqual(touched, [], 'layers that do not rest on it')
      assertNothingAccused(report)
      assert.equal(report.grade, grade ?? whole.grade)
      if (gap !== undefined) assert.match(noteOf(report, 'evidence.history')!, gap)
      await assertRecovers(server, report)
    })
  })

test('a node that lists no token accounts: the holders come from the asset index, the same to the byte', async () => {
  await scans.withFaults([{ provider: 'rpc', match: 'getProgramAccounts', ...REFUSAL }], async (_, report) => {
    assert.deepEqual(scans.changedIn(report), [])
    assert.match(noteOf(report, 'evidence')!, /holders by asset-pages/)
  })
})

test('without an index as well the largest accounts must do: nothing is a stub and nothing is accused', async () => {
  const faults = [
    { provider: 'rpc', match: 'getProgramAccounts', ...REFUSAL },
    { provider: 'das', ...WAYS[0] },
  ]
  await scans.withFaults(faults, async (_, report) => {
    assert.deepEqual(stubsIn(report), [])
    assert.match(noteOf(report, 'evidence')!, /holders by largest-accounts/)
    scans.assertNothingAccused(report)
  })
})

test('everything down: sixteen stubs, both providers failed, no comparison, still 200', async () => {
  await scans.withFaults([{ provider: '*', ...WAYS[0] }], async (_, report) => {
    assert.deepEqual(stubsIn(report), [...LAYER_NAMES])
    assert.deepEqual(report.flags, [])
    assert.equal(report.crossValidation.agreement, null)
    assert.deepEqual([report.providers.rugcheck.ok, report.providers.goplus.ok], [false, false])
    assert.equal(report.grade, 'risky')
  })
})

test('a node that hangs: stubs that say so, and the answer comes before the route gives up', async () => {
  await scans.withFaults([{ provider: 'rpc', kind: 'delay', delayMs: 600_000 }], async (_, report) => {
    assert.deepEqual(stubsIn(report), CHAIN)
    assert.match(report.layers.contract.errors[0]!, /^evidence: upstream_timeout/)
    assert.equal(report.grade, 'risky')
  })
})
