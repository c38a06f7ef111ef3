import type { Context } from '../../context.ts'
import type { BubbleMapReport } from '../../contract/bubble-map.ts'
import { fail, joinCacheMeta, type Outcome, ok } from '../../contract/outcome.ts'
import { RULES_VERSION } from '../checks/rules-version.ts'
import { degradedNow } from '../degraded-now.ts'
import { gatherEvidence } from '../evidence/gather-evidence.ts'
import { inScanQueue } from '../evidence/scan-queue.ts'
import { asGathered } from '../evidence-bundle/as-gathered.ts'
import { encodeBundle } from '../evidence-bundle/encode-bundle.ts'
import { isDegraded } from '../is-degraded.ts'
import { mapBundleOf } from './map-bundle.ts'

/** Bubble Map of a token, 120 s (spec 4.1): evidence gathered once for all engines, judged on a compute thread, kept
 *  for replay. Without holders to draw it is `ok: false` and says why; a map of incomplete evidence lives 5 s. Fails
 *  `cancelled`, and as the compute pool fails. */
export async function getBubbleMap(
  ctx: Context,
  mint: string,
  signal?: AbortSignal,
): Promise<Outcome<BubbleMapReport>> {
  return ctx.store.memo<BubbleMapReport>('bubbleMap', mint, () => draw(ctx, mint, signal))
}

async function draw(ctx: Context, mint: string, signal: AbortSignal | undefined): Promise<Outcome<BubbleMapReport>> {
  const read = await inScanQueue(ctx, mint, signal, () => gatherEvidence(ctx, mint, signal))
  if (!read.ok && read.code === 'too_busy') return read
  if (signal?.aborted) return fail('cancelled', 'the request was cancelled')
  const generatedAtMs = ctx.clock.nowMs()
  const evidence = asGathered(ctx, 'chain:evidence', read, ({ slot }) => slot)
  const { bytes: bundle, sha256 } = await encodeBundle(
    mapBundleOf({ format: 'mintglass-bundle-1', mint, generatedAtMs, rules: RULES_VERSION, evidence }),
  )
  // The task gets a copy of its own: these bytes are also stored.
  const judged = await ctx.workers.run('judgeBubbleMap', { bundle }, signal ? { signal } : {})
  if (!judged.ok) return judged
  const report = JSON.parse(Buffer.from(judged.value).toString('utf8')) as BubbleMapReport
  ctx.store.reports.put({ sha256, kind: 'bubblemap', mint, atMs: generatedAtMs, bundle, report: judged.value })
  const metas = [read.ok ? read.cache : undefined, isDegraded(read) ? degradedNow(ctx) : undefined]
  return ok(report, joinCacheMeta(metas))
}
