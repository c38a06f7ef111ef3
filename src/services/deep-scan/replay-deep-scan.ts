import { createHash } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { DeepScanReport } from '../../contract/deep-scan.ts'
import type { DeepScanReplay } from '../../contract/deep-scan-replay.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { RULES_VERSION } from '../checks/rules-version.ts'
import { compareReports } from './compare-reports.ts'
import { getDeepScan } from './get-deep-scan.ts'

export type ReplayQuestion = {
  /** Empty text: the report that `/deepscan` has now. */
  readonly bundle: string
  /** Whether the answer holds the recomputed report. */
  readonly report: boolean
}

/** Judges a stored report of a token again from its recorded inputs, without the node and without the clock, and compares
 *  the bytes, as `mintglass replay` does offline. Fails `not_found` when no such report of this token is stored, as a scan
 *  does when it has to make one, and as the compute pool fails. */
export async function replayDeepScan(
  ctx: Context,
  mint: string,
  { bundle: asked, report: isShown }: ReplayQuestion,
  signal: AbortSignal,
): Promise<Outcome<DeepScanReplay>> {
  const digest = asked === '' ? await newestDigest(ctx, mint, signal) : ok(asked)
  if (!digest.ok) return digest
  const found = await ctx.store.reports.get(digest.value, 'deepscan')
  if (found === undefined || found.mint !== mint) return fail('not_found', 'no such report of this token is stored')
  const inputs = { sha256: sha256(found.bundle), bytes: found.bundle.length }
  // The task gets a copy of its own, which it may keep.
  const judged = await ctx.workers.run('judgeScan', { bundle: Uint8Array.from(found.bundle) }, { signal })
  if (!judged.ok) return judged
  const stored = { sha256: sha256(found.report), bytes: found.report.length }
  const recomputed = { sha256: sha256(judged.value), bytes: judged.value.length }
  const isEqual = Buffer.compare(found.report, judged.value) === 0
  const before = parse(found.report)
  const { differences, count } = isEqual ? { differences: [], count: 0 } : compareReports(before, parse(judged.value))
  return ok({
    mint,
    bundle: digest.value,
    generatedAt: found.atMs,
    inputs,
    stored,
    recomputed,
    rules: { stored: before.weights.rules, running: RULES_VERSION },
    same: isEqual && inputs.sha256 === digest.value,
    differences: [...differences],
    differenceCount: count,
    ...(isShown && { report: isEqual ? before : parse(judged.value) }),
  })
}

async function newestDigest(ctx: Context, mint: string, signal: AbortSignal): Promise<Outcome<string>> {
  const scan = await getDeepScan(ctx, mint, { explain: false }, signal)
  return scan.ok ? ok(scan.value.bundle) : scan
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function parse(bytes: Uint8Array): DeepScanReport {
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')) as DeepScanReport
}
