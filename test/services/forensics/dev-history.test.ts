import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Compile } from 'typebox/compile'
import { DevHistory } from '../../../src/contract/forensics.ts'
import type { DevEvidence, MarketEvidence } from '../../../src/services/evidence-bundle/input-bundle.ts'
import { judgeDevHistory } from '../../../src/services/forensics/dev-history.ts'
import { ANY_MINT, evidenceOf, gathered } from '../../support/bundle-of.ts'
import {
  DEV,
  devEvidenceOf,
  devTokenOf,
  fundedBy,
  LAUNCH_SEC,
  launchOf,
  observedWalletOf,
  rugOf,
} from '../../support/forensic-evidence.ts'
import { walletAt } from '../../support/layer-inputs.ts'

const schema = Compile(DevHistory)
const WHO = { mint: ANY_MINT, generatedAtMs: 1_763_600_000_000 }
const market = (solUsd: number | null) => gathered({ solUsd } as MarketEvidence)

function judge(dev: DevEvidence | null, evidence = evidenceOf({ launch: launchOf() }), solUsd: number | null = 200) {
  const history = judgeDevHistory({ evidence: gathered(evidence), dev: gathered(dev), market: market(solUsd) }, WHO)
  assert(schema.Check(history), JSON.stringify([...schema.Errors(history)].slice(0, 2)))
  return history
}
const verdictsOf = ({ serialRugger, fastRugger, rugRate, medianTimeToRugSecs, peakPriorValueUsd }: DevHistory) => ({
  serialRugger,
  fastRugger,
  rugRate,
  medianTimeToRugSecs,
  peakPriorValueUsd,
})
const NONE = { serialRugger: null, fastRugger: null, rugRate: null, medianTimeToRugSecs: null, peakPriorValueUsd: null }
const rugs = (...times: readonly number[]) => times.map((secs, i) => rugOf(secs, i))
const fine = (count: number) => Array.from({ length: count }, (_, i) => devTokenOf({ mint: walletAt(850 + i) }))
const failingOf = ({ checks }: DevHistory) => checks.filter(({ ok }) => !ok).map(({ id }) => id)

test('behavioural verdicts are null when there is no prior token, and the checks were not asked', () => {
  const history = judge(devEvidenceOf())
  assert.deepEqual(verdictsOf(history), NONE)
  assert.deepEqual([history.priorTokens, history.ruggedPriorTokens, history.medianTimeToRugSamples], [[], 0, 0])
  assert.deepEqual([history.ok, history.dev, history.devSource], [true, DEV, 'launch'])
  for (const id of ['serial_rugger', 'rugged_prior', 'fast_rugger'])
    assert.equal(history.checks.find((check) => check.id === id)?.severity, 'info')
})

test('everything is null, with the reason, when the creator’s history could not be read', () => {
  const dev = gathered<DevEvidence>(null, 'upstream_failed: the node is down')
  const history = judgeDevHistory(
    { evidence: gathered(evidenceOf({ launch: launchOf() })), dev, market: market(1) },
    WHO,
  )
  assert.deepEqual(verdictsOf(history), NONE)
  assert.deepEqual([history.ok, history.dev, history.priorTokens, history.ruggedPriorTokens], [false, DEV, null, null])
  assert.deepEqual([history.operatorRing, history.operatorRingDetected, history.ringCoLaunchBurst], [null, null, null])
  assert.deepEqual([history.devSoldPct, history.devSoldClass], [null, null])
  assert.deepEqual(history.errors, ['dev: upstream_failed: the node is down'])
})

test('a token whose creator no one can name says so', () => {
  const history = judge(null, evidenceOf())
  assert.deepEqual([history.ok, history.dev, history.devSource], [false, null, null])
  assert.match(history.errors[0]!, /creator could not be found/)
})

test('a serial rugger has rugged two tokens and half of those whose end is known', () => {
  const serial = (...tokens: readonly ReturnType<typeof devTokenOf>[]) => judge(devEvidenceOf({ tokens })).serialRugger
  assert.equal(serial(...rugs(5_000)), false)
  assert.equal(serial(...rugs(5_000, 5_000)), true)
  assert.equal(serial(...rugs(5_000, 5_000), ...fine(2)), true)
  assert.equal(serial(...rugs(5_000, 5_000), ...fine(3)), false)
  const unread = devTokenOf({ mint: walletAt(880), complete: false, lastPriceQuote: 0.1 })
  assert.equal(serial(...rugs(5_000, 5_000), ...fine(2), unread), true, 'what was not read counts on neither side')
})

test('earlier tokens of which too little was read give no verdict', () => {
  const history = judge(devEvidenceOf({ tokens: [devTokenOf({ complete: false, lastPriceQuote: 0.1 })] }))
  assert.deepEqual(verdictsOf({ ...history, peakPriorValueUsd: null }), NONE)
  assert.equal(history.ruggedPriorTokens, null)
  assert.deepEqual(
    history.priorTokens!.map(({ rugged, outcome }) => [rugged, outcome]),
    [[null, 'unknown']],
  )
})

