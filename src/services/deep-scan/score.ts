import { SEVERITIES, type Severity } from '../../contract/check.ts'
import type { DeepScanWeights, Grade, LayerName, LayerReport, ReachBlock } from '../../contract/deep-scan.ts'
import {
  DEEP_SCAN_SCORE,
  DEEP_SCAN_SCORE_LENGTH,
  deepScanScore,
  SEVERITY_CODES,
} from '../../hot-paths/deep-scan-score.ts'
import { isEarned, type Layer, STATE_MAX_PENALTY } from '../checks/layer.ts'
import { RULES_VERSION } from '../checks/rules-version.ts'
import type { InputBundle } from '../evidence-bundle/input-bundle.ts'
import { maturityOf } from './overrides.ts'
import { partlyRead, tooLittleRead } from './unread.ts'

/** Points a failing check takes off, by its severity. */
export const SEVERITY_POINTS: Readonly<Record<Severity, number>> = {
  critical: 45,
  high: 18,
  medium: 8,
  warning: 4,
  low: 2,
  info: 0,
}
const START_SCORE = 100
/** Behavioural layers that must have passed scored checks before anything is `safe`. */
export const SAFE_NEEDS_LAYERS = 3
const GRADES: readonly { readonly grade: Grade; readonly from: number }[] = [
  { grade: 'safe', from: 85 },
  { grade: 'caution', from: 60 },
  { grade: 'risky', from: 35 },
  { grade: 'danger', from: 0 },
]
/** Least score of a token that the lists vouch for. */
const LISTED_SCORE = 90
const HONEYPOT_CHECKS = ['honeypot.sell_blocked', 'honeypot.sell_time_locked']
/** Just below each grade: what a cap leaves. */
const BELOW = { safe: 84, caution: 59, risky: 34 } as const

/** Failing checks that no other virtue makes up for: `layer.check` to the most a token can then score. */
export const HARD_CAPS: readonly {
  readonly check: string
  readonly cap: number
  readonly reason: string
  readonly unlessMature?: boolean
}[] = [
  { check: 'honeypot.sell_blocked', cap: 3, reason: 'it cannot be sold' },
  { check: 'honeypot.sell_time_locked', cap: 8, reason: 'whether it can be sold depends on when' },
  { check: 'honeypot.sell_taxed', cap: 8, reason: 'a sale loses a large part to a fee' },
  { check: 'honeypot.seizable', cap: 20, reason: 'a delegate can take it out of any wallet', unlessMature: true },
  { check: 'contract.paused', cap: 10, reason: 'transfers are stopped' },
  { check: 'contract.pausable', cap: BELOW.risky, reason: 'an authority can stop all transfers', unlessMature: true },
  { check: 'contract.non_transferable', cap: 3, reason: 'it cannot be transferred' },
  { check: 'contract.mint_authority', cap: BELOW.caution, reason: 'more can be minted', unlessMature: true },
  { check: 'contract.freeze_authority', cap: BELOW.caution, reason: 'accounts can be frozen', unlessMature: true },
  { check: 'contract.default_frozen', cap: 10, reason: 'new accounts are frozen', unlessMature: true },
  {
    check: 'contract.transfer_hook',
    cap: BELOW.caution,
    reason: 'a program decides on every transfer',
    unlessMature: true,
  },
  { check: 'liquidity.pulled', cap: 12, reason: 'the liquidity was taken out' },
  {
    check: 'creator.creator_left',
    cap: BELOW.caution,
    reason: 'its creator sold everything, and it fell',
    unlessMature: true,
  },
]

export type Judged = { readonly layer: Layer; readonly report: LayerReport }

export type Score = { readonly score: number; readonly grade: Grade; readonly weights: DeepScanWeights }

/** `reach`: how far one could have seen who bought early; null where nothing was seen. */
type Seen = { readonly entityAdjusted: boolean; readonly reach: ReachBlock | null }

