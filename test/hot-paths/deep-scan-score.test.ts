import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  DEEP_SCAN_SCORE,
  DEEP_SCAN_SCORE_LENGTH,
  deepScanScore,
  type ScoreWeights,
  SEVERITY_CODES,
  SEVERITY_COUNT,
} from '../../src/hot-paths/deep-scan-score.ts'

type CheckRow = readonly [severity: keyof typeof SEVERITY_CODES, failing: boolean, layer: number]
const WEIGHTS: ScoreWeights = {
  startScore: 100,
  perSeverity: Float64Array.of(40, 20, 10, 5, 2, 0),
  layerCaps: Float64Array.of(Number.POSITIVE_INFINITY, 25),
  hardCaps: new Float64Array(0),
}

function score(checks: readonly CheckRow[], weights: Partial<ScoreWeights> = {}) {
  const points = new Float64Array(checks.length)
  const out = new Float64Array(DEEP_SCAN_SCORE_LENGTH)
  const columns = {
    severity: Uint8Array.from(checks, ([severity]) => SEVERITY_CODES[severity]),
    failing: Uint8Array.from(checks, ([, failing]) => (failing ? 1 : 0)),
    layer: Uint8Array.from(checks, ([, , layer]) => layer),
  }
  deepScanScore(columns, { ...WEIGHTS, ...weights }, points, out)
  const of = (figure: keyof typeof DEEP_SCAN_SCORE) => out[DEEP_SCAN_SCORE[figure]]!
  const counts = [...out.subarray(DEEP_SCAN_SCORE.failingCounts, DEEP_SCAN_SCORE.failingCounts + SEVERITY_COUNT)]
  return { of, counts, points: [...points] }
}

test('checks that pass take nothing off', () => {
  const got = score([
    ['critical', false, 0],
    ['high', false, 1],
  ])
  assert.deepEqual([got.of('score'), got.of('severityPenalty'), got.of('totalFailing')], [100, 0, 0])
  assert.equal(score([]).of('score'), 100)
})
test('each failing check takes off the points of its severity and is counted', () => {
  const got = score([
    ['high', true, 0],
    ['low', true, 0],
    ['info', true, 0],
    ['low', true, 0],
  ])
  assert.deepEqual(got.points, [20, 2, 0, 2])
  assert.deepEqual(got.counts, [0, 1, 0, 0, 2, 1])
  assert.deepEqual([got.of('score'), got.of('severityPenalty'), got.of('totalFailing')], [76, 24, 4])
})
test("a layer's cap is used up by its worst checks first", () => {
  const got = score([
    ['medium', true, 1],
    ['high', true, 1],
    ['low', true, 1],
    ['medium', true, 0],
  ])
  assert.deepEqual(got.points, [5, 20, 0, 10])
  assert.equal(got.of('score'), 65)
})
test('the additive score does not fall below 0', () => {
  const got = score(Array.from({ length: 5 }, (): CheckRow => ['critical', true, 0]))
  assert.deepEqual([got.of('additiveScore'), got.of('severityPenalty'), got.of('score')], [0, 200, 0])
})
test('the lowest hard cap holds, and counts as capped only when it lowers the score', () => {
  const capped = score([], { hardCaps: Float64Array.of(59, 34) })
  assert.deepEqual(
    [capped.of('score'), capped.of('additiveScore'), capped.of('hardCapped'), capped.of('hardCap')],
    [34, 100, 1, 34],
  )
  const low = score(
    Array.from({ length: 2 }, (): CheckRow => ['critical', true, 0]),
    { hardCaps: Float64Array.of(59) },
  )
  assert.deepEqual([low.of('score'), low.of('hardCapped')], [20, 0])
  assert.equal(score([]).of('hardCap'), Number.POSITIVE_INFINITY)
})
test('shapes and weights that make no sense are refused', () => {
  const row: CheckRow[] = [['high', true, 0]]
  assert.throws(() => score([['high', true, 2]]), /known severity and layer/)
  assert.throws(() => score(row, { perSeverity: Float64Array.of(1) }), /each severity/)
  assert.throws(() => score(row, { perSeverity: new Float64Array(6).fill(-1) }), /not negative/)
  assert.throws(() => score(row, { layerCaps: Float64Array.of(-1, 1) }), /not negative/)
  assert.throws(() => score(row, { hardCaps: Float64Array.of(101) }), /hard caps/)
  const columns = { severity: new Uint8Array(1), failing: new Uint8Array(2), layer: new Uint8Array(1) }
  assert.throws(() => deepScanScore(columns, WEIGHTS, new Float64Array(1), new Float64Array(13)), /one length/)
})
test('one more failing check never raises the score, and points add up to the penalty', () => {
  const row = fc.tuple(
    fc.constantFrom(...(Object.keys(SEVERITY_CODES) as (keyof typeof SEVERITY_CODES)[])),
    fc.boolean(),
    fc.nat({ max: 1 }),
  )
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 40 }), fc.nat({ max: 39 }), (checks, at) => {
      const before = score(checks)
      const worse = checks.map((check, i): CheckRow => (i === at ? [check[0], true, check[2]] : check))
      assert(score(worse).of('score') <= before.of('score'))
      assert.equal(
        before.points.reduce((sum, points) => sum + points, 0),
        before.of('severityPenalty'),
      )
    }),
    { numRuns: 200, seed: 91 },
  )
})
