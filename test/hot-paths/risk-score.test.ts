import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RiskShares, riskScore, verdictOf } from '../../src/hot-paths/risk-score.ts'

const NOTHING: RiskShares = { top10Pct: null, insidersPct: null, bundlersPct: null, snipersPct: null, devPct: null }

const EDGES: readonly [keyof RiskShares, number, number, number][] = [
  ['top10Pct', 50, 0, 15],
  ['top10Pct', 70, 15, 30],
  ['insidersPct', 10, 0, 25],
  ['bundlersPct', 15, 0, 20],
  ['snipersPct', 10, 0, 10],
  ['devPct', 5, 0, 15],
]
for (const [share, edge, at, above] of EDGES) {
  test(`${share} of exactly ${edge} adds ${at}, a hair above adds ${above}`, () => {
    assert.equal(riskScore({ ...NOTHING, [share]: edge }).score, at)
    assert.equal(riskScore({ ...NOTHING, [share]: edge + 1e-9 }).score, above)
  })
}
test('a share no one could supply adds nothing', () => {
  assert.deepEqual(riskScore(NOTHING), { score: 0, verdict: 'safe', hits: [] })
})
test('everything at its worst is 100', () => {
  const worst = riskScore({ top10Pct: 100, insidersPct: 100, bundlersPct: 100, snipersPct: 100, devPct: 100 })
  assert.equal(worst.score, 100)
  assert.equal(worst.verdict, 'high-risk')
  assert.equal(
    worst.hits.reduce((sum, hit) => sum + hit.points, 0),
    worst.score,
  )
})
test('a top-10 share above both thresholds is counted once', () => {
  const hits = riskScore({ ...NOTHING, top10Pct: 90 }).hits
  assert.deepEqual(hits, [{ id: 'top10', valuePct: 90, abovePct: 70, points: 30 }])
})
test('verdicts change at 10, 25 and 50', () => {
  assert.deepEqual([0, 9, 10, 24, 25, 49, 50, 100].map(verdictOf), [
    'safe',
    'safe',
    'caution',
    'caution',
    'risky',
    'risky',
    'high-risk',
    'high-risk',
  ])
})