/** Why that nothing was found says too little; null when enough was seen. */
function tooLittleSeen(reach: ReachBlock | null): string | null {
  if (reach === null) return 'who bought it early is not known'
  if (reach.pct >= reach.leastPct) return null
  return `only ${reach.pct} % of the early supply is in wallets known to be public`
}

/** From the layers' checks to the score, with every weight visible. Additive penalties per severity, each behavioural
 *  layer capped at its own `maxPenalty`, all layers of state together at `STATE_MAX_PENALTY`; any failing critical
 *  check leaves at most `danger`'s upper end; hard caps above; without `SAFE_NEEDS_LAYERS` behavioural layers that were
 *  really asked and passed, nothing is `safe`: revoked authorities and locked liquidity alone never earn it; nor is
 *  anything `safe` of which too little could have been seen, whose sale was not proven or part of whose evidence could
 *  not be read, and without its mint or history nothing is better than `risky`. Whitelisted tokens and regulated
 *  stablecoins are lifted to `safe` only while no behavioural or execution check of high or critical severity fails.
 *  Pure. */
export function scoreReport(bundle: InputBundle, judged: readonly Judged[], { entityAdjusted, reach }: Seen): Score {
  const { mature } = maturityOf(bundle)
  const caps = capsOf(judged, mature)
  const safeEarnedBy = earnedBy(judged)
  if (safeEarnedBy.length < SAFE_NEEDS_LAYERS)
    caps.push({
      cap: BELOW.safe,
      reason: `only ${safeEarnedBy.length} of ${SAFE_NEEDS_LAYERS} behavioural layers could be judged and passed`,
    })
  if (!isProven(judged)) caps.push({ cap: BELOW.safe, reason: 'that it can be sold is not proven' })
  const blind = tooLittleSeen(reach)
  if (blind !== null) caps.push({ cap: BELOW.safe, reason: blind })
  const unread = tooLittleRead(bundle)
  const partly = partlyRead(bundle)
  if (unread !== null) caps.push({ cap: BELOW.caution, reason: unread })
  else if (partly !== null) caps.push({ cap: BELOW.safe, reason: partly })
  // The one that binds is named first.
  caps.sort((a, b) => a.cap - b.cap)
  const { figures, penalties } = addUp(judged, caps)
  const { whitelisted } = bundle.settings
  const regulatedStablecoin = bundle.settings.regulatedStablecoin !== null
  const capped = figures[DEEP_SCAN_SCORE.score]!
  const score = round1(
    (whitelisted || regulatedStablecoin) && !misbehaves(judged) ? Math.max(capped, LISTED_SCORE) : capped,
  )
  return {
    score,
    grade: gradeOf(score),
    weights: {
      rules: RULES_VERSION,
      startScore: START_SCORE,
      severityPenalty: round1(figures[DEEP_SCAN_SCORE.severityPenalty]!),
      additiveScore: round1(figures[DEEP_SCAN_SCORE.additiveScore]!),
      perSeverity: { ...SEVERITY_POINTS },
      penalties,
      failingCounts: Object.fromEntries(
        SEVERITIES.map((severity, code) => [severity, figures[DEEP_SCAN_SCORE.failingCounts + code]!]),
      ) as Record<Severity, number>,
      totalFailing: figures[DEEP_SCAN_SCORE.totalFailing]!,
      hardCapped: figures[DEEP_SCAN_SCORE.hardCapped] === 1,
      hardCap: caps.length === 0 ? null : figures[DEEP_SCAN_SCORE.hardCap]!,
      hardCapReasons: caps.map(({ reason }) => reason),
      honeypotConfirmed: HONEYPOT_CHECKS.some((check) => isFailing(judged, check)),
      entityAdjusted,
      mature,
      whitelisted,
      regulatedStablecoin,
      layersJudged: judged.filter(({ report }) => report._stub !== true).length,
      layersFailed: judged.filter(({ report }) => report._stub === true).map(({ layer }) => layer.name),
      safeEarnedBy,
    },
  }
}

