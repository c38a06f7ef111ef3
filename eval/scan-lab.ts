import type { DescribedTruth } from '../sandbox/world/describe-truth.ts'
import type { Context } from '../src/context.ts'
import type { BubbleMapReport } from '../src/contract/bubble-map.ts'
import type { DeepScanReport } from '../src/contract/deep-scan.ts'
import { mapBundleOf } from '../src/services/bubble-map/map-bundle.ts'
import { gatherBundle } from '../src/services/deep-scan/gather-bundle.ts'
import { encodeBundle } from '../src/services/evidence-bundle/encode-bundle.ts'
import type { InputBundle } from '../src/services/evidence-bundle/input-bundle.ts'

export type TrueToken = DescribedTruth['tokens'][number]

/** One token of a lab as the service saw it. */
export type Scanned = {
  readonly truth: TrueToken
  readonly bundle: InputBundle
  readonly bundleBytes: Uint8Array
  readonly mapBytes: Uint8Array
  readonly report: DeepScanReport
  readonly reportBytes: Uint8Array
  readonly map: BubbleMapReport
  readonly mapReportBytes: Uint8Array
  readonly gatherMs: number
}

/** Gathers and judges some tokens, a few at a time, without wall-clock deadlines. Throws when the service fails: here
 *  nothing is broken on purpose. */
export async function scanTokens(ctx: Context, tokens: readonly TrueToken[], inParallel: number): Promise<Scanned[]> {
  const results: Scanned[] = []
  const queue = [...tokens]
  const work = async (): Promise<void> => {
    for (let truth = queue.shift(); truth !== undefined; truth = queue.shift())
      results.push(await scanToken(ctx, truth))
  }
  await Promise.all(Array.from({ length: inParallel }, work))
  return results.sort((a, b) => tokens.indexOf(a.truth) - tokens.indexOf(b.truth))
}

async function scanToken(ctx: Context, truth: TrueToken): Promise<Scanned> {
  const { mint } = truth
  const startMs = performance.now()
  const bundle = demand(await gatherBundle(ctx, mint, undefined, { deadlineScale: Number.POSITIVE_INFINITY }), mint)
  const gatherMs = performance.now() - startMs
  const { bytes: bundleBytes } = await encodeBundle(bundle)
  const { bytes: mapBytes } = await encodeBundle(mapBundleOf(bundle))
  const reportBytes = demand(await ctx.workers.run('judgeScan', { bundle: bundleBytes }), mint)
  const mapReportBytes = demand(await ctx.workers.run('judgeBubbleMap', { bundle: mapBytes }), mint)
  return {
    truth,
    bundle,
    bundleBytes,
    mapBytes,
    report: JSON.parse(Buffer.from(reportBytes).toString('utf8')) as DeepScanReport,
    reportBytes,
    map: JSON.parse(Buffer.from(mapReportBytes).toString('utf8')) as BubbleMapReport,
    mapReportBytes,
    gatherMs,
  }
}

function demand<T>(outcome: { ok: true; value: T } | { ok: false; code: string; message: string }, mint: string): T {
  if (!outcome.ok) throw new Error(`${mint}: ${outcome.code}: ${outcome.message}`)
  return outcome.value
}
