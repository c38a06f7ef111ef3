import type { BubbleMapReport } from '../../contract/bubble-map.ts'
import { SEVERITIES } from '../../contract/check.ts'
import {
  type DeepScanFlag,
  type DeepScanReport,
  type EntityBlock,
  type LayerName,
  type LayerReport,
  PROVIDER_NAMES,
  type ReachBlock,
} from '../../contract/deep-scan.ts'
import { judgeBubbleMap } from '../bubble-map/judge-bubble-map.ts'
import type { Layer, LayerInputs } from '../checks/layer.ts'
import type { InputBundle } from '../evidence-bundle/input-bundle.ts'
import { judgeDevHistory } from '../forensics/dev-history.ts'
import { judgeSnipers } from '../forensics/snipers.ts'
import { crossValidate } from './cross-validate.ts'
import { explainInputs } from './explain.ts'
import { LAYERS } from './layers/index.ts'
import { reportProviders } from './providers/index.ts'
import { measureReach } from './reach.ts'
import { type Judged, scoreReport } from './score.ts'
import { summarise } from './summarise.ts'
import { tooLittleRead } from './unread.ts'

const TOO_LITTLE_READ = 'Too little of it could be read to judge it'

/** The report of a bundle: pure, so that the same bytes in give the same bytes out wherever it runs. `sha256`: of the
 *  bundle's bytes. */
export function judgeScan(bundle: InputBundle, sha256: string): DeepScanReport {
  const { mint, generatedAtMs } = bundle
  const head = { mint, generatedAtMs }
  const map = orWithout(
    (from) => judgeBubbleMap(from.evidence, { ...head, bundleSha256: sha256 }),
    bundle,
    'the map failed',
  )
  const inputs: LayerInputs = {
    bundle,
    map,
    devHistory: orWithout((from) => judgeDevHistory(from, head), bundle, 'the dev history failed'),
    sniperCohort: orWithout(
      (from) => judgeSnipers(from, { ...head, roles: map.roles }),
      bundle,
      'the sniper cohort failed',
    ),
  }
  const judged: Judged[] = LAYERS.map((layer) => ({ layer, report: judgeLayer(layer, inputs) }))
  const layers = Object.fromEntries(judged.map(({ layer, report }) => [layer.name, report])) as Record<
    LayerName,
    LayerReport
  >
  const providers = reportProviders(bundle)
  const reach = reachOf(bundle, map)
  const { score, grade, weights } = scoreReport(bundle, judged, {
    entityAdjusted: map.ok && map.clusters.length > 0,
    reach,
  })
  const flags = flagsOf([
    ...judged.map(({ layer, report }) => ({ source: layer.name, checks: report.checks })),
    ...PROVIDER_NAMES.map((name) => ({ source: name, checks: providers[name].checks })),
  ])
  const { verdict, summary } = summarise({ score, grade, weights, flags, map })
  // A listed token is lifted above what could not be read.
  const isUnread = (grade === 'risky' || grade === 'caution') && tooLittleRead(bundle) !== null
  return {
    mint,
    score,
    grade,
    verdict: isUnread ? TOO_LITTLE_READ : verdict,
    summary,
    layers,
    providers,
    flags,
    crossValidation: crossValidate(bundle),
    weights,
    entity: entityOf(map),
    reach,
    bundle: sha256,
    generatedAt: generatedAtMs,
    explain: explainInputs(bundle),
  }
}

/** Null where it throws: what cannot be measured was not seen. */
function reachOf({ evidence }: InputBundle, { clusters }: BubbleMapReport): ReachBlock | null {
  try {
    return measureReach(evidence.value, clusters)
  } catch {
    return null
  }
}

/** What an engine makes of the bundle; one that throws makes of it what it makes of nothing read, and says why. */
function orWithout<T>(judge: (from: InputBundle) => T, bundle: InputBundle, what: string): T {
  try {
    return judge(bundle)
  } catch (error) {
    const gap = `${what}: ${error instanceof Error ? error.message : String(error)}`
    const { evidence, dev, snipers } = bundle
    return judge({
      ...bundle,
      evidence: { ...evidence, value: null, gap },
      dev: { ...dev, value: null, gap },
      snipers: { ...snipers, value: null, gap },
    })
  }
}

/** A layer whose inputs are missing or late, or that throws, is a stub; the others stay whole. */
function judgeLayer(layer: Layer, inputs: LayerInputs): LayerReport {
  const { bundle } = inputs
  const errors = layer.needs.flatMap((part) => {
    const { gap } = bundle[part]
    return gap === null ? [] : [`${part}: ${gap}`]
  })
  if (errors.length === 0 && bundle.late.includes(layer.name))
    errors.push(`its inputs took longer than ${layer.deadlineMs} ms`)
  if (errors.length > 0) return stub(errors)
  try {
    return { ok: true, checks: [...layer.judge(inputs)], errors: [] }
  } catch (error) {
    return stub([`the layer failed: ${error instanceof Error ? error.message : String(error)}`])
  }
}

function stub(errors: string[]): LayerReport {
  return { ok: false, checks: [], errors, _stub: true }
}

type Source = { readonly source: string; readonly checks: LayerReport['checks'] }

/** Failing checks, critical first, then by source and id. */
function flagsOf(sources: readonly Source[]): DeepScanFlag[] {
  const flags = sources.flatMap(({ source, checks }) =>
    checks.filter(({ ok }) => !ok).map(({ id, severity, label, detail }) => ({ id, source, severity, label, detail })),
  )
  return flags.sort(
    (a, b) =>
      SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
      compareText(a.source, b.source) ||
      compareText(a.id, b.id),
  )
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function entityOf(map: BubbleMapReport): EntityBlock | null {
  if (!map.ok) return null
  const { summary } = map
  return {
    decentralizationScore: map.decentralizationScore,
    largestClusterPct: map.largestClusterPct,
    entityCount: summary.entityCount,
    clusteredPct: summary.clusteredPct,
    hiddenSupplyPct: summary.hiddenSupplyPct,
    entity_nakamoto: summary.entity_nakamoto,
    entity_gini: summary.entity_gini,
    nodeCount: summary.nodeCount,
    linkCount: summary.linkCount,
    roles: map.roles,
  }
}