export function gradeOf(score: number): Grade {
  return GRADES.find(({ from }) => score >= from)!.grade
}

/** Budget that all layers of state share. */
const STATE_PLACE = 0

/** Hands the checks to the numeric scorer by columns; checks that are not scored weigh nothing but are counted. */
function addUp(
  judged: readonly Judged[],
  caps: readonly { readonly cap: number }[],
): { readonly figures: Float64Array; readonly penalties: DeepScanWeights['penalties'] } {
  const rows = judged.flatMap(({ layer, report }, i) => {
    const scored = new Set(layer.rules.filter((rule) => rule.scored).map(({ id }) => id))
    const place = layer.behavioural ? i + 1 : STATE_PLACE
    return report.checks.map((check) => ({ layer, place, check, isScored: scored.has(check.id) }))
  })
  const points = new Float64Array(rows.length)
  const figures = new Float64Array(DEEP_SCAN_SCORE_LENGTH)
  deepScanScore(
    {
      severity: Uint8Array.from(rows, ({ check, isScored }) => SEVERITY_CODES[isScored ? check.severity : 'info']),
      failing: Uint8Array.from(rows, ({ check }) => (check.ok ? 0 : 1)),
      layer: Uint8Array.from(rows, ({ place }) => place),
    },
    {
      startScore: START_SCORE,
      perSeverity: Float64Array.from(SEVERITIES, (severity) => SEVERITY_POINTS[severity]),
      layerCaps: Float64Array.of(STATE_MAX_PENALTY, ...judged.map(({ layer }) => layer.maxPenalty)),
      hardCaps: Float64Array.from(caps, ({ cap }) => cap),
    },
    points,
    figures,
  )
  const penalties = rows.flatMap(({ layer, check: { id, ok, severity } }, i) =>
    ok ? [] : [{ source: layer.name, id, severity, points: points[i]! }],
  )
  return { figures, penalties }
}

/** A sale that was not made, for whatever reason, is no sale. */
function isProven(judged: readonly Judged[]): boolean {
  return judged.some(
    ({ layer, report }) => layer.name === 'honeypot' && report.checks.some(({ id, ok }) => ok && id === 'sell_proven'),
  )
}

function capsOf(judged: readonly Judged[], mature: boolean): { cap: number; reason: string }[] {
  const caps: { cap: number; reason: string }[] = []
  for (const { check, cap, reason, unlessMature } of HARD_CAPS)
    if (!(mature && unlessMature) && isFailing(judged, check)) caps.push({ cap, reason })
  for (const { layer, report } of judged)
    for (const { id, ok, severity, label } of report.checks) {
      const own = HARD_CAPS.find(({ check }) => check === `${layer.name}.${id}`)
      if (!ok && severity === 'critical' && (own?.cap ?? 100) > BELOW.risky)
        caps.push({ cap: BELOW.risky, reason: label })
    }
  return caps
}

function earnedBy(judged: readonly Judged[]): LayerName[] {
  return judged
    .filter(({ layer, report }) => {
      if (!layer.behavioural || report._stub === true) return false
      const scored = new Set(layer.rules.filter((rule) => rule.scored).map(({ id }) => id))
      const isBad = report.checks.some(({ ok, severity }) => !ok && (severity === 'critical' || severity === 'high'))
      return !isBad && report.checks.some((check) => scored.has(check.id) && isEarned(check))
    })
    .map(({ layer }) => layer.name)
}

/** Whether what a token does (not what its authorities could do) speaks against it. */
function misbehaves(judged: readonly Judged[]): boolean {
  return judged.some(
    ({ layer, report }) =>
      layer.behavioural &&
      report.checks.some(({ ok, severity }) => !ok && (severity === 'critical' || severity === 'high')),
  )
}

function isFailing(judged: readonly Judged[], check: string): boolean {
  return judged.some(({ layer, report }) => report.checks.some(({ id, ok }) => !ok && `${layer.name}.${id}` === check))
}

function round1(value: number): number {
  return Math.round(value * 10) / 10
}
