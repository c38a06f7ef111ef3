import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { GRADES, type Grade } from '../../../../src/contract/deep-scan.ts'
import { type IntelRecord, TOKEN_FLAGS } from '../../../../src/contract/intel.ts'
import { verdictOf } from '../../../../src/hot-paths/risk-score.ts'
import { judgeWhole, toRisk } from '../../../../src/services/tokens/intel/risk.ts'

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
test('nothing known is not judged: no score and no verdict, of the shares or of the whole', () => {
  const risk = toRisk(shares({}))
  assert.deepEqual([risk.score, risk.verdict, risk.unknown.length], [null, null, 5])
  const nothing = { rugScore: null, verdict: null }
  assert.deepEqual(judgeWhole(risk, [], null), nothing)
  assert.deepEqual(judgeWhole(risk, ['default_frozen'], 'danger'), nothing)
})
const whole = (
  part: Partial<Distribution>,
  flags: Parameters<typeof judgeWhole>[1] = [],
  scanned: Grade | null = null,
) => Object.values(judgeWhole(toRisk(shares(part)), flags, scanned))

test('overall, a mint with a trap is never safe, an unknown share adds nothing, and worse verdicts stand', () => {
  assert.deepEqual(whole(CALM, ['on_curve'], 'safe'), [0, 'safe'])
  assert.deepEqual(whole({ ...CALM, snipers_pct: null }, [], 'safe'), [0, 'safe'])
  assert.deepEqual(whole(CALM, ['freeze_authority']), [10, 'caution'])
  assert.deepEqual(whole({ top10_pct: 80 }, ['freeze_authority']), [30, 'risky'])
})
test('what no one can move once they have bought it is high-risk, as its chip says danger', () => {
  for (const flag of ['default_frozen', 'non_transferable'] as const)
    assert.deepEqual(whole(CALM, ['freeze_authority', flag]), [50, 'high-risk'])
})
test('principle 13: shares alone never call a token safe; without a scan nothing is said of the whole', () => {
  assert.deepEqual(whole(CALM), [null, null])
  assert.deepEqual(whole({ ...CALM, snipers_pct: null }, ['on_curve']), [null, null])
  assert.deepEqual(whole({ ...CALM, dev_pct: 6 }), [15, 'caution'], 'what speaks against it needs no scan')
  const { score, verdict } = toRisk(shares(CALM))
  assert.deepEqual([score, verdict], [0, 'safe'], 'the sum of the shares is as spec 2.2 has it')
})
test('principle 8: a deep scan at hand is never contradicted, and the verdict is always the band of the score', () => {
  assert.deepEqual(whole(CALM, [], 'danger'), [50, 'high-risk'])
  assert.deepEqual(whole(CALM, [], 'risky'), [25, 'risky'])
  assert.deepEqual(whole(CALM, [], 'caution'), [10, 'caution'])
  assert.deepEqual(whole({ top10_pct: 80 }, [], 'safe'), [30, 'risky'], 'nor are the shares')
  const pct = fc.option(fc.double({ min: 0, max: 100, noNaN: true }))
  const drawn = fc.record({ top10_pct: pct, insiders_pct: pct, bundlers_pct: pct, snipers_pct: pct, dev_pct: pct })
  fc.assert(
    fc.property(drawn, fc.subarray([...TOKEN_FLAGS]), fc.option(fc.constantFrom(...GRADES)), (some, flags, scanned) => {
      const risk = toRisk(shares(some))
      const { rugScore, verdict } = judgeWhole(risk, flags, scanned)
      assert.equal(verdict, rugScore === null ? null : verdictOf(rugScore))
      assert.equal(risk.verdict, risk.score === null ? null : verdictOf(risk.score))
      assert(verdict === null || rugScore! >= risk.score!)
      assert(verdict !== 'safe' || scanned === 'safe')
      assert(verdict !== null || risk.verdict === null || risk.verdict === 'safe')
    }),
  )
})