test('a fast rugger’s median rug comes within ten minutes', () => {
  const fast = (...times: readonly number[]) => judge(devEvidenceOf({ tokens: rugs(...times) }))
  assert.equal(fast(600).fastRugger, true)
  assert.equal(fast(601).fastRugger, false)
  assert.deepEqual([fast(100, 1_100).medianTimeToRugSecs, fast(100, 1_100).fastRugger], [600, true])
  assert.deepEqual([fast(100, 601, 9_000).medianTimeToRugSecs, fast(100, 601, 9_000).medianTimeToRugSamples], [601, 3])
  assert.equal(judge(devEvidenceOf({ tokens: fine(1) })).fastRugger, false)
  const timeless = devTokenOf({ pulled: { signature: 'pull', timeSec: null, sharePct: 90 } })
  assert.equal(
    judge(devEvidenceOf({ tokens: [timeless] })).fastRugger,
    null,
    'rugs without a time say nothing about speed',
  )
})

test('checks fail with the transactions that show it', () => {
  const history = judge(devEvidenceOf({ tokens: rugs(60, 90) }))
  assert.deepEqual(failingOf(history), ['serial_rugger', 'rugged_prior', 'fast_rugger'])
  const [check] = history.checks
  assert.equal(check!.severity, 'critical')
  assert.deepEqual(
    check!.evidence!.map(({ signature }) => signature),
    ['pull 0', 'pull 1'],
  )
})

test('the value of an earlier token is its peak price times its supply in dollars, null without a SOL price', () => {
  const tokens = [devTokenOf({ peakPriceQuote: 0.000_5 }), devTokenOf({ mint: walletAt(801), peakPriceQuote: 0.000_2 })]
  assert.equal(judge(devEvidenceOf({ tokens })).peakPriorValueUsd, 100_000)
  assert.equal(judge(devEvidenceOf({ tokens }), undefined, null).peakPriorValueUsd, null)
  const inOther = judge(devEvidenceOf({ tokens: [devTokenOf({ quoteMint: walletAt(1) })] }))
  assert.equal(inOther.peakPriorValueUsd, null, 'a price in another coin is no dollar value')
})

test('what the creator sold is of all it ever had, in four classes', () => {
  const sold = (soldRaw: number, heldRaw: number, sentRaw = 0, boughtRaw = 0) => {
    const current = {
      boughtRaw: `${boughtRaw}`,
      soldRaw: `${soldRaw}`,
      sentRaw: `${sentRaw}`,
      heldRaw: `${heldRaw}`,
      complete: true,
    }
    const { devSoldPct, devSoldClass } = judge(devEvidenceOf({ current }))
    return [devSoldPct, devSoldClass]
  }
  assert.deepEqual(sold(0, 0), [null, null])
  assert.deepEqual(sold(0, 100), [0, 'none'])
  assert.deepEqual(sold(99, 9_901), [0.99, 'none'])
  assert.deepEqual(sold(1, 99), [1, 'partial'])
  assert.deepEqual(sold(4_999, 5_001), [49.99, 'partial'])
  assert.deepEqual(sold(50, 50), [50, 'most'])
  assert.deepEqual(sold(50, 0, 50), [50, 'most'], 'what was handed on was had')
  assert.deepEqual(sold(9_499, 501), [94.99, 'most'])
  assert.deepEqual(sold(95, 5), [95, 'all'])
  assert.deepEqual(sold(10, 0, 0, 100), [10, 'partial'], 'bought, and gone in a way that was not read')
})

test('the funding of the creator is traced through the wallets of the evidence', () => {
  const relay = walletAt(3)
  const wallets = [observedWalletOf(DEV, { funding: fundedBy(relay) }), observedWalletOf(relay)]
  const history = judge(devEvidenceOf(), evidenceOf({ launch: launchOf(), wallets }))
  assert.deepEqual(
    [history.devRootFunder, history.devFunderTerminal?.category, history.privacyHops],
    [relay, 'unknown', 0],
  )
  assert.deepEqual(failingOf(history), [])
})

test('one sort of bytes in, one sort of bytes out', () => {
  const tokens = [...rugs(60, 4_000), ...fine(3)]
  const bytes = () => JSON.stringify(judge(devEvidenceOf({ tokens })))
  assert.equal(bytes(), bytes())
  const other = JSON.stringify(judge(devEvidenceOf({ tokens: [...rugs(61, 4_000), ...fine(3)] })))
  assert.notEqual(bytes(), other)
  assert.equal(judge(devEvidenceOf({ tokens })).priorTokens!.length, 5)
  assert.equal(LAUNCH_SEC, launchOf().createdAtSec)
})
