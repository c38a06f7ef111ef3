import assert from 'node:assert/strict'

/** Severities as codes, worst first. */
export const SEVERITY_CODES = { critical: 0, high: 1, medium: 2, warning: 3, low: 4, info: 5 } as const
export const SEVERITY_COUNT = 6

/** Checks by columns. `layer` is any number below the length of `layerCaps`. */
export type ScoredChecks = {
  readonly severity: Uint8Array
  /** 1 where the check failed. */
  readonly failing: Uint8Array
  readonly layer: Uint8Array
}
export type ScoreWeights = {
  readonly startScore: number
  /** Points a failing check takes off, by severity code. */
  readonly perSeverity: Float64Array
  /** The most that the checks of one layer take off together; infinity for no cap. */
  readonly layerCaps: Float64Array
  /** Highest scores that what was found allows; empty when nothing caps. */
  readonly hardCaps: Float64Array
}
/** Places of the figures in the array that `deepScanScore` fills. */
export const DEEP_SCAN_SCORE = {
  score: 0,
  startScore: 1,
  severityPenalty: 2,
  /** Start minus penalty, 0 to 100, before hard caps. */
  additiveScore: 3,
  totalFailing: 4,
  /** 1 when a hard cap lowered the score. */
  hardCapped: 5,
  /** The lowest hard cap; infinity when there is none. */
  hardCap: 6,
  /** Failing checks by severity, `SEVERITY_COUNT` of them from here. */
  failingCounts: 7,
} as const
export const DEEP_SCAN_SCORE_LENGTH = 7 + SEVERITY_COUNT

/** Scores a set of checks 0-100, higher is safer. Fills `out`, and `points` with what each check took off after its
 *  layer's cap: the worst severities first, within one severity in the order of the checks, until the cap is used up.
 *  Which weights and caps hold is the caller's policy. O(checks), allocates one number per layer. */
export function deepScanScore(
  checks: ScoredChecks,
  weights: ScoreWeights,
  points: Float64Array,
  out: Float64Array,
): void {
  checkShapes(checks, weights, points, out)
  const { severity, failing, layer } = checks
  const { startScore, perSeverity, layerCaps, hardCaps } = weights
  const room = layerCaps.slice()
  out.fill(0, 0, DEEP_SCAN_SCORE_LENGTH)
  points.fill(0)
  let penalty = 0
  for (let code = 0; code < SEVERITY_COUNT; code++) {
    for (let check = 0; check < severity.length; check++) {
      if (failing[check] !== 1 || severity[check] !== code) continue
      const taken = Math.min(perSeverity[code]!, room[layer[check]!]!)
      room[layer[check]!]! -= taken
      points[check] = taken
      penalty += taken
      out[DEEP_SCAN_SCORE.failingCounts + code]!++
      out[DEEP_SCAN_SCORE.totalFailing]!++
    }
  }
  let hardCap = Number.POSITIVE_INFINITY
  for (let i = 0; i < hardCaps.length; i++) if (hardCaps[i]! < hardCap) hardCap = hardCaps[i]!
  const additive = Math.min(100, Math.max(0, startScore - penalty))
  out[DEEP_SCAN_SCORE.score] = Math.min(additive, hardCap)
  out[DEEP_SCAN_SCORE.startScore] = startScore
  out[DEEP_SCAN_SCORE.severityPenalty] = penalty
  out[DEEP_SCAN_SCORE.additiveScore] = additive
  out[DEEP_SCAN_SCORE.hardCapped] = hardCap < additive ? 1 : 0
  out[DEEP_SCAN_SCORE.hardCap] = hardCap
}

function checkShapes(checks: ScoredChecks, weights: ScoreWeights, points: Float64Array, out: Float64Array): void {
  const { severity, failing, layer } = checks
  assert(failing.length === severity.length && layer.length === severity.length, 'columns of one length')
  assert(points.length === severity.length && out.length >= DEEP_SCAN_SCORE_LENGTH, 'room for points and figures')
  assert(weights.perSeverity.length === SEVERITY_COUNT, 'one weight for each severity')
  for (const weight of weights.perSeverity) assert(weight >= 0 && Number.isFinite(weight), 'weights are not negative')
  for (const cap of weights.layerCaps) assert(cap >= 0, 'layer caps are not negative')
  for (const cap of weights.hardCaps) assert(cap >= 0 && cap <= 100, 'hard caps are scores')
  for (let check = 0; check < severity.length; check++)
    assert(severity[check]! < SEVERITY_COUNT && layer[check]! < weights.layerCaps.length, 'known severity and layer')
}
