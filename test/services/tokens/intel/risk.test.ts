import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IntelRecord } from '../../../../src/contract/intel.ts'
import { isJudged, overallVerdict, toRisk } from '../../../../src/services/tokens/intel/risk.ts'

type Distribution = IntelRecord['distribution']
const shares = (part: Partial<Distribution>) =>
  ({
    top10_pct: null,
    insiders_pct: null,
    bundlers_pct: null,
    snipers_pct: null,
    dev_pct: null,
    ...part,
  }) as Distribution
const CALM = { top10_pct: 20, insiders_pct: 0, bundlers_pct: 0, snipers_pct: 0, dev_pct: 0 }

test('each risk names its share, its threshold and its points, and the points add up', () => {
  const risk = toRisk(shares({ ...CALM, top10_pct: 71, dev_pct: 5.000001 }))
  assert.deepEqual(
    risk.risks.map(({ id, points, value_pct, above_pct }) => [id, points, value_pct, above_pct]),
    [
      ['top10', 30, 71, 70],
      ['dev', 15, 5.000001, 5],
    ],
  )
  assert.deepEqual([risk.score, risk.verdict, risk.unknown], [45, 'risky', []])
})
test('nothing known is not judged', () => {
  const risk = toRisk(shares({}))
  assert.deepEqual([risk.score, risk.verdict, risk.unknown.length, isJudged(risk)], [0, 'safe', 5, false])
  assert.equal(overallVerdict(risk, []), null)
})
test('overall, a mint with a trap is never safe, an unknown share adds nothing, and worse verdicts stand', () => {
  assert.equal(overallVerdict(toRisk(shares(CALM)), ['on_curve']), 'safe')
  assert.equal(overallVerdict(toRisk(shares({ ...CALM, snipers_pct: null })), []), 'safe')
  assert.equal(overallVerdict(toRisk(shares(CALM)), ['freeze_authority']), 'caution')
  assert.equal(overallVerdict(toRisk(shares({ top10_pct: 80 })), ['freeze_authority']), 'risky')
})
test('what nobody can move once they have bought it is high-risk, as its chip says danger', () => {
  for (const flag of ['default_frozen', 'non_transferable'] as const)
    assert.equal(overallVerdict(toRisk(shares(CALM)), ['freeze_authority', flag]), 'high-risk')
  assert.equal(overallVerdict(toRisk(shares({})), ['default_frozen']), null)
})
