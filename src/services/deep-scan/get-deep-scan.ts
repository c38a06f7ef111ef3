import type { Context } from '../../context.ts'
import { type DeepScanReport, LAYER_NAMES } from '../../contract/deep-scan.ts'
import { joinCacheMeta, type Outcome, ok } from '../../contract/outcome.ts'
import { noteScore } from '../calibration/note-score.ts'
import { degradedNow } from '../degraded-now.ts'
import { inScanQueue } from '../evidence/scan-queue.ts'
import { encodeBundle } from '../evidence-bundle/encode-bundle.ts'
import type { InputBundle } from '../evidence-bundle/input-bundle.ts'
import { gatherBundle } from './gather-bundle.ts'

/** Deep Scan report of a token, 120 s (spec 4.1): inputs gathered once, judged on a compute thread, kept for replay.
 *  Parts that fail make stubs of the layers that need them; such a report lives 5 s. Fails
 *  `cancelled`, `too_busy` when too many scans wait, and as the compute pool fails. */
export async function getDeepScan(
  ctx: Context,
  mint: string,
  { explain }: { readonly explain: boolean },
  signal?: AbortSignal,
): Promise<Outcome<DeepScanReport>> {
  const kept = await ctx.store.memo<DeepScanReport>('deepScan', mint, () => scan(ctx, mint, signal))
  if (!kept.ok || explain) return kept
  const { explain: _, ...report } = kept.value
  return ok(report, kept.cache)
}

async function scan(ctx: Context, mint: string, signal: AbortSignal | undefined): Promise<Outcome<DeepScanReport>> {
  const gathered = await inScanQueue(ctx, mint, signal, () => gatherBundle(ctx, mint, signal))
  if (!gathered.ok) return gathered
  const { bytes: bundle, sha256 } = await encodeBundle(gathered.value)
  // The task gets a copy of its own: these bytes are also stored.
  const judged = await ctx.workers.run('judgeScan', { bundle }, signal ? { signal } : {})
  if (!judged.ok) return judged
  const report = JSON.parse(Buffer.from(judged.value).toString('utf8')) as DeepScanReport
  const { generatedAtMs } = gathered.value
  await noteScore(ctx, {
    kind: 'deepscan',
    mint,
    score: report.score,
    grade: report.grade,
    rules: failingRules(report),
    holders: null,
    atMs: generatedAtMs,
  })
  ctx.store.reports.put({ sha256, kind: 'deepscan', mint, atMs: generatedAtMs, bundle, report: judged.value })
  return isDegraded(gathered.value)
    ? ok(report, joinCacheMeta([gathered.cache, degradedNow(ctx)]))
    : ok(report, gathered.cache)
}

/** As the engines' pages name them: `layer.check`. */
function failingRules({ layers }: DeepScanReport): string[] {
  return LAYER_NAMES.flatMap((name) =>
    layers[name].checks.filter((check) => !check.ok && check.severity !== 'info').map(({ id }) => `${name}.${id}`),
  )
}

/** A configured source gave nothing, or not all of it. */
function isDegraded(bundle: InputBundle): boolean {
  const { evidence, dev, snipers, market, sellProof, providers, late } = bundle
  const parts = [evidence, dev, snipers, market, sellProof, providers.rugcheck, providers.goplus]
  return late.length > 0 || parts.some(({ configured, gap, asOfMs }) => configured && gap !== null && asOfMs === null)
}
