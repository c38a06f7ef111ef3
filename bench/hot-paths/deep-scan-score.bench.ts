import { Bench } from 'tinybench'
import { DEEP_SCAN_SCORE_LENGTH, deepScanScore } from '../../src/hot-paths/deep-scan-score.ts'

const CHECKS = 200
const checks = {
  severity: Uint8Array.from({ length: CHECKS }, (_, i) => i % 6),
  failing: Uint8Array.from({ length: CHECKS }, (_, i) => (i % 3 === 0 ? 1 : 0)),
  layer: Uint8Array.from({ length: CHECKS }, (_, i) => i % 16),
}
const weights = {
  startScore: 100,
  perSeverity: Float64Array.of(40, 20, 10, 5, 2, 0),
  layerCaps: new Float64Array(16).fill(40),
  hardCaps: Float64Array.of(59),
}
const points = new Float64Array(CHECKS)
const out = new Float64Array(DEEP_SCAN_SCORE_LENGTH)
const bench = new Bench({ name: 'deep-scan-score', time: 300, warmupTime: 100 })
bench.add(`${CHECKS} checks in 16 layers`, () => {
  deepScanScore(checks, weights, points, out)
})
await bench.run()
console.table(bench.table())
