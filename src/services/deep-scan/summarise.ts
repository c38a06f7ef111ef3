import type { BubbleMapReport } from '../../contract/bubble-map.ts'
import { type DeepScanFlag, type DeepScanWeights, type Grade, PROVIDER_NAMES } from '../../contract/deep-scan.ts'
import { round2 } from '../evidence-bundle/holder-view.ts'

/** `safe` with a grave finding that lists or maturity outweigh. */
const SAFE_IN_SPITE = 'Little speaks against it'
/** What a grade says in words, on reports and chips. */
export const HEADLINES: Readonly<Record<Grade, string>> = {
  safe: 'Nothing found against it',
  caution: 'Usable with care',
  risky: 'Much speaks against it',
  danger: 'Stay away',
}
const NAMED_FLAGS = 3
const OUTSIDE: ReadonlySet<string> = new Set(PROVIDER_NAMES)

type Judgement = {
  readonly score: number
  readonly grade: Grade
  readonly weights: DeepScanWeights
  readonly flags: readonly DeepScanFlag[]
  readonly map: BubbleMapReport
}

/** Verdict and summary in words, from the figures of the report alone. Both speak of our own layers: what outside
 *  providers say is listed among the flags and decides nothing. */
export function summarise({ score, grade, weights, flags, map }: Judgement): { verdict: string; summary: string } {
  const own = flags.filter(({ source, severity }) => !OUTSIDE.has(source) && severity !== 'info')
  const worst = own.find(({ severity }) => severity === 'critical' || severity === 'high')
  const headline = grade === 'safe' && worst !== undefined ? SAFE_IN_SPITE : HEADLINES[grade]
  const verdict = worst === undefined ? headline : `${headline}: ${worst.label}`
  const named = own.slice(0, NAMED_FLAGS)
  const parts = [`Score ${score} of 100 (${grade}).`]
  if (named.length > 0) parts.push(`Found: ${named.map(({ label }) => label).join('; ')}.`)
  if (weights.hardCapped) parts.push(`Held at ${weights.hardCap}: ${weights.hardCapReasons.join('; ')}.`)
  if (map.ok && map.largestClusterPct !== null && map.clusters.length > 0) {
    const largestPct = round2(map.largestClusterPct)
    parts.push(
      map.clusters.length === 1
        ? `One group of wallets acts as one and holds ${largestPct} % of the supply.`
        : `${map.clusters.length} groups of wallets act as one; the largest holds ${largestPct} % of the supply.`,
    )
  }
  if (weights.layersFailed.length > 0) parts.push(`Not judged: ${weights.layersFailed.join(', ')}.`)
  if (weights.whitelisted || weights.regulatedStablecoin)
    parts.push(weights.whitelisted ? 'It is on the whitelist.' : 'A regulated issuer stands behind it.')
  return { verdict, summary: parts.join(' ') }
}
